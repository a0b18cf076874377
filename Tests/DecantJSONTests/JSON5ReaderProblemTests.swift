import DecantTestSupport
import Testing
import Decant

/// `‸` marks the byte that the error must point at.
@Suite struct JSON5ReaderProblemTests {
  typealias Problem = DecantError.Problem

  static let problems: [(Marked, Problem)] = [
    ("‸", .emptyInput),
    ("//‸", .emptyInput),
    ("/**/\n‸", .emptyInput),
    ("‸/*", .unterminatedComment),
    ("‸/* *", .unterminatedComment),
    ("[1‸/*", .unterminatedComment),
    ("/* one */ // two\n[1, ‸/* /* three\n\n\n]", .unterminatedComment),
    ("‸/*/", .unterminatedComment),
    ("‸/", .unexpected(.scalar("/"), expected: .value)),
    ("‸/1", .unexpected(.scalar("/"), expected: .value)),
    ("1 ‸/", .trailingContent(.scalar("/"))),
    ("1 ‸2", .trailingContent(.scalar("2"))),
    ("[‸,]", .unexpected(.scalar(","), expected: .valueOrEndOfSequence)),
    ("[1,‸,]", .unexpected(.scalar(","), expected: .valueOrEndOfSequence)),
    ("{‸,}", .unexpected(.scalar(","), expected: .keyOrEndOfMapping)),
    ("{a:1,‸,}", .unexpected(.scalar(","), expected: .keyOrEndOfMapping)),
    ("{a:‸}", .unexpected(.scalar("}"), expected: .value)),
    ("{a‸}", .unexpected(.scalar("}"), expected: .colon)),
    ("{‸1a:1}", .unexpected(.scalar("1"), expected: .keyOrEndOfMapping)),
    ("{‸-a:1}", .unexpected(.scalar("-"), expected: .keyOrEndOfMapping)),
    ("{a‸-b:1}", .unexpected(.scalar("-"), expected: .colon)),
    ("{a ‸b:1}", .unexpected(.scalar("b"), expected: .colon)),
    ("{‸😀:1}", .unexpected(.scalar("😀"), expected: .keyOrEndOfMapping)),
    ("{‸\u{301}a:1}", .unexpected(.scalar("\u{301}"), expected: .keyOrEndOfMapping)),
    (#"{‸\x61:1}"#, .unexpected(.scalar("\\"), expected: .keyOrEndOfMapping)),
    (#"{‸\u002d:1}"#, .invalidEscape(.scalar("-"))),
    (#"{a‸\u0020:1}"#, .invalidEscape(.scalar(" "))),
    (#"{\u00‸g1:1}"#, .unexpected(.scalar("g"), expected: .hexDigits(4))),
    ("‸[1}", .unclosedBracket("[", before: .init(text: "'}'", line: 1))),
    ("‸{a:1]", .unclosedBracket("{", before: .init(text: "']'", line: 1))),
    ("‸[", .unclosedBracket("[", before: nil)),
    ("‸[1,", .unclosedBracket("[", before: nil)),
    ("‸{a:1,", .unclosedBracket("{", before: nil)),
    ("‸{a", .unclosedBracket("{", before: nil)),
    ("{a:1,‸a:2}", .duplicateKey("a")),
    ("{a:1,‸'a':2}", .duplicateKey("a")),
    (#"{a:1,‸\u0061:2}"#, .duplicateKey("a")),
    (#"{"a":1,‸a:2}"#, .duplicateKey("a")),
    (#"[{a:1},{"a":1,‸'\x61':2}]"#, .duplicateKey("a")),
    ("‸'a", .unterminatedString),
    ("‸'a\"", .unterminatedString),
    ("‸\"a'", .unterminatedString),
    ("‸'a\n'", .unterminatedLine),
    ("‸'a\r'", .unterminatedLine),
    ("‸\"a\n\"", .unterminatedLine),
    ("‸'a\\\n\\\n\n'", .unterminatedLine),
    (#"'‸\1'"#, .invalidEscape(.scalar("1"))),
    (#"'‸\9'"#, .invalidEscape(.scalar("9"))),
    (#"'‸\01'"#, .invalidEscape(.scalar("0"))),
    (#"'\x4‸'"#, .unexpected(.scalar("'"), expected: .hexDigits(2))),
    (#"'\x‸g0'"#, .unexpected(.scalar("g"), expected: .hexDigits(2))),
    (#"'\u12‸'"#, .unexpected(.scalar("'"), expected: .hexDigits(4))),
    (#"'‸\ud800'"#, .loneSurrogate(0xD800)),
    ("‸010", .invalidNumber(.leadingZero)),
    ("-‸00", .invalidNumber(.leadingZero)),
    ("+‸01.5", .invalidNumber(.leadingZero)),
    ("0x‸", .invalidNumber(.noHexadecimalDigit)),
    ("[0x‸g]", .invalidNumber(.noHexadecimalDigit)),
    ("0x1‸.5", .invalidNumber(.followedBy("."))),
    ("1‸a", .trailingContent(.scalar("a"))),
    ("+1‸_0", .invalidNumber(.followedBy("_"))),
    ("1.5‸.", .invalidNumber(.followedBy("."))),
    ("1e5‸.5", .invalidNumber(.followedBy("."))),
    ("1e‸", .invalidNumber(.noDigitInExponent)),
    ("+1e+‸", .invalidNumber(.noDigitInExponent)),
    ("5.e‸", .invalidNumber(.noDigitInExponent)),
    ("+‸.", .invalidNumber(.noDigitBeforePoint)),
    ("+‸x", .invalidNumber(.noDigitAfterSign)),
    (".5‸x", .invalidNumber(.followedBy("x"))),
    ("[‸nul]", .unknownWord("nul", suggestion: "null")),
    ("‸undefined", .unknownWord("undefined", suggestion: "null")),
    ("‸infinity", .unknownWord("infinity", suggestion: "Infinity")),
    ("[‸Infinit]", .unknownWord("Infinit", suggestion: "Infinity")),
    ("[‸NaNa]", .unknownWord("NaNa", suggestion: "NaN")),
  ]

  @Test(arguments: problems)
  func pointsAtTheProblem(marked: Marked, problem: Problem) throws {
    let error = try failure(of: marked.source, as: .json5)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  /// Several problems apply, so none is expected in particular.
  @Test(arguments: [
    "+", "-", ".", "+.", "-.", "..5", ".e5", "+-1", "-+1", "++1", "1e5e5", "0xx", "1.2.3", "+x",
    "-x",
    "+Infinit", "-NaNs", "+Infinity1", "- 1", "+ 1", "0x-1", "'\\", "{a:1 b:2}", "{a:1;}", "(1)",
    "`a`", "{[a]:1}", "{...a}", "[1 2]", "{'a' 1}", "/a/", "#c\n1", "1 /* /* */ */", "{\\u0061",
    "{a\\",
    "{\\ud83d\\ude00:1}",
  ])
  func refusesWhatTheSpecificationDoesNotAllow(source: String) throws {
    for source in [source, "[\(source)]", "[\(source), 1]"] {
      _ = try failure(of: source, as: .json5)
    }
  }
}
