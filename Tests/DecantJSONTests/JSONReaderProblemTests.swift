import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

/// `‸` marks the byte that the error must point at.
@Suite struct JSONReaderProblemTests {
  typealias Problem = DecantError.Problem

  static let structure: [(Marked, Problem)] = [
    ("‸", .emptyInput),
    (" \n ‸", .emptyInput),
    ("‸[", .unclosedBracket("[", before: nil)),
    ("‸[1", .unclosedBracket("[", before: nil)),
    ("‸[1,", .unclosedBracket("[", before: nil)),
    ("[[], ‸[1, {}", .unclosedBracket("[", before: nil)),
    ("‸{", .unclosedBracket("{", before: nil)),
    (#"‸{"a""#, .unclosedBracket("{", before: nil)),
    (#"‸{"a":"#, .unclosedBracket("{", before: nil)),
    (#"‸{"a":1"#, .unclosedBracket("{", before: nil)),
    (#"[‸{"a":1,"#, .unclosedBracket("{", before: nil)),
    ("‸]", .unexpected(.scalar("]"), expected: .value)),
    ("‸}", .unexpected(.scalar("}"), expected: .value)),
    ("‸,", .unexpected(.scalar(","), expected: .value)),
    ("[‸,1]", .unexpected(.scalar(","), expected: .valueOrEndOfSequence)),
    ("[1,‸]", .unexpected(.scalar("]"), expected: .value)),
    ("[1,‸,2]", .unexpected(.scalar(","), expected: .value)),
    ("[1 ‸2]", .unexpected(.scalar("2"), expected: .commaOrEndOfSequence)),
    ("[1‸:2]", .unexpected(.scalar(":"), expected: .commaOrEndOfSequence)),
    ("‸[1\n}", .unclosedBracket("[", before: .init(text: "'}'", line: 2))),
    (#"[‸{"a":1]"#, .unclosedBracket("{", before: .init(text: "']'", line: 1))),
    (#"{"a":1 ‸"b":2}"#, .unexpected(.scalar("\""), expected: .commaOrEndOfMapping)),
    (#"{"a":1,‸}"#, .unexpected(.scalar("}"), expected: .key)),
    (#"{"a"‸,1}"#, .unexpected(.scalar(","), expected: .colon)),
    (#"{"a" ‸1}"#, .unexpected(.scalar("1"), expected: .colon)),
    (#"{‸a:1}"#, .unexpected(.scalar("a"), expected: .keyOrEndOfMapping)),
    (#"{‸1:1}"#, .unexpected(.scalar("1"), expected: .keyOrEndOfMapping)),
    (#"{‸'a':1}"#, .unexpected(.scalar("'"), expected: .keyOrEndOfMapping)),
    (
      "[‸'a']",
      .unexpected(.scalar("'"), expected: .valueOrEndOfSequence)
    ),
    ("[‸é]", .unexpected(.scalar("é"), expected: .valueOrEndOfSequence)),
    ("[1‸/**/]", .unexpected(.scalar("/"), expected: .commaOrEndOfSequence)),
    ("‸// comment\n1", .unexpected(.scalar("/"), expected: .value)),
    (
      "[1‸\u{0}]",
      .unexpected(.scalar("\u{0}"), expected: .commaOrEndOfSequence)
    ),
    ("‸\u{0}", .unexpected(.scalar("\u{0}"), expected: .value)),
    ("[‸\u{B}1]", .unexpected(.scalar("\u{B}"), expected: .valueOrEndOfSequence)),
    ("[‸\u{A0}1]", .unexpected(.scalar("\u{A0}"), expected: .valueOrEndOfSequence)),
    ("[‸\u{FEFF}1]", .unexpected(.scalar("\u{FEFF}"), expected: .valueOrEndOfSequence)),
    ("1 ‸2", .trailingContent(.scalar("2"))),
    ("[]‸]", .trailingContent(.scalar("]"))),
    ("{}\n‸é", .trailingContent(.scalar("é"))),
    ("1‸\u{0}", .trailingContent(.scalar("\u{0}"))),
  ]

  static let words: [(Marked, Problem)] = [
    ("‸nul", .unknownWord("nul", suggestion: "null")),
    ("‸True", .unknownWord("True", suggestion: "true")),
    ("[‸flase]", .unknownWord("flase", suggestion: "false")),
    ("[‸hello]", .unknownWord("hello", suggestion: nil)),
    ("‸tru", .unknownWord("tru", suggestion: "true")),
    ("[‸NULL]", .unknownWord("NULL", suggestion: "null")),
    ("[true‸false]", .unexpected(.scalar("f"), expected: .commaOrEndOfSequence)),
    ("[null‸null]", .unexpected(.scalar("n"), expected: .commaOrEndOfSequence)),
    ("[true‸1]", .unexpected(.scalar("1"), expected: .commaOrEndOfSequence)),
  ]

  static let numbers: [(Marked, Problem)] = [
    ("‸01", .invalidNumber(.leadingZero)),
    ("-‸01", .invalidNumber(.leadingZero)),
    ("[‸00]", .invalidNumber(.leadingZero)),
    ("‸012.5", .invalidNumber(.leadingZero)),
    ("‸+1", .invalidNumber(.leadingPlus)),
    ("‸.5", .invalidNumber(.noDigitBeforePoint)),
    ("-‸.5", .invalidNumber(.noDigitBeforePoint)),
    ("1.‸", .invalidNumber(.noDigitAfterPoint)),
    ("[1.‸]", .invalidNumber(.noDigitAfterPoint)),
    ("1.‸e5", .invalidNumber(.noDigitAfterPoint)),
    ("1e‸", .invalidNumber(.noDigitInExponent)),
    ("[1e+‸]", .invalidNumber(.noDigitInExponent)),
    ("1.5E-‸", .invalidNumber(.noDigitInExponent)),
    ("1e‸.5", .invalidNumber(.noDigitInExponent)),
    ("-‸", .invalidNumber(.noDigitAfterSign)),
    ("[-‸]", .invalidNumber(.noDigitAfterSign)),
    ("-‸-1", .invalidNumber(.noDigitAfterSign)),
    ("-‸x", .invalidNumber(.noDigitAfterSign)),
    ("0‸x1F", .trailingContent(.scalar("x"))),
    ("[‸NaN]", .invalidNumber(.notFinite)),
    ("‸Infinity", .invalidNumber(.notFinite)),
    ("[‸-Infinity]", .invalidNumber(.notFinite)),
    ("1‸a", .trailingContent(.scalar("a"))),
    ("[1.5‸_0]", .unexpected(.scalar("_"), expected: .commaOrEndOfSequence)),
    ("1.2‸.3", .trailingContent(.scalar("."))),
    ("[2‸-1]", .unexpected(.scalar("-"), expected: .commaOrEndOfSequence)),
    ("[1e5‸e5]", .unexpected(.scalar("e"), expected: .commaOrEndOfSequence)),
  ]

  static let strings: [(Marked, Problem)] = [
    (#"‸""#, .unterminatedString),
    (#"‸"abc"#, .unterminatedString),
    (#"‸"abc\"#, .unterminatedString),
    (#"‸"abc\""#, .unterminatedString),
    (#"["a",‸"b]"#, .unterminatedString),
    (#"{‸"a"#, .unterminatedString),
    ("‸\"a\n\"", .unterminatedLine),
    ("{‸\"a\n\"", .unterminatedLine),
    ("\"‸\t\"", .controlCharacter(0x09)),
    ("\"12345678‸\u{0}\"", .controlCharacter(0x00)),
    ("\"é‸\u{1F}\"", .controlCharacter(0x1F)),
    ("[0‸x1F]", .invalidNumber(.hexadecimal)),
    ("[-0‸X1F]", .invalidNumber(.hexadecimal)),
    ("[10‸x]", .unexpected(.scalar("x"), expected: .commaOrEndOfSequence)),
    ("[1.0‸x]", .unexpected(.scalar("x"), expected: .commaOrEndOfSequence)),
    ("[1e0‸x]", .unexpected(.scalar("x"), expected: .commaOrEndOfSequence)),
    ("{\"a‸\u{1}\":0}", .controlCharacter(0x01)),
    (#""‸\q""#, .invalidEscape(.scalar("q"))),
    (#""12345678‸\x41""#, .invalidEscape(.scalar("x"))),
    (#""‸\'""#, .invalidEscape(.scalar("'"))),
    (#""‸\é""#, .invalidEscape(.scalar("é"))),
    (#""‸\😀""#, .invalidEscape(.scalar("😀"))),
    (#""‸\U0041""#, .invalidEscape(.scalar("U"))),
    ("\"‸\\\n\"", .invalidEscape(.scalar("\n"))),
    (#""\u‸""#, .unexpected(.scalar("\""), expected: .hexDigits(4))),
    (#""\u12‸g4""#, .unexpected(.scalar("g"), expected: .hexDigits(4))),
    (#""\u123‸""#, .unexpected(.scalar("\""), expected: .hexDigits(4))),
    (#""\u00‸é0""#, .unexpected(.scalar("é"), expected: .hexDigits(4))),
    (#""\u00‸+1""#, .unexpected(.scalar("+"), expected: .hexDigits(4))),
    (#""‸\ud800""#, .loneSurrogate(0xD800)),
    (#""x‸\udc00""#, .loneSurrogate(0xDC00)),
    (#""‸\ud800\u0041""#, .loneSurrogate(0xD800)),
    (#""‸\ud800\ud800\udc00""#, .loneSurrogate(0xD800)),
    (#""‸\ud800\n""#, .loneSurrogate(0xD800)),
    (#""‸\ud800abcdef""#, .loneSurrogate(0xD800)),
    (#""\ud800\uD8‸zz""#, .unexpected(.scalar("z"), expected: .hexDigits(4))),
    (#"{"a":0,"‸\udfff":0}"#, .loneSurrogate(0xDFFF)),
  ]

  @Test(arguments: structure + words + numbers + strings)
  func pointsAtTheProblem(marked: Marked, problem: Problem) throws {
    let error = try failure(of: marked.source)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
    #expect(error.offset == marked.offset)
  }

  @Test(arguments: [
    ("[1,\n  2,\n  ‸x]", 3, 3, "/2"),
    ("{\"é\": {\"b\": [0, {\"c\": ‸x}]}}", 1, 23, "/é/b/1/c"),
    ("{\"a/b\":{\"c~d\":‸x}}", 1, 15, "/a~1b/c~0d"),
    ("‸x", 1, 1, ""),
    ("[[],[],[[‸x]]]", 1, 10, "/2/0/0"),
    ("{\"a\":1,\"b\"‸}", 1, 11, "/b"),
    ("[\"😀\",\r\n\t‸x]", 2, 2, "/1"),
  ])
  func tellsLineColumnAndPath(marked: String, line: Int, column: Int, path: String) throws {
    let marked = Marked(marked)
    let error = try failure(of: marked.source)
    #expect(error.position == .init(offset: marked.offset ?? -1, line: line, column: column))
    #expect(error.path?.description == path)
  }
}
