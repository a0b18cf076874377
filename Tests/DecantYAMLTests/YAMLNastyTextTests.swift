import DecantTestSupport
import Testing
import Decant

/// Every text is read back unchanged in every position.
@Suite struct YAMLNastyTextTests {
  static let nasty: [String] =
    [
      "", " ", "   ", "\t", "\n", "\n\n", "\r", "\r\n", "- ", "? ", ": ", " #", "---", "...",
      "--- a",
      "... a", "-", "--", "---x", "-a", "- a", "?a", ":a", "#a", "a:", "a: b", "a:b", "a::b",
      "a #b",
      "a#b", "a b", "a  b", " a", "a ", "a \t", "a,b", "a]", "[a", "{a", "}", "*a", "&a", "!a",
      "!!str a",
      "|", ">", "%a", "%YAML 1.1", "@a", "`a", "\"a", "'a", "a'b", "''", "a\"b", "\\", "a\\b", "a?",
      "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{80}", "\u{9F}", "\u{A0}", "\u{7F}",
      "\u{FFFD}",
      "\u{FFFE}", "\u{FFFF}", "\u{D7FF}", "\u{E000}", "\u{10FFFF}", "\u{1FFFE}", "\u{200B}", "😀",
      "é",
      "a\nb", "a\n", "a\n\n", "\na", " a\nb", "\n a", " \n", "a\n ", "a\n  \nb", "a \nb", "\ta\nb",
      "a\n\tb", "a\n# b", "---\na", "a\n---\n", "a\n...\nb", "\n\n\n a\n", "a\r\nb", "a\n\u{2028}b",
      "- a\n- b", "a: |\n  b", "a\n\n\nb\n\n\n", "key: |", "http://x.org/y?z#a", "C:\\x", "\u{0}",
    ] + meaningful
    + [("x", 1000), ("x", 1001), ("x", 1023), ("x", 1024), ("x", 1025), ("x", 9000)].map {
      String(repeating: $0.0, count: $0.1)
    }
    + [("it's ", 300), ("é", 600), ("😀", 300), ("\u{1}", 300), ("line\n", 300), ("a b ", 2500)].map
  {
    String(repeating: $0.0, count: $0.1)
  }

  /// Plain scalars that are not strings for some reader of YAML 1.1 or 1.2.
  static let meaningful = [
    "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "FALSE", "yes", "Yes", "no", "NO",
    "on", "ON", "off", "Off", "y", "Y", "n", "N", "0", "-0", "+1", "12", "017", "08", "0o17",
    "0x1F",
    "0b11", "-0x1f", "1_000", "1,000", "1.5", "1.", ".5", "-.5", "+.5", "1e3", "1E400", "1.5e+10",
    "1.5e10", ".inf", ".Inf", "-.INF", "+.inf", ".nan", ".NaN", "12:30", "12:30:00", "190:20:30.15",
    "2001-01-01", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5",
    "2026-11-21T09:30:00Z",
    "=", "<<", "1.2.3", "685_230.15", "-", ".", "..", "+", "+-1",
  ]

  static let short: [String] = {
    let ascii = (0..<128).compactMap { Unicode.Scalar($0).map { String($0) } }
    return ascii + ascii.flatMap { first in ascii.map { first + $0 } }
  }()

