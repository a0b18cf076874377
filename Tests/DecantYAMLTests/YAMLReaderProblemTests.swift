import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

/// `‸` marks the byte that the error must point at.
@Suite struct YAMLReaderProblemTests {
  typealias Problem = DecantError.Problem

  static let problems: [(Marked, Problem)] = [
    ("a:\n‸\tb: 1\n", .yaml(.tabInIndentation)),
    ("a: 1\n‸\tb: 2\n", .yaml(.tabInIndentation)),
    ("a: b‸: c\n", .yaml(.misplacedColon)),
    ("{a: b‸: c}\n", .yaml(.misplacedColon)),
    ("a: 'b'‸: c\n", .yaml(.misplacedColon)),
    ("a: x\n  b‸: y\n", .yaml(.colonInText(beganInLine: 1))),
    ("é:\n  - a: é\n     b‸: y\n", .yaml(.colonInText(beganInLine: 2))),
    ("--- a‸: b\n", .yaml(.mappingAfterMarker)),
    ("x\n--- a‸: b\n", .yaml(.mappingAfterMarker)),
    ("a: ‸? b\n", .yaml(.misplacedQuestionMark)),
    ("a‸:b\nc: d\n", .yaml(.missingSpaceAfterColon)),
    ("é:\n  é‸:b\n  c: d\n", .yaml(.missingSpaceAfterColon)),
    ("‸a\nb: c\n", .yaml(.missingColon)),
    ("- 1\n- ‸a\n  b: c\n", .yaml(.missingColon)),
    ("a: 1\nb‸:2\nc: 3\n", .yaml(.missingSpaceAfterColon)),
    ("é: 1\né‸:2\n", .yaml(.missingSpaceAfterColon)),
    ("a: 1\n‸b\n", .yaml(.missingColon)),
    ("a: ‸\"abc\nb: 1\n", .unterminatedString),
    ("a: ‸'abc", .unterminatedString),
    ("a: ‸[1, 2\nb: 3\n", .unclosedBracket("[", before: .init(text: "':'", line: 2))),
    ("a:\n  ‸[1,2", .unclosedBracket("[", before: nil)),
    ("a: ‸{b: [1, 2]\n", .unclosedBracket("{", before: nil)),
    ("a: [1, 2\n  b‸: 3]\n", .yaml(.multilineKey)),
    (
      "a: {b: 1,\n  c: \"d\" ‸\"e\"}\n",
      .yaml(.unclosed(.mapping, openedInLine: 1, .scalar("\"")))
    ),
    ("a: ‸{b: 1]", .unclosedBracket("{", before: .init(text: "']'", line: 1))),
    ("a:\n  - b\n ‸- c\n", .yaml(.misplacedElement)),
    ("a: b\n‸-\n", .yaml(.misplacedElement)),
    ("a:\n  b: 1\n ‸c: 2\n", .yaml(.misindented(.mapping, asInLine: 2))),
    ("a:\n  - b\n  ‸c: 1\n", .yaml(.misindented(.sequence, asInLine: 2))),
    ("a: 1\nb:\n    - c: 1\n      d: 2\n   ‸e: 3\n", .yaml(.misindented(.mapping, asInLine: 3))),
    ("a: 'b'\n  ‸c: 1\n", .yaml(.misindented(.mapping, asInLine: 1))),
    ("a: ‸- b\n", .yaml(.misplacedDash)),
    ("a: ‸*x\n", .yaml(.undefinedAlias("x"))),
    ("--- &x a\n--- ‸*x\n", .yaml(.undefinedAlias("x"))),
    ("a: ‸@b\n", .yaml(.reservedIndicator("@"))),
    ("a: ‸`b`\n", .yaml(.reservedIndicator("`"))),
    ("a: ‸%b\n", .yaml(.reservedIndicator("%"))),
    ("a: 1\n‸%b: 2\n", .yaml(.malformedDirective)),
    ("a: \"x\n‸---\ny\"\n", .yaml(.documentMarkerInside)),
    ("a: [1,\n‸---\n2]\n", .yaml(.documentMarkerInside)),
    ("a: 'it'‸s'\n", .yaml(.trailingQuote("'", .scalar("s")))),
    ("a: \"x\" ‸y\n", .yaml(.trailingQuote("\"", .scalar("y")))),
    ("a: [x] ‸y\n", .yaml(.trailing(.scalar("y")))),
    ("a: [x]‸]\n", .yaml(.trailing(.scalar("]")))),
    ("a: ‸*.txt\n", .yaml(.undefinedAlias(".txt"))),
    ("a: ‸* b\n", .yaml(.missingName("*"))),
    ("- &x a\n- ‸*x: b\n", .yaml(.undefinedAlias("x:"))),
    ("a: |\n  ‸\n x\n", .yaml(.longBlankLine)),
    ("a: \"é\"‸#b\n", .yaml(.missingSpaceBeforeComment)),
    ("[a,‸#b\n]\n", .yaml(.missingSpaceBeforeComment)),
    ("a: |‸#b\n  c\n", .yaml(.missingSpaceBeforeComment)),
    ("- [a, ‸-]\n", .yaml(.reservedIndicator("-"))),
    ("{‸?, a}\n", .yaml(.reservedIndicator("?"))),
    ("é: b\n‸%YAML 1.2\n---\nc\n", .yaml(.directiveInDocument)),
    ("---\n‸%TAG ! a\n---\n", .yaml(.directiveInDocument)),
    ("‸%YAML 1.1#é\n---\na\n", .yaml(.malformedDirective)),
    ("%YAML 1.2\n‸%YAML 1.2\n---\na\n", .yaml(.repeatedDirective)),
    ("%TAG !a! b\n# c\n‸%TAG !a! b\n---\na\n", .yaml(.repeatedDirective)),
    ("‸%TAG a b\n---\na\n", .yaml(.malformedDirective)),
    ("- a: !b c\n  d: ‸!e!f g\n", .yaml(.undefinedTagHandle)),
    ("- ‸!e%FF f\n", .yaml(.malformedTag)),
    ("a:\n‸|\n b\n", .yaml(.misindented(.mapping, asInLine: 1))),
    ("&fbd?bdA‸{\na: b\n", .yaml(.malformedName("&", .scalar("{")))),
    ("a: &b‸]\n", .yaml(.malformedName("&", .scalar("]")))),
    ("a: &b ‸*c\n", .yaml(.missingValue(.scalar("*")))),
    ("a: &b ‸&c d\n", .yaml(.missingValue(.scalar("&")))),
    ("\"a\n b\"‸: c\n", .yaml(.multilineKey)),
    ("[a\n b‸: c]\n", .yaml(.multilineKey)),
    ("a: |\n‸\t\nb: c\n", .yaml(.tabInIndentation)),
    ("a: ‸& b\n", .yaml(.missingName("&"))),
    ("%YAML 1.2\n‸a: 1\n", .yaml(.missingMarkerAfterDirective)),
    ("a: 1\n...\n%YAML 1.2\n\n‸a: 1\n", .yaml(.missingMarkerAfterDirective)),
    ("‸%YAML 2.0\n---\na\n", .yaml(.unknownVersion)),
    ("‸!x!y a\n", .yaml(.undefinedTagHandle)),
    ("!<x‸ a\n", .yaml(.malformedTag)),
    ("a: |‸x\n", .yaml(.malformedBlockHeader)),
    ("a: >‸0\n", .yaml(.malformedBlockHeader)),
    ("a: \"\\x‸4\"\n", .yaml(.malformedEscape)),
    ("a: \"\\u‸12\"\n", .yaml(.malformedEscape)),
    ("a: ‸}\n", .yaml(.missingValue(.scalar("}")))),
    ("{a: 1}‸x", .yaml(.trailing(.scalar("x")))),
    (" a: 1\n‸b: 2\n", .yaml(.missingDocumentMarker)),
    ("a: &x 1\n‸*x: 2\n", .yaml(.undefinedAlias("x:"))),
    ("é: ‸!!int abc\n", .yaml(.mismatchedTag("!!int", text: "abc"))),
    ("‸!!int 1.5", .yaml(.mismatchedTag("!!int", text: "1.5"))),
    ("‸!!bool 1", .yaml(.mismatchedTag("!!bool", text: "1"))),
    ("‸!!null x", .yaml(.mismatchedTag("!!null", text: "x"))),
    ("‸!!binary a?b", .yaml(.mismatchedTag("!!binary", text: "a?b"))),
    ("‸!!timestamp x", .yaml(.mismatchedTag("!!timestamp", text: "x"))),
    ("‸!!str [a]", .yaml(.mismatchedTag("!!str", text: nil))),
    ("‸!!map [a]", .yaml(.mismatchedTag("!!map", text: nil))),
    ("a: ‸\u{1}\n", .yaml(.forbiddenCharacter("\u{1}"))),
    ("a: ‸\u{0}\n", .yaml(.forbiddenCharacter("\u{0}"))),
    ("é: 12345678‸\u{7F}\n", .yaml(.forbiddenCharacter("\u{7F}"))),
    ("a: ‸\u{80}\n", .yaml(.forbiddenCharacter("\u{80}"))),
    ("a: ‸\u{FFFE}\n", .yaml(.forbiddenCharacter("\u{FFFE}"))),
    ("a: \"‸\\q\"\n", .yaml(.unknownEscape(.scalar("q")))),
  ]

