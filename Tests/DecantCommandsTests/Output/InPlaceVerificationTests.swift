import Decant
import DecantCore
import Foundation
import Testing

@testable import DecantCommands

/// A file is replaced only after what was written has been read again and has the same values.
@Suite struct InPlaceVerificationTests {
  /// JSON whose writer changes its output.
  private struct SpoilingWriter: EventWriter {
    let spoil: @Sendable (String) -> String
    let destination = MemoryDestination()

    mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
      let own = ByteSink(destination)
      var writer = try Format.json.writer(.init())
      try writer.write(batch, to: own)
      try own.flush()
    }

    mutating func finish(to sink: ByteSink) throws(DecantError) {
      try sink.write(spoil(destination.text))
    }
  }

  private static func registry(_ spoil: @escaping @Sendable (String) -> String) -> FormatRegistry {
    FormatRegistry.standard.adding(
      Format(
        name: "spoiled", extensions: ["spoiled"], summary: "JSON that is spoiled",
        abilities: Format.json.abilities,
        reader: { WatchedReader(of: .json, options: $0, WatchedReader.Count()) { _ in } },
        writer: { _ in SpoilingWriter(spoil: spoil) }))
  }

  private static let differs = "the result differs from the source"
  private static let unreadable = "the result cannot be read back: "

  /// What a writer does wrong, and the message.
  private static let faults: [(spoil: @Sendable (String) -> String, message: String)] = [
    ({ $0.replacingOccurrences(of: "\"x\"", with: "\"y\"") }, differs),
    ({ $0.replacingOccurrences(of: "1.5", with: "1.50001") }, differs),
    ({ $0.replacingOccurrences(of: "\"a\"", with: "\"c\"") }, differs),
    (
      {
        $0.replacingOccurrences(of: ",\\s*\"n\": null", with: "", options: .regularExpression)
      }, differs
    ),
    ({ $0.replacingOccurrences(of: "null", with: "false") }, differs),
    ({ $0.replacingOccurrences(of: "[]", with: "{}") }, differs),
    ({ String($0.dropLast(3)) }, unreadable), ({ _ in "" }, unreadable),
    ({ $0 + "]" }, unreadable),
  ]

  private static let text = #"{"b": "x", "a": [1.5, [], 3], "n": null}"#

  private static let calls: [[String]] = [
    ["-i", "-S", "a.spoiled"], ["-i.old", "-S", "a.spoiled"], ["--diff", "-S", "a.spoiled"],
    ["-n", "-S", "a.spoiled"], ["-o", "a.spoiled", "b.spoiled"],
    ["-o", "{b}.spoiled", "b.spoiled"], ["-i", "--tagged", "a.spoiled"],
    ["archive", "-i", "--type", "T", "a.spoiled"],
  ]

  @Test(arguments: faults.indices, calls)
  func replacesNoFileByAWrongOne(fault: Int, call: [String]) throws {
    let scratch = try Scratch()
    for name in ["a.spoiled", "b.spoiled", "x.spoiled"] { try scratch.write(Self.text, to: name) }
    let (spoil, message) = Self.faults[fault]
    let words = call.map { $0.hasSuffix(".spoiled") ? "\(scratch.path)/\($0)" : $0 }
    let outcome = decant(words: words, registry: Self.registry(spoil))
    #expect(outcome.status == 70, "\(outcome)")
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(".spoiled: error: \(message)"), "\(outcome.errors)")
    #expect(try scratch.names == ["a.spoiled", "b.spoiled", "x.spoiled"])
    for name in try scratch.names { #expect(try scratch.read(name) == Self.text) }
  }

  /// An output that takes no file's place is not read again, nor one that is the file itself.
  @Test(arguments: [
    (["-o", "new.spoiled", "b.spoiled"], ["a.spoiled", "b.spoiled", "new.spoiled"]),
    (["-i", "a.spoiled"], ["a.spoiled", "b.spoiled"]), (["b.spoiled"], ["a.spoiled", "b.spoiled"]),
  ])
  func readsNothingWhereNoFileIsReplaced(call: [String], names: [String]) throws {
    let scratch = try Scratch()
    for name in ["a.spoiled", "b.spoiled"] { try scratch.write(Self.text, to: name) }
    let words = call.map { $0.hasSuffix(".spoiled") ? "\(scratch.path)/\($0)" : $0 }
    let outcome = decant(words: words, registry: Self.registry { _ in "?" })
    #expect(outcome.status == 0)
    #expect(try scratch.names == names)
    #expect(try scratch.read("a.spoiled") == Self.text)
  }

  @Test(arguments: ["-i", "--diff"])
  func replacesAFileByARightOne(option: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.text, to: "a.spoiled")
    let registry = Self.registry { $0.replacingOccurrences(of: "\n", with: " ") }
    let outcome = decant(option, "-S", "\(scratch.path)/a.spoiled", registry: registry)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty == (option == "-i"))
    #expect(try scratch.read("a.spoiled").hasPrefix("{   \"a\"") == (option == "-i"))
  }

  /// Rewrites random documents, with random options, in each pair of formats; prints each call that found a mistake in what
  /// was right, and each file that Python does not read as the document.
  private static let rewriting = #"""
    import csv, io, json, os, plistlib, random, subprocess, sys, tomllib, yaml
    random.seed(int(sys.argv[1]))
    formats = 'json json5 jsonl json-seq yaml toml plist xml1 binary1 strings openstep keyedarchive cbor msgpack csv tsv'.split()
    pieces = ['a', 'B', ' ', 'é', '😀', '"', '\\', "'", ',', ';', ':', '#', '\n', '<', '&', '0', '-', '\t', '=', '|', 'yes', 'null', '~', '1e3',
      '[', '{', '\r\n', '*', '%', '!', '>', '?', '\u2028', '\x85', '\x7f', '.5', '0x1F', '<<', '2001-01-01', '/*', '---', '...', ']]>', '$date']
    texts = lambda count=5: ''.join(random.choice(pieces) for _ in range(random.randrange(count)))
    tagged = [{'$date': '2026-11-21T09:30:00.123456789Z'}, {'$date': '1900-02-28T23:59:59Z'}, {'$data': 'AAECAw=='}, {'$real': 'nan'}, {'CF$UID': 5},
      {'$map': [[1, 2], [None, 'x']]}, {'$text': 'a\\ud800'}, {'$tag': ['!t', {'a': 1}]}, {'$number': '1.00000000000000000000000001'}]
    numbers = [lambda: random.randrange(-100, 100), lambda: random.randrange(-2**63, 2**64), random.random, lambda: -0.0, lambda: 10.0 ** random.randrange(-300, 300)]
    def value(depth, special):
        kind = random.random() if depth < 4 else 1
        if kind < .2: return {texts(3) or 'k': value(depth + 1, special) for _ in range(random.randrange(5))}
        if kind < .35: return [value(depth + 1, special) for _ in range(random.randrange(5))]
        if special and kind < .5: return random.choice(tagged)
        if special and kind < .7: return random.choice(numbers)()
        return random.choice([texts(), texts(), '', random.randrange(100)] + [None, True] * special)
    options = [['-S'], ['-c'], ['--indent', '1'], ['--indent', 'tab'], ['--ascii'], ['--width', '30'], ['--lossy'], ['--tagged'], ['--strict'], ['--split'],
      ['--key-style', 'snake'], ['--yaml-schema', '1.1'], ['--yaml-schema', 'failsafe'], ['--cbor', 'deterministic'], ['--cbor', 'streaming'], ['--msgpack', 'raw'],
      ['--json-layout', 'foundation'], ['--csv-separator', ';'], ['--csv-types'], ['--csv-short-rows'], ['--class-names', 'tags'], ['--toml-version', '1.0'],
      ['--duplicate-keys', 'keep'], ['--at', '/k'], ['--raw'], ['--comments', 'drop'], ['--jobs', '2'], ['--keyedarchive-encoding', 'xml1']]
    def run(*words, input=None): return subprocess.run(['decant', '-q', *words], input=input, capture_output=True)
    read = {
        'json': json.loads, 'yaml': lambda text: list(yaml.safe_load_all(text)), 'toml': lambda text: tomllib.loads(text.decode()), 'xml1': plistlib.loads, 'binary1': plistlib.loads,
        'csv': lambda text: list(csv.DictReader(io.StringIO(text.decode(), newline=''))),
    }
    done = 0
    for number in range(int(sys.argv[2])):
        source, target = random.choice(formats), random.choice(formats)
        if random.random() < .3: target = source
        special = random.random() < .6
        document = {texts(3) or 'k': value(1, special) for _ in range(random.randrange(5))}
        if {source, target} & {'csv', 'tsv'}:
            names = list({texts(3).translate({13: None, 10: None}) or 'k' for _ in range(random.randrange(1, 4))})
            document = [{name: texts() for name in random.sample(names, len(names))} for _ in range(random.randrange(1, 4))]
        made = run('-f', 'json', '-t', source, '--split' if source in ('csv', 'tsv') else '--tagged', input=json.dumps(document).encode())
        if made.returncode: continue
        chosen = random.sample(options, random.choice([0, 1, 1, 2, 3]))
        way = random.choice([['-i'], ['-i'], ['-i'], ['--diff'], ['-o', 'out']])
        while True:
            open('file', 'wb').write(made.stdout)
            open('out', 'wb').write(b'old')
            words = [*way, '-f', source, '-t', target, '--force', *sum(chosen, []), 'file']
            result = run(*words)
            if result.returncode != 64 or not chosen: break
            chosen.pop()
        done += result.returncode == 0
        if result.returncode not in (0, 64, 65): print(words, result.returncode, result.stderr, made.stdout)
        elif result.returncode and (open('file', 'rb').read(), open('out', 'rb').read()) != (made.stdout, b'old'): print(words, 'changed a file')
        elif not result.returncode and way != ['--diff'] and not special and target in read and [each for each in chosen if each[0] in ('--split', '--key-style', '--yaml-schema', '--at', '--raw', '--csv-separator', '--csv-types', '--lossy', '--tagged', '--class-names')] == []:
            # Values that are not text become it where a format has nothing else.
            plain = lambda each: {key: plain(part) for key, part in each.items()} if isinstance(each, dict) else [plain(part) for part in each] if isinstance(each, list) else str(each)
            found = read[target](open('out' if way[0] == '-o' else 'file', 'rb').read())
            rows = lambda each: [plain(part) for part in (each if isinstance(each, list) else [each])]
            if rows(found) != rows(document): print(words, document, 'became', found)
    if done < int(sys.argv[2]) / 2: print('only', done)
    """#

  @Test(arguments: Thoroughness.cases(of: 1...5))
  func findsNoMistakeInWhatIsRight(seed: Int) throws {
    let scratch = try Scratch()
    try #require(try scratch.shell("python3 --version").status == 0)
    try scratch.write(Self.rewriting, to: "rewriting.py")
    let count = Thoroughness.isFull ? 1000 : 200
    #expect(
      try scratch.shell("python3 rewriting.py \(seed) \(count)")
        == Outcome(status: 0, output: "", errors: ""))
  }
}