  static let random: [String] = {
    var generator = SeededGenerator(seed: 11)
    let letters = Array("ab01 :#-\n\t'\"\\,[]{}?!&*|>%@`.é\u{2028}\u{85}\r~=<+_eE")
    return (0..<1500).map { _ in
      String(
        (0..<Int.random(in: 3...10, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "a"
        })
    }
  }()

  enum Layout: CaseIterable {
    case narrow, usual, wide, brackets, ascii

    func apply(to plan: inout Plan) {
      switch self {
      case .narrow: plan.writing.indentation = .spaces(1)
      case .usual: break
      case .wide: plan.writing.indentation = .spaces(9)
      case .brackets: plan.writing.indentation = .compact
      case .ascii: plan.writing.ascii = true
      }
    }
  }

  @Test(arguments: Layout.allCases) func libyamlReadsNastyTextsBack(layout: Layout) throws {
    try expectSame(Self.nasty + Self.random, layout)
  }

  @Test func libyamlReadsEachTextOfOneOrTwoASCIICharactersBack() throws {
    for layout in [Layout.usual, .brackets] { try expectSame(Self.short, layout) }
  }

  private func expectSame(_ texts: [String], _ layout: Layout) throws {
    let source = texts.map(Self.document).joined(separator: "\n")
    let text = try yaml(source, layout.apply)
    let words = try #require(libyamlWords(text), "libyaml refuses what was written in \(layout)")
    let expected = texts.map(Self.words)
    guard words != Array(expected.joined()) else { return }
    let documents = words.split(separator: ".", omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      let document = index < documents.count ? Array(documents[index]) + ["."] : []
      #expect(document == expected[index], "\(text.debugDescription) in \(layout)")
    }
  }

  private static func document(of text: String) -> String {
    let s = json(text)
    return
      "{\"key\":\(s),\"seq\":[\(s),[\(s),[\(s)]],{\"in\":\(s)}],\"map\":{\(s):[\(s),{\(s):{}}]}}"
      + "\n\(s)\n{\(s):{\(s):\(s)}}"
  }

  private static func words(of text: String) -> [String] {
    let s = "=" + text
    return ["{", "=key", s, "=seq", "[", s, "[", s, "[", s, "]", "]", "{", "=in", s, "}", "]"]
      + ["=map", "{", s, "[", s, "{", s, "{", "}", "}", "]", "}", "}", "."]
      + [s, ".", "{", s, "{", s, s, "}", "}", "."]
  }

  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func pyYAMLReadsTheSameTexts() throws {
    try expectSameTexts(.pyYAML)
  }

  @Test(.enabled(if: Oracle.pyYAMLByLibYAML.isInstalled))
  func pyYAMLByLibYAMLReadsTheSameTexts() throws {
    try expectSameTexts(.pyYAMLByLibYAML)
    try expectSameValues(Self.short, .usual, .pyYAMLByLibYAML)
  }

  @Test(.enabled(if: Oracle.perlYAML.isInstalled)) func perlReadsTheSameTexts() throws {
    try expectSameTexts(.perlYAML)
  }

  @Test(.enabled(if: Oracle.psych.isInstalled)) func psychReadsTheSameTexts() throws {
    try expectSameTexts(.psych)
  }

  private func expectSameTexts(_ oracle: Oracle) throws {
    let texts = Self.nasty + Self.random.prefix(300)
    for layout in Layout.allCases { try expectSameValues(texts, layout, oracle) }
  }

  private func expectSameValues(
    _ texts: [String], _ layout: Layout, _ oracle: Oracle
  ) throws {
    let lines = texts.map { "[\(Self.json($0)),{\(Self.json($0)):\(Self.json($0))}]" }
    let text = try yaml(lines.joined(separator: "\n"), layout.apply)
    let output = try #require(try oracle.run(Array(text.utf8)), "\(oracle) refuses \(layout)")
    let read = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    guard read != lines else { return }
    #expect(read.count == lines.count)
    for (one, other) in zip(read, lines) { #expect(one == other) }
  }

  private static func json(_ text: String) -> String {
    let parts = text.utf16.map { unit -> String in
      switch unit {
      case 0x22: return "\\\""
      case 0x5C: return "\\\\"
      case 0x0A: return "\\n"
      case 0x0D: return "\\r"
      case 0x09: return "\\t"
      case 0x08: return "\\b"
      case 0x0C: return "\\f"
      case 0x20..<0x7F: return String(UnicodeScalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return "\"" + parts.joined() + "\""
  }
}

extension Oracle {
  fileprivate static func == (one: Oracle, other: Oracle) -> Bool {
    one.description == other.description
  }
}