  static let keys: [(Marked, Problem)] = [
    ("a: 1\n‸a: 2\n", .duplicateKey("a")),
    ("{a: 1, ‸\"a\": 2}", .duplicateKey("a")),
    ("1: a\n‸0x1: b\n", .duplicateKey("1")),
    ("1.0: a\n‸1.00: b\n", .duplicateKey("1.00")),
    ("~: a\n‸null: b\n", .duplicateKey("null")),
    ("true: a\n‸True: b\n", .duplicateKey("true")),
    ("&x a: 1\n‸*x : 2\n", .duplicateKey("*x")),
    ("k: &x 1\n0x1: 1\n‸*x : 2\n", .duplicateKey("*x")),
    ("x: &a \"\"\ny: {\"\": 1, ‸*a : 2}\n", .duplicateKey("*a")),
    ("x: &a ''\ny: {*a : 1, ‸\"\": 2}\n", .duplicateKey("")),
    ("x: &a\n~: 1\n‸*a : 2\n", .duplicateKey("*a")),
    ("? [a]\n: 1\n? ‸[a]\n: 2\n", .duplicateCollectionKey),
    ("<<: {a: 1}\n‸<<: {b: 1}\n", .duplicateKey("<<")),
    ("\"\\0a\": 1\n‸\"\\0a\": 2\n", .duplicateKey("\0a")),
    ("- {id: 1, x: 2}\n- {id: 1, x: 2, ‸id: 3}\n", .duplicateKey("id")),
  ]

