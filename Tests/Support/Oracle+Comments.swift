extension Oracle {
  /// Python's readers of documents with comments: reads a JSON array of a format and a text per line, and writes the value
  /// per line; null where a reader is missing.
  public static let commentedValues = Oracle(
    description: "python3 with tomllib",
    command: [
      "python3", "-c",
      """
      import json, plistlib, re, sys, tomllib
      try:
          import yaml
      except ImportError:
          yaml = None
      def bare(text):
          text = re.sub(r'/\\*.*?\\*/', ' ', text, flags=re.S)
          text = re.sub(r'//[^\\n]*', '', text)
          return re.sub(r',(\\s*[]}])', r'\\1', text)
      readers = {
          'json5': lambda text: json.loads(bare(text)),
          'toml': tomllib.loads,
          'xml': lambda text: plistlib.loads(text.encode()),
          'yaml': lambda text: yaml.safe_load(text) if yaml else None,
      }
      for line in sys.stdin:
          job = json.loads(line)
          if job == 0:
              print(0)
              continue
          try:
              value = readers[job[0]](job[1])
          except Exception as error:
              value = repr(error)
          print(json.dumps(value))
      """,
    ])
}
