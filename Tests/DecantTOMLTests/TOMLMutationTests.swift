import DecantTestSupport
import Testing
import Decant

/// Documents with each token and kind of string, with line feeds, CRLF and both, and mutations of them: Python's
/// `tomllib` accepts the same ones, and reads the same values.
@Suite struct TOMLMutationTests {
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

  @Test(.enabled(if: Oracle.tomlValues.isInstalled)) func readsEachLineEndAsPythonDoes() throws {
    let documents = Self.documents()
    let answers = try Oracle.tomlValues(of: documents)
    var options = ReadingOptions()
    options.tomlVersion = .v1_0
    var valid = 0
    for (document, answer) in zip(documents, answers) {
      let found: Value
      do throws(DecantError) {
        found = Oracle.tagged(try Value(parsing: document, as: .toml, options: options))
        valid += 1
      } catch {
        found = "invalid"
      }
      #expect(found == answer, "\(String(decoding: document, as: UTF8.self).debugDescription)")
    }
    #expect(valid > 2000 && valid < 3900)
  }

  private static func place(_ tokens: String...) -> DocumentPointer {
    DocumentPointer(tokens: tokens)
  }

  /// What a change moves has the value that it had, whatever ends its lines.
  @Test(.enabled(if: Oracle.tomlValues.isInstalled), arguments: ["\n", "\r\n"])
  func movesLiteralStrings(lineEnd: String) throws {
    let text = "[a]\nb = '''C:\\new\n\\d+\n'''\n[c]\nd = 1\n".replacing("\n", with: lineEnd)
    var editor = try DocumentEditor(Array(text.utf8), as: .toml)
    try editor.apply(
      .patch(JSONPatch([.move(from: Self.place("a", "b"), to: Self.place("c", "e"))])))
    #expect(
      try Oracle.tomlValues(of: [editor.bytes])
        == [["a": [:], "c": ["d": "integer 1", "e": "C:\\new\n\\d+\n"]]])
  }
}