  @Test(arguments: [
    ("1.50: {a: 1, a: 2}", "/1.5/a"), ("-0.0: [x, {a: 1, a: 2}]", "/0.0/1/a"),
    ("? 1e400\n: {<<: {}, <<: {}}", "/1e+400/<<"), ("? [x]\n: {a: 1, a: 2}", "//a"),
  ])
  func pathsShowKeysThatAreNotStrings(source: String, path: String) throws {
    #expect(try failure(of: source, as: .yaml).path?.description == path)
  }

  @Test(arguments: problems + keys)
  func pointsAtTheProblem(marked: Marked, problem: Problem) throws {
    let error = try failure(of: marked.source, as: .yaml)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
    #expect(error.offset == marked.offset)
    let before = Array(marked.source.utf8.prefix(marked.offset ?? 0))
    let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(error.position?.line == lines.count)
    #expect(
      error.position?.column
        == String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1)
  }

  /// Keys that are aliases are compared by the values that they refer to.
  @Test(arguments: [
    "{? [1]: a, &x [2]: b, ‸*x : c}\n", "? &x [a, {b: c}]\n: d\n‸*x : e\n",
    "? &x {a: 1.0}\n: b\nc:\n  ? {a: 1.00}\n  : d\n  ‸*x : e\n",
    "x: &a 1\n? [1]\n: b\n? ‸[*a]\n: c\n", "? &x [a]\n: b\n? [[a]]\n: c\n? ‸[*x ]\n: d\n",
  ])
  func equalCollectionKeysAreFoundInYAML(source: String) throws {
    let marked = Marked(source)
    let collection = DecantError.Problem.duplicateCollectionKey
    let tagged = DecantError.Problem.notRepresentable(.duplicateKeys, target: "yaml")
    let expected: [(Fidelity, [DecantError.Problem])] = [
      (.standard, [collection, .duplicateKey("*x")]), (.tagged, [collection, tagged]),
    ]
    for (fidelity, problems) in expected {
      var plan = Plan(to: .yaml)
      plan.fidelity = fidelity
      let error = #expect(throws: DecantError.self) {
        try converted(marked.source, from: .yaml, by: plan)
      }
      let problem = try #require(error?.problem)
      #expect(problems.contains(problem))
      #expect(error?.position?.offset == marked.offset)
    }
  }

  /// Anchors may be redefined, so equal aliases can be different keys.
  @Test(arguments: [
    "? &x [1]\n: a\n? &x [2]\n: b\n? [3]\n: c\nd: {*x : e, ? [1]: f}\n",
    "? &x [&x [1]]\n: a\nb: {*x : c, ? [[1]]: d}\n",
  ])
  func differentCollectionKeysAreAccepted(source: String) throws {
    _ = try converted(source, from: .yaml, by: Plan(to: .yaml))
  }

  /// The same with expanded aliases.
  @Test(arguments: [
    "x: &a [1]\ny: {? [1] : 1, ‸*a : 2}\n", "y: {? [&a 1] : 1, ? ‸[*a] : 2}\n",
    "x: &a {k: 1.0}\ny:\n  z: 1\n  ? {k: 1.00}\n  : 1\n  ‸*a : 2\n",
  ])
  func equalCollectionKeysAreFoundThroughAliases(source: String) throws {
    let marked = Marked(source)
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .tagged
    let error = #expect(throws: DecantError.self) {
      try converted(marked.source, from: .yaml, by: plan)
    }
    #expect(error?.problem == .duplicateCollectionKey)
    #expect(error?.position?.offset == marked.offset)
  }

  @Test(arguments: [
    "x: &a ''\ny: {~: 1, *a : 2}\n",
    "1: a\n\"1\": b\n", "1: a\n1.0: b\n", "~: a\n\"\": b\n", "null: a\n\"null\": b\n",
    "\"\\0\": 1\n\"\\0\\0\": 2\n~: 3\n\"\\0\\x06\": 4\n", "? [a]\n: 1\n? [b]\n: 2\n? {a: b}\n: 3\n",
    "<<: {a: 1}\n\"<<\": 1\n", "a: {a: {a: 1}}\n",
  ])
  func acceptsKeysOfDifferentValues(source: String) throws {
    _ = try script(of: source, as: .yaml)
  }

  /// Different values can have the same text, which matters in formats whose keys are text.
  @Test(
    arguments: [
      ("1: a\n‸\"1\": b\n", "1"), ("\"1\": a\n‸1: b\n", "1"), ("~: a\n‸\"null\": b\n", "null"),
      ("x: y\n1.0: a\nz: 0\n‸\"1.0\": b\n", "1.0"), ("a: {\"true\": 1, 2: 3, ‸true: 1}\n", "true"),
    ] as [(Marked, String)])
  func keysThatBecomeEqualAreRefused(marked: Marked, key: String) {
    let error = #expect(throws: DecantError.self) {
      try converted(marked.source, from: .yaml, by: Plan(to: .json))
    }
    #expect(error?.problem == .collidingKeys(key))
    #expect(error?.position?.offset == marked.offset)
  }

  @Test func keysOfOtherKindsBecomeText() throws {
    let source = "1: a\n~: b\n? 1.50\n: c\ntrue: d\n"
    #expect(
      try converted(source, from: .yaml, by: .compact(.json))
        == #"{"1":"a","null":"b","1.50":"c","true":"d"}"# + "\n")
  }

  @Test(arguments: (problems + keys).filter { $0.1.isCommon })
  func mistakesHaveHints(marked: Marked, problem: Problem) {
    #expect(DecantError(problem).hint != nil)
  }

  @Test func invalidUTF8IsFoundAtItsByte() {
    for bytes: [UInt8] in [
      Array("a: é".utf8) + [0xFF], Array("a: é".utf8) + [0xC3],
      Array("a: é".utf8) + [0xED, 0xA0, 0x80],
    ] {
      let transcript = expectSameInPieces(bytes + Array("\nb: 1\n".utf8), as: .yaml)
      #expect(transcript.error?.problem == .invalidEncoding(.utf8))
      #expect(transcript.error?.position == .init(offset: 5, line: 1, column: 5))
    }
  }

  @Test(arguments: [("[", 100_000), ("{a: ", 100_000), ("- ", 5000), ("? ", 5000)])
  func nestingHasALimit(opening: String, count: Int) {
    let bytes = Array(String(repeating: opening, count: count).utf8)
    let taken = time {
      let transcript = Transcript(reading: bytes, as: .yaml)
      #expect(transcript.error?.problem == .tooDeep(limit: 1000))
    }
    // Linear work takes far less, quadratic work far more.
    #expect(taken < .seconds(5))
  }

  @Test func aLongKeyIsToldFromTextWithAColon() throws {
    let key = String(repeating: "k", count: 1025)
    let error = try failure(of: "- \(key): b\n", as: .yaml)
    #expect(error.problem == .yaml(.longKey))
    #expect(error.position == .init(offset: 1027, line: 1, column: 1028))
    #expect(try failure(of: "\"\(key)\": b\n", as: .yaml).problem == .yaml(.longKey))
  }

  @Test func aLongTextIsReadWhole() {
    let text = String(repeating: "long ", count: 300_000)
    for source in ["? \"\(text)\"\n: 1\n", "# \(text)\na: 1", "? >\n  \(text)\n: 1\n"] {
      let transcript = Transcript(reading: Array(source.utf8), as: .yaml)
      #expect(transcript.error == nil)
      #expect(transcript.entries.count == 6)
    }
  }
}

extension DecantError.Problem {
  /// Hints for problems of all formats are tested elsewhere.
  fileprivate var isCommon: Bool {
    switch specific(DecantError.YAMLProblem.self) {
    case nil, .other, .mismatchedTag, .missingValue,
      .missingMarkerAfterDirective, .unknownVersion:
      false
    default: true
    }
  }
}
