import DecantCommands
import DecantTestSupport
import Testing

/// Files that are rewritten in place keep what they have beside their values.
@Suite struct InPlaceFormTests {
  /// Writes random documents of each text format, of which Python knows the values, with each encoding and line end, in the
  /// layouts of hands and other programs; and compares what has become of them.
  ///
  /// Keys are sorted, so that sorting them changes nothing.
  private static let files = #"""
    import csv, io, json, os, plistlib, random, re, sys, tomllib, yaml
    seed, step = int(sys.argv[1]), sys.argv[2]
    random.seed(seed)
    pieces = ['a', 'B', ' x', 'é', '😀', '語', '"', '\\', "'", ',', ';', ':', '#', '\n', '<', '&', '0']
    def text(without=''): return ''.join(random.choice([p for p in pieces if p not in without]) for _ in range(random.randrange(5)))
    def names(count, without=''): return sorted({'k' + text(without + '\n') for _ in range(count)}, key=str.encode)
    def value(depth):
        kind = random.random() if depth < 3 else 1
        if kind < .2: return {name: value(depth + 1) for name in names(random.randrange(1, 4))}
        if kind < .4: return [value(depth + 1) for _ in range(random.randrange(1, 4))]
        return random.choice([random.randrange(100), text(), text()])
    def mapping(): return {name: value(1) for name in names(4)}
    space = lambda *choices: random.choice(choices)

    # Each writer returns a text whose lines end with \n, and what is in it.
    def write_json():
        data = mapping()
        return json.dumps(data, indent=space(1, 2, 4, '\t'), ensure_ascii=random.random() < .3) + '\n', data
    def write_jsonl():
        data = [mapping() for _ in range(3)]
        return ''.join(json.dumps(each, separators=(',', ':')) + '\n' for each in data), data
    def write_json5():
        data = {'k%d' % n: text() for n in range(4)}
        lines = ['/* head', ' more */', '{'] + [
            '%s%s: %s, %s' % (space(' ', '\t'), space(key, json.dumps(key)), json.dumps(data[key]), space('', '// c')) for key in data]
        return '\n'.join(lines + ['}']) + '\n', data
    def write_yaml():
        data = {'k%d' % n: space(text(), 'one\ntwo\n', [1, 'x'], 7) for n in range(5)}
        lines = ['# head', '']
        for key, each in data.items():
            if each == 'one\ntwo\n': lines += [key + ': |', '   one', '   two']
            elif isinstance(each, list): lines += [key + ': [ 1, "x"]  # c']
            else: lines.append('%s:  %s' % (key, json.dumps(each, ensure_ascii=False)))
        return '\n'.join(lines) + '\n', data
    def write_toml():
        data = {'k%d' % n: space(text(), 'one\ntwo\n', [1, 2], 7) for n in range(5)}
        lines = ['# head', '']
        for key, each in data.items():
            if each == 'one\ntwo\n': lines += [key + ' = """', 'one', 'two', '"""']
            else: lines.append('%s =  %s' % (key, json.dumps(each, ensure_ascii=False)))
        return '\n'.join(lines) + '\n', data
    def write_table(separator):
        columns = names(random.randrange(1, 5), ',;"\\')
        if len(columns) == 1 and separator == ';': separator = ','
        rows = [[space(text(), '', '\r\n', '\r') for _ in columns] for _ in range(3)]
        def cell(text):
            quoted = random.random() < .4 or text == '' and len(columns) == 1 or set(text) & set(separator + '"\r\n')
            return '"%s"' % text.replace('"', '""') if quoted else text
        # The line ends inside of cells stay as they are.
        inside = lambda text: text.replace('\n', '\1')
        lines = [separator.join(inside(cell(each)) for each in row) for row in [columns] + rows]
        return space('', '', '\n', '\n\n') + '\n'.join(lines) + '\n', [columns] + rows
    def write_csv(): return write_table(space(',', ';', '\t'))
    def write_tsv(): return write_table('\t')
    def write_plist():
        data = mapping()
        xml = plistlib.dumps(data, sort_keys=False).decode()
        return re.sub('^\t+', lambda tabs: indent * len(tabs[0]), xml, flags=re.M) if (indent := space('\t', '  ', '    ')) else xml, data
    def write_strings():
        data = {name: text() for name in names(4)}
        quoted = lambda text: '"%s"' % text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')
        return ''.join('%s%s%s=%s%s;\n' % (space('', '\n', '/* c\n d */\n'), quoted(key), space('', ' '), space('', ' '), quoted(data[key])) for key in data), data

