import DecantTestSupport
import Testing

@testable import Decant

/// Documents with each token and kind of string, with line feeds, CRLF and both, and mutations of them: Python's
/// `tomllib` accepts the same ones, and reads the same values.
@Suite struct TOMLMutationTests {
  /// Reads documents in hexadecimal, one per line, and writes each as tagged JSON, or `"invalid"`.
  private static let tomllib = Oracle(
    description: "tomllib",
    command: [
      "python3", "-c",
      """
      import datetime, json, math, sys, tomllib
      def tagged(value):
          if isinstance(value, dict): return {key: tagged(item) for key, item in value.items()}
          if isinstance(value, list): return [tagged(item) for item in value]
          if isinstance(value, datetime.datetime):
              if value.tzinfo is None: return 'local ' + value.isoformat()
              return 'date ' + value.astimezone(datetime.timezone.utc).isoformat()
          if isinstance(value, (datetime.date, datetime.time)): return 'local ' + value.isoformat()
          if isinstance(value, float):
              return str(value) if math.isfinite(value) else 'nan' if math.isnan(value) else str(value)
          if isinstance(value, int) and not isinstance(value, bool): return 'integer ' + str(value)
          return value
      for line in sys.stdin:
          if line.strip() == '0':
              print(0)
              continue
          try:
              data = tagged(tomllib.loads(bytes.fromhex(line).decode()))
          except (ValueError, OverflowError):
              data = 'invalid'
          print(json.dumps(data))
      """,
    ])

  /// What `tagged` in Python makes of a value.
  private static func tagged(_ value: Value) -> Value {
    switch value {
    case .sequence(let elements): return .sequence(elements.map(tagged))
    case .mapping(let mapping):
      return .mapping(Mapping(mapping.map { ($0.key, tagged($0.value)) }))
    case .number(let number):
      if number.isInteger, let integer = number.int { return .string("integer \(integer)") }
      return .string(number.double?.pythonText ?? "")
    case .date(let date):
      return .string("date " + "\(date)".replacing("Z", with: "+00:00"))
    case .localTime(let time): return .string("local \(time)")
    default: return value
    }
  }

  /// Lines in which each token and each kind of string is next to a line end, or has one.
  private static let lines = [
    "# é comment", "", "  ", "a = 1", "b.c = \"x\\ty\" # d", "'e \\n' = '\\d+\\s'",
    "f = '''\n\\d+\n'''",
    "g = '''C:\\new\n\n\\u0041 ''x'''", "h = \"\"\"\nx\\ny \\\n  z\n\"\"\"",
    "i = \"\"\"a\\\\\n\"b\" \\\"\"\"\"",
    "j = [ # k\n  'l\\',\n  '''\\\n''', # m\n\n  0x1F,\n]",
    "n = { o = '\\p', \"q\\u0041\" = \"\"\"\n\\\n\"\"\" }",
    "[r]", "[[s]] # t", "[r.'u\\']", "v = 1979-05-27 07:32:00-07:00",
    "w = 07:32:00\nx = 1979-05-27",
    "y = -inf", "z = [\n]", "aa = true\nab = 1_0.5e-1", "ac = ''''''\nad = ''\nae = \"\"\"\n\"\"\"",
    "af = '''\n\n\\\n'''",
  ]

  private static func document(using generator: inout SeededGenerator) -> [UInt8] {
    var text = ""
    var rest = lines.shuffled(using: &generator)
    for _ in 0..<Int.random(in: 1...6, using: &generator) { text += rest.removeLast() + "\n" }
    if Bool.random(using: &generator) { text.removeLast() }
    let ends = [["\n"], ["\r\n"], ["\n", "\r\n"]].randomElement(using: &generator) ?? []
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) {
      $0 += ($0.isEmpty ? "" : ends.randomElement(using: &generator) ?? "").utf8
      $0 += $1.utf8
    }
  }

  private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let pieces = [
      "\n", "\r\n", "\r", "'", "'''", "\"", "\"\"\"", "\\", "\\\\", "\\n", "#", " ", "\t", "=", ".",
      ",", "[", "]", "{", "}", "\u{e9}", "\0", "_",
    ]
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let piece = Array((pieces.randomElement(using: &generator) ?? "").utf8)
    if Bool.random(using: &generator) { bytes.insert(contentsOf: piece, at: place) }
    if Bool.random(using: &generator), place < bytes.count { bytes.remove(at: place) }
  }

  private static func documents() -> [[UInt8]] {
    var generator = SeededGenerator(seed: 19)
    return (0..<4000).map { index in
      var bytes = document(using: &generator)
      if index % 2 == 1 {
        for _ in 0..<Int.random(in: 1...2, using: &generator) { mutate(&bytes, using: &generator) }
      }
      return bytes
    }
  }

  @Test(.enabled(if: tomllib.isInstalled)) func readsEachLineEndAsPythonDoes() throws {
    let documents = Self.documents()
    let lines = documents.map { hexDigits($0) + "\n" }
    let output = try Self.tomllib.run(Array(lines.joined().utf8))
    let answers = String(decoding: try #require(output), as: UTF8.self).split(separator: "\n")
    try #require(answers.count == documents.count)
    var options = ReadingOptions()
    options.tomlVersion = .v1_0
    var valid = 0
    for (document, answer) in zip(documents, answers) {
      let found: Value
      do throws(DecantError) {
        found = Self.tagged(try Value(parsing: document, as: .toml, options: options))
        valid += 1
      } catch {
        found = "invalid"
      }
      let expected = try Value(parsing: String(answer), as: .json)
      #expect(found == expected, "\(String(decoding: document, as: UTF8.self).debugDescription)")
    }
    #expect(valid > 2000 && valid < 3900)
  }

  private static func place(_ tokens: String...) -> DocumentPointer {
    DocumentPointer(tokens: tokens)
  }

  /// What a change moves has the value that it had, whatever ends its lines.
  @Test(.enabled(if: tomllib.isInstalled), arguments: ["\n", "\r\n"])
  func movesLiteralStrings(lineEnd: String) throws {
    let text = "[a]\nb = '''C:\\new\n\\d+\n'''\n[c]\nd = 1\n".replacing("\n", with: lineEnd)
    var editor = try DocumentEditor(Array(text.utf8), as: .toml)
    try editor.apply(
      .patch(JSONPatch([.move(from: Self.place("a", "b"), to: Self.place("c", "e"))])))
    let answer = try #require(try Self.tomllib.run(Array((hexDigits(editor.bytes) + "\n").utf8)))
    #expect(
      try Value(parsing: answer, as: .json)
        == ["a": [:], "c": ["d": "integer 1", "e": "C:\\new\n\\d+\n"]])
  }
}

extension Double {
  fileprivate var pythonText: String {
    isNaN ? "nan" : isInfinite ? (self < 0 ? "-inf" : "inf") : description
  }
}
