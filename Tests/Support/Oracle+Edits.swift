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
}
