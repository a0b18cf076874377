import DecantLibYAML
import DecantTestSupport
import Testing
import Decant

@Suite struct YAMLCommentTests {
  @Test(arguments: YAMLCommentSamples.layouts, YAMLParser.allCases)
  func keepsUsualLayouts(text: String, parser: YAMLParser) throws {
    #expect(try rewritten(text, from: .yaml) { $0.reading.yamlParser = parser } == text)
  }

  @Test(arguments: YAMLCommentSamples.others, YAMLParser.allCases)
  func keepsTheWordsOfOtherLayouts(
    example: (text: String, words: [String]), parser: YAMLParser
  ) throws {
    try expectKept(example.words, example.text, from: .yaml, to: .yaml) {
      $0.reading.yamlParser = parser
    }
    try expectKept(example.words, example.text, from: .yaml, to: .yaml) {
      $0.reading.yamlParser = parser
      $0.writing.indentation = .spaces(4)
    }
  }

  @Test(arguments: YAMLCommentSamples.layouts + YAMLCommentSamples.others.map(\.0))
  func bothParsersLeadToTheSameComments(text: String) throws {
    var options = ReadingOptions()
    options.yamlParser = .libyaml
    let script = try commentScript(of: text, as: .yaml, options)
    options.yamlParser = .own
    #expect(try commentScript(of: text, as: .yaml, options) == script)
  }

