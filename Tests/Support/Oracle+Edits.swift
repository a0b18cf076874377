extension Oracle {
  /// ruamel.yaml, which keeps comments: reads a JSON array per line, and writes a JSON array per line.
  ///
  /// A text, pointer tokens and a new value become the edited text and its value; a text alone, the
  /// text and its value.
  public static let ruamelEdits = Oracle(
    description: "ruamel.yaml",
    command: [
      "python3", "-c",
      """
      import io, json, sys
      from ruamel.yaml import YAML
      yaml = YAML()
      yaml.preserve_quotes = True
      yaml.width = 1000
      safe = YAML(typ='safe', pure=True)
      for line in sys.stdin:
          job = json.loads(line)
          if job == 0:
              print(0)
              continue
          if len(job) == 3:
              data = node = yaml.load(job[0])
              for token in job[1][:-1]:
                  node = node[int(token) if isinstance(node, list) else token]
              last = int(job[1][-1]) if isinstance(node, list) else job[1][-1]
              node[last] = job[2]
              out = io.StringIO()
              yaml.dump(data, out)
              job[0] = out.getvalue()
          print(json.dumps([job[0], json.dumps(safe.load(job[0]))]))
      """,
    ])

  /// Python's `tomllib` and tomlkit: reads a JSON array per line, and writes a JSON array per line.
  ///
  /// A text, an operation, pointer tokens and a value are made on the values that `tomllib` reads, and
  /// by tomlkit on the text. The edited text is the last item. The result tells what is wrong with it, or
  /// nothing, and whether tomlkit makes the edit correctly.
  public static let tomlkitEdits = Oracle(
    description: "tomlkit",
    command: [
      "python3", "-c",
      """
      import json, sys, tomllib, tomlkit
      def edit(data, operation, tokens, value):
          node = data
          for token in tokens[:-1]:
              node = node[int(token) if isinstance(node, list) else token]
          last = int(tokens[-1]) if isinstance(node, list) else tokens[-1]
          if operation == 'remove':
              del node[last]
          elif operation == 'add' and isinstance(node, list):
              node.insert(last, value)
          else:
              node[last] = value
      for line in sys.stdin:
          job = json.loads(line)
          if job == 0:
              print(0)
              continue
          text, operation, tokens, value, edited = job
          expected = tomllib.loads(text)
          edit(expected, operation, tokens, value)
          problem = ''
          try:
              found = tomllib.loads(edited)
              if found != expected:
                  problem = f'{found} instead of {expected}'
              elif tomlkit.parse(edited).unwrap() != expected:
                  problem = 'tomlkit reads another value'
          except Exception as error:
              problem = str(error)
          try:
              document = tomlkit.parse(text)
              edit(document, operation, tokens, value)
              agrees = tomllib.loads(tomlkit.dumps(document)) == expected
          except Exception:
              agrees = False
          print(json.dumps([problem, agrees]))
      """,
    ])

  /// Python's readers: reads a JSON array of a format, bytes in hexadecimal and a value per line, and writes per line what the
  /// bytes are instead of that value; an empty line if they are it, or if there is no reader of the format.
  public static let editedDocuments = Oracle(
    description: "python3's readers",
    command: [
      "python3", "-c",
      """
      import json, plistlib, sys, tomllib
      try:
          import yaml
      except ImportError:
          yaml = None
      def text(data):
          return data.decode('utf-8-sig')
      readers = {
          'json': lambda data: json.loads(text(data)),
          'toml': lambda data: tomllib.loads(text(data)),
          'xml': lambda data: plistlib.loads(data),
      }
      if yaml:
          loader = getattr(yaml, 'CSafeLoader', yaml.SafeLoader)
          readers['yaml'] = lambda data: yaml.load(data, Loader=loader)
      def form(value):
          return json.dumps(value, sort_keys=True)
      for line in sys.stdin:
          if line.strip() == '0':
              print(0)
              continue
          format, data, value = json.loads(line)
          try:
              reader = readers.get(format)
              found = form(reader(bytes.fromhex(data))) if reader else form(value)
          except Exception as error:
              found = repr(error)
          print('' if found == form(value) else found)
      """,
    ])
}
