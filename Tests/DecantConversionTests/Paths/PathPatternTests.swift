import DecantTestSupport
import Testing

import Decant
@testable import DecantConversion

@Suite struct PathPatternTests {
  static let spellings: [(tokens: [KeyText], text: String)] = [
    ([], ""), ([""], "/"), (["a/b", "~"], "/a~1b/~0"),
    (["*", "**", "***", "a*"], "/~*/~*~*/***/a*"),
    (["[a]", "a[0]"], "/~[a]/a[0]"), (["0", "-1", "-"], "/0/-1/-"),
    (["a\nb", "c\"\\"], #".["a\nb"]["c\"\\"]"#), (["\u{1}\u{7F}"], #".["\u0001\u007f"]"#),
    (["é", "e\u{301}"], "/é/e\u{301}"), (["\u{301}"], "/\u{301}"),
  ]

  @Test(arguments: spellings) func writesPathsThatCanBePasted(tokens: [KeyText], text: String)
    throws
  {
    #expect(PathPattern.spelling(of: tokens) == text)
    #expect(try PathPattern(text).names == tokens)
  }

  @Test func writesAllNamesSoThatTheyCanBePasted() throws {
    var random = SeededGenerator(seed: 3)
    let alphabet = Array("~*[]/.\"\\'\n\t 0-aé\u{301}\u{7F}\u{0}😀".unicodeScalars)
    for _ in 0..<5000 {
      let tokens = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          text.append(alphabet.randomElement(using: &random) ?? "a")
        }
        return KeyText(String(text))
      }
      let text = PathPattern.spelling(of: tokens)
      #expect(try PathPattern(text).names == tokens, "\(text)")
      #expect(!text.utf8.contains { $0 < 0x20 })
    }
  }

  static let copies: [(path: String, match: [KeyText], target: String, tokens: [KeyText]?)] = [
    ("/jobs/*/env", ["jobs", "build", "env"], "/jobs/*/vars", ["jobs", "build", "vars"]),
    ("/*/*", ["a", "b"], "/x/*/y/*", ["x", "a", "y", "b"]),
    ("/**/old", ["a", "b", "old"], "/**/new", ["a", "b", "new"]),
    ("/**/old", ["old"], "/**/new", ["new"]), ("/l/[a=1]/b", ["l", "3", "b"], "/m/*", ["m", "3"]),
    ("/l/-1", ["l", "3"], "/m", ["m"]), ("/a", ["a"], "/b/*", nil),
    ("/*/b", ["a", "b"], "/c", nil),
    ("/**/b", ["a", "a", "b"], "/*", nil), ("/a", ["b"], "/c", nil), ("/**/b", ["a"], "/**", nil),
    ("/**/a/**/b", ["a", "a", "b"], "/**/x/**", ["x", "a"]),
  ]

  @Test(arguments: copies) func fillsWildcards(
    path: String, match: [KeyText], target: String, tokens: [KeyText]?
  ) throws {
    let captures = try PathPattern(path).captures(in: match)
    let target = try PathPattern(target)
    #expect(captures.flatMap { target.filled(with: $0) } == tokens)
  }

  @Test func hasAParent() throws {
    let path = try PathPattern("/l/*/-")
    #expect(path.parent?.path.steps == [.name("l"), .any(orKey: "*")])
    #expect(path.parent?.step == .name("-"))
    #expect(try PathPattern("").parent == nil)
  }

  // MARK: Documents

  static let selections: [(text: String, selected: [Int])] = [
    ("1", [1]), ("3", [3]), ("4", []), ("[kind=Service]", [2, 3]),
    ("[kind=Service, metadata/name=b]", [3]), ("[!kind]", []),
  ]

  @Test(arguments: selections) func selectsDocuments(text: String, selected: [Int]) throws {
    let sources = [
      "{kind: Pod}", "{kind: Service, metadata: {name: a}}", "{kind: Service, metadata: {name: b}}",
    ]
    let selection = try DocumentSelection(text)
    let numbers = try (1...3).filter {
      try selection.selects($0, Document(parsing: sources[$0 - 1], as: .yaml).root)
    }
    #expect(numbers == selected)
  }

  @Test(arguments: ["", "0", "-1", "01", "x", "[", "[]", "[a]b", "1 "])
  func refusesOtherSelections(text: String) {
    #expect(throws: DecantError.self) { try DocumentSelection(text) }
  }
}