    # Each reader gets a text as other programs read it.
    def read_strings(text):
        unquoted = lambda text: re.sub(r'\\(.)', lambda c: {'n': '\n'}.get(c[1], c[1]), text)
        pairs = re.findall(r'"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)"\s*;', re.sub(r'/\*.*?\*/', '', text, flags=re.S))
        return {unquoted(key): unquoted(each) for key, each in pairs}
    def read_csv(text, separator=None):
        separator = separator or next((c for c in re.sub('"[^"]*"', '', text.strip('\r\n').splitlines()[0]) if c in ',;\t'), ',')
        return [row for row in csv.reader(io.StringIO(text, newline=''), delimiter=separator, strict=True) if row]
    read = {
        'json': json.loads, 'jsonl': lambda text: [json.loads(line) for line in text.splitlines()],
        'json5': lambda text: json.loads(re.sub(r'//.*|/\*[^*]*\*/', '', text)),
        'yaml': yaml.safe_load, 'toml': lambda text: tomllib.loads(text.replace('\r\n', '\n')),
        'csv': read_csv, 'tsv': lambda text: read_csv(text, '\t'), 'strings': read_strings,
        'plist': lambda text: plistlib.loads(text.encode(), fmt=plistlib.FMT_XML),
    }
    for number in range(90):
        format = list(read)[number % len(read)]
        source, data = globals()['write_' + format]()
        end = random.choice(['\n', '\r\n', '\r'][:2 if format == 'toml' else 3])
        codec = random.choice(['utf-8', 'utf-8', 'utf-8-sig', 'utf-16-le', 'utf-16-be'] + ['utf-32-le'] * (format != 'plist'))
        mark = '' if codec.startswith('utf-8') else '\ufeff'
        if mark: source = source.replace('encoding="UTF-8"', 'encoding="UTF-16"')
        content = (mark + source.replace('\n', end).replace('\1', '\n')).encode(codec)
        name = f'{number}.{format}'
        if step == 'write':
            open(name, 'wb').write(content)
            os.utime(name, (0, 0))
            os.link(name, '.' + name)
            continue
        found = open(name, 'rb').read()
        status = os.stat(name)
        isUntouched = found == content and status.st_mtime == 0 and status.st_nlink == 2
        # Of these, the layout is kept whatever else an option changes.
        if step == 'same' or format in ('csv', 'tsv', 'json', 'jsonl'):
            if not isUntouched: print(name, 'is not as before', codec, repr(end), content, found)
            continue
        decoded = found.decode(codec)
        if not decoded.startswith(mark) or codec == 'utf-8-sig' and not found.startswith(b'\xef\xbb\xbf'): print(name, codec, 'without its mark')
        decoded = decoded.removeprefix(mark)
        if '\n' in source and set(re.findall('\r\n|\r|\n', decoded)) - {end}: print(name, repr(end), 'became others', decoded)
        if format == 'plist' and mark: plistlib.loads(found)
        again = read[format](decoded.replace(end, '\n').replace('encoding="UTF-16"', 'encoding="UTF-8"'))
        if again != data: print(name, data, 'became', again)
        elif step == 'sorted' and format == 'plist' and '<data>' not in source and not isUntouched: print(name, content, 'became', found)
    """#

  @Test(arguments: 1...4)
  func keepsEncodingAndLineEnds(seed: Int) throws {
    let scratch = try Scratch()
    try #require(try scratch.shell("python3 --version").status == 0)
    try scratch.write(Self.files, to: "files.py")
    let script = """
      set -e
      mkdir d; cd d
      python3 ../files.py \(seed) write
      decant -i *
      python3 ../files.py \(seed) same
      decant -i -S *
      python3 ../files.py \(seed) sorted
      """
    #expect(try scratch.shell(script) == Outcome(status: 0, output: "", errors: ""))
  }
}
