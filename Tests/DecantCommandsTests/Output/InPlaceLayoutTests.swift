import DecantCommands
import Testing

/// Documents that Python and jq have laid out are rewritten in place: without a change, as read, and with sorted keys as these
/// tools lay out the sorted document.
@Suite struct InPlaceLayoutTests {
  private static let files = #"""
    import json, random, shutil, subprocess, sys
    seed, step = int(sys.argv[1]), sys.argv[2]
    random.seed(seed)
    letters = ['a', 'b', '/', '"', '\\', '\n', '\t', 'é', '😀', '\x7f', '\u2028', '\x01', ' ', '{', '[', ':', ',']
    def text(): return ''.join(random.choice(letters) for _ in range(random.randrange(6)))
    def value(depth):
        kind = random.random() if depth < 4 else 1
        if kind < .25: return {text(): value(depth + 1) for _ in range(random.randrange(5))}
        if kind < .5: return [value(depth + 1) for _ in range(random.randrange(5))]
        return random.choice([None, True, False, 0, -1, 1.5, 10 ** 20, 0.1, text(), text()])
    def ordered(value):
        if isinstance(value, dict):
            return {key: ordered(value[key]) for key in sorted(value, key=lambda key: key.encode())}
        return [ordered(element) for element in value] if isinstance(value, list) else value
    def python(value, layout):
        indent, separators, ascii, end, line = layout
        text = json.dumps(value, indent=indent, separators=separators, ensure_ascii=ascii) + end
        return text.replace('\n', line).encode()
    def jq(value, layout):
        return subprocess.run(['jq', *layout, '.'], input=json.dumps(value).encode(), capture_output=True, check=True).stdout
    for number in range(60):
        original = random.choice([{text(): value(1) for _ in range(4)}, [value(1) for _ in range(4)], value(0)])
        write = random.choice([python, jq]) if shutil.which('jq') else python
        if write == python:
            layout = (
                random.choice([None, 0, 1, 2, 3, 4, 8, '\t']),
                random.choice([None, (',', ':'), (', ', ': '), (',', ': '), (',', ' : '), (', ', ' : ')]),
                random.random() < .5, random.choice(['', '\n', '\n\n']), random.choice(['\n', '\r\n']))
        else:
            layout = random.choice([['--tab'], ['-c'], ['--indent', str(random.randrange(8))], [], ['-a']])
        content = write(ordered(original) if step == 'sorted' else original, layout)
        name = f'{number}.json'
        if step == 'write': open(name, 'wb').write(content)
        elif open(name, 'rb').read() != content: print(name, layout, content)
    """#

  @Test(arguments: 1...4)
  func keepsTheLayoutOfOtherTools(seed: Int) throws {
    let scratch = try Scratch()
    try #require(try scratch.shell("python3 --version").status == 0)
    try scratch.write(Self.files, to: "files.py")
    let script = """
      set -e
      python3 files.py \(seed) write
      decant -i *.json
      python3 files.py \(seed) same
      decant -i --comments drop *.json
      python3 files.py \(seed) same
      decant -i -S *.json
      python3 files.py \(seed) sorted
      """
    #expect(try scratch.shell(script) == Outcome(status: 0, output: "", errors: ""))
  }
}
