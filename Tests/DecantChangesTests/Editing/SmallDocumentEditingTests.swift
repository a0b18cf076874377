import Decant
import DecantTestSupport
import Testing

/// Every edit of every document of a few tokens, so that a failure has a minimal example.
///
/// Of the 80,000 longest documents one in 20 takes 15 s of processor time.
@Suite struct SmallDocumentEditingTests {
  static let languages: [(format: String, tokens: [String], count: Int)] = [
    (
      "yaml", ["a", "'b'", ": ", "- ", "\n", "  ", "!t ", "&x ", "*x ", "[", "]", "{", "}", ","], 3
    ),
    ("yaml", ["a", ":", ": ", "- ", "\n", "  ", " #c\n", "|\n", "---", "[ ]", "{ }"], 4),
    ("openstep", ["a", "\"b\"", "=", ";", " ", "\n", "{", "}", "(", ")", "/*c*/", "<ab>"], 4),
    ("json5", ["a", "'b'", ":", " ", "\n", "{", "}", "[", "]", ",", "//c\n", "1"], 4),
    (
      "toml",
      [
        "a=1\n", "a.b=1\n", "b={a=1,c.d=2}\n", "c=[1,2]\n", "[a]\n", "[a.b]\n", "[c.a.b]\n",
        "[[a]]\n",
        "[[d.a]]\n", "#c\n", "\n", "  ",
      ], 4
    ),
  ]

  @Test(arguments: languages.indices)
  func everyEditSucceedsOrIsRefused(index: Int) throws {
    let (name, tokens, count) = Self.languages[index]
    let format = try FormatRegistry.standard.format(named: name)
    var texts = [""]
    for length in 1...count {
      texts = texts.flatMap { text in tokens.map { text + $0 } }
      for text in length < count ? texts : Thoroughness.cases(of: texts, by: 20) {
        let violation = EditInvariants.violation(ofAnyEditOf: Array(text.utf8), as: format)
        if let violation { Issue.record("\(text.debugDescription): \(violation)") }
      }
    }
  }
}
