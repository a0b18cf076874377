/// Python's readers, whose keys are equal only if their code points are.
extension Oracle {
  /// Makes the operations of a JSON Patch on what Python reads in a text, and compares the value with the edited text's.
  ///
  /// Reads a JSON array per line: the name of the reader, the text in hexadecimal, the operations, and the edited text in
  /// hexadecimal. Writes a JSON string per line: what is wrong, or nothing.
  public static let keyedEdits = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import copy, json, plistlib, sys, tomllib
      try:
          import yaml
          read_yaml = lambda b: yaml.load(b, Loader=yaml.SafeLoader)
      except ImportError:
          read_yaml = None
      def unique(pairs):
          if len(dict(pairs)) != len(pairs): raise ValueError('a repeated key')
          return dict(pairs)
      readers = {
          'json': lambda b: json.loads(b, object_pairs_hook=unique),
          'plist': plistlib.loads,
          'toml': lambda b: tomllib.loads(b.decode()),
          'yaml': read_yaml,
      }
      def tokens(pointer):
          return [t.replace('~1', '/').replace('~0', '~') for t in pointer.split('/')[1:]]
      def find(data, path):
          for token in path:
              data = data[int(token) if isinstance(data, list) else token]
          return data
      def add(data, path, value):
          node = find(data, path[:-1])
          if isinstance(node, list):
              node.insert(len(node) if path[-1] == '-' else int(path[-1]), value)
          else:
              node[path[-1]] = value
      def remove(data, path):
          node = find(data, path[:-1])
          return node.pop(int(path[-1]) if isinstance(node, list) else path[-1])
      def apply(data, change):
          kind, path = change['op'], tokens(change['path'])
          if kind == 'add':
              add(data, path, change['value'])
          elif kind == 'remove':
              remove(data, path)
          elif kind == 'replace':
              remove(data, path)
              add(data, path, change['value'])
          elif kind == 'move':
              add(data, path, remove(data, tokens(change['from'])))
          elif kind == 'copy':
              add(data, path, copy.deepcopy(find(data, tokens(change['from']))))
          elif find(data, path) != change['value']:
              raise ValueError('another value')
      for line in sys.stdin:
          job = json.loads(line)
          if job == 0:
              print(0)
              continue
          name, text, changes, edited = job
          read = readers[name]
          if read is None:
              print('""')
              continue
          try:
              expected = read(bytes.fromhex(text))
              for change in changes: apply(expected, change)
              found = read(bytes.fromhex(edited))
              problem = '' if found == expected else f'{ascii(found)} instead of {ascii(expected)}'
          except Exception as error:
              problem = repr(error)
          print(json.dumps(problem))
      """,
    ])
}