  /// The reader looks for comments in blocks of bytes, between which none may be missed.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func findsCommentsAtEveryPlace(lineEnd: String) throws {
    for width in 0..<140 {
      let lines = [
        "a:", "  - b: [1, {c: d}]", "    e: f", "g: " + String(repeating: "x", count: width),
        "h: 1 # t", "i: '#' ", "", "j: # k", "  - l: |", "      # no", "", "      m", "    # n",
        "    o: p", "  # q", "# r", "s: #t", "  ", "u: v#w", "# x",
      ]
      let text = Array(lines.joined(separator: lineEnd).utf8)
      var options = ReadingOptions()
      options.yamlParser = .libyaml
      let script = try commentScript(of: text, as: .yaml, options)
      options.yamlParser = .own
      #expect(try commentScript(of: text, as: .yaml, options) == script, "\(width)")
      #expect(script.count(of: "#(") == 7)
      #expect(script.count(of: "~") == 2)
    }
  }

  @Test func findsCommentsAfterLongPartsWithoutThem() throws {
    let part = "a:\n  - b: 1\n    c:\n      - {d: 2}\n"
    let comments = "      # e\n    # f\n  # g\n# h\n"
    for count in [10, 300, 3000] {
      let text = String(repeating: "-\n  x: y\n", count: count) + "---\n" + part + comments
      let script = try commentScript(of: Array(text.utf8), as: .yaml, ReadingOptions())
      let expected = ##"{ "a": [ { "b": 1 "c": [ { "d": 2 } #( e) ] #( f) } #( g) ] } #( h)"##
      #expect(script.hasSuffix(expected), "\(script.suffix(200))")
    }
  }

  @Test(
    arguments: [
      (
        "# h\n\na: 1  # t\n\n# b\nb: 2\n\n# e\n",
        ##"#( h) ~ { "a": 1 ^#( t) ~ #( b) "b": 2 } ~ #( e)"##
      ),
      ("a:  # k\n  - 1  # o\n  # e\nb: 1\n", ##"{ "a": ^#( k) [ 1 ^#( o) #( e) ] "b": 1 }"##),
      ("a: |  # m\n  # no\nb: 1\n", ##"{ "a": ^#( m) "# no\n" "b": 1 }"##),
      ("a: \"one\n  two\"  # t\n", ##"{ "a": "one two" ^#( t) }"##),
      (
        "a: b#c\nb: '# x'\nc: \"# y\"\nd: x:#\n",
        ##"{ "a": "b#c" "b": "# x" "c": "# y" "d": "x:#" }"##
      ),
      ("a: one\n  two  # t\nb: >\n  # no\n", ##"{ "a": "one two" ^#( t) "b": "# no\n" }"##),
      ("#\n#!/bin/x\na\n", ##"#() #(!/bin/x) "a""##),
      ("a: 1\r\n\r\n# b\r\nb: 2  # t\r\n", ##"{ "a": 1 ~ #( b) "b": 2 ^#( t) }"##),
    ], YAMLParser.allCases)
  func readsCommentsWhereTheyBelong(
    example: (text: String, script: String), parser: YAMLParser
  ) throws {
    var options = ReadingOptions()
    options.yamlParser = parser
    #expect(try commentScript(of: example.text, as: .yaml, options) == example.script)
  }

  @Test func emitsNoCommentsUnlessAsked() throws {
    for text in YAMLCommentSamples.layouts + YAMLCommentSamples.others.map(\.0) {
      let script = try events(of: text, as: .yaml)
      #expect(!script.contains("#(") && !script.contains(" ~"), "\(text)")
    }
  }

  static let pairs = [
    (
      "// h\n\n{\n  \"a\": 1, // one\n  // about b\n"
        + "  \"b\": [\n    2, // two\n    3\n    // end\n  ]\n}\n",
      "# h\n\na: 1  # one\n# about b\nb:\n  - 2  # two\n  - 3\n  # end\n"
    ),
    (
      "[\n  1, // one\n\n  // two\n  {\n    \"a\": 2 // a\n    // b\n  }\n]\n// end\n",
      "- 1  # one\n\n# two\n- a: 2  # a\n  # b\n# end\n"
    ),
  ]

  @Test(arguments: pairs)
  func convertsCommentsBothWays(json5: String, yaml: String) throws {
    #expect(try rewritten(json5, from: .json5, to: .yaml) == yaml)
    #expect(try rewritten(yaml, from: .yaml, to: .json5) == json5)
  }

  @Test(arguments: YAMLCommentSamples.layouts)
  func isStableFromTheSecondConversion(text: String) throws {
    guard !text.contains("---") else { return }
    let json5 = try rewritten(text, from: .yaml, to: .json5)
    #expect(try rewritten(json5, from: .json5) == json5)
    let yaml = try rewritten(json5, from: .json5, to: .yaml)
    #expect(try rewritten(yaml, from: .yaml) == yaml)
    let back = try rewritten(yaml, from: .yaml, to: .json5)
    #expect(try rewritten(back, from: .json5, to: .yaml) == yaml)
  }

  @Test func replacesCharactersThatYAMLForbids() throws {
    let text = "// one \u{7} two \u{FFFE}\n1 // three \u{7F} four \u{85} five \u{1B}"
    let words = ["one", "two", "three", "four", "five"]
    let output = try expectKept(words, text, from: .json5, to: .yaml)
    let forbidden = "\u{7}\u{FFFE}\u{7F}\u{1B}".unicodeScalars
    #expect(!output.unicodeScalars.contains { forbidden.contains($0) })
    let ascii = try expectKept(words, text, from: .json5, to: .yaml) { $0.writing.ascii = true }
    #expect(ascii.utf8.allSatisfy { $0 < 0x7F })
  }

  @Test func writesBlockCommentsAsSeveralLines() throws {
    let text = "/* one\n * two\n */\n{\n  \"a\": /* three */ 1 /* four\n    five */\n}\n"
    try expectKept(["one", "two", "three", "four", "five"], text, from: .json5, to: .yaml)
  }

  @Test(arguments: [
    #"{"a": "x\ny\n", // cA{n}"b": 1}"#, #"{"o": {"a": "x\ny\n" // cA{n}}, "b": 1}"#,
    #"{"o": {"a": "x\n\n" // cA{n}}, "b": ["x\ny" // cB{n}// cC{n}]}"#,
    #""x\ny\n" // cA"#, #"[["x\ny"] // cA{n}, {"a": "x\ny\n\n"} // cB{n}]"#,
    #"{"a": // cA{n}"x\ny", "b": /* cB */ "x\ny\n", "c": // cC{n}// cD{n}"\n x"}"#,
    #"{/* cA */ "a\nb": /* cB */ "c\nd" /* cC */}"#,
  ])
  func keepsCommentsOutOfBlockTexts(template: String) throws {
    let text = template.replacing("{n}", with: "\n")
    let words = ["cA", "cB", "cC", "cD"].filter { text.contains($0) }
    try expectKept(words, text, from: .json5, to: .yaml)
    try expectKept(words, text, from: .json5, to: .yaml) { $0.writing.indentation = .spaces(1) }
    try expectKept(words, text, from: .json5, to: .yaml) { $0.writing.indentation = .compact }
  }
}
