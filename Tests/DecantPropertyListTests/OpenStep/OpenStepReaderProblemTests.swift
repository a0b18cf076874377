import DecantTestSupport
import Testing
import Decant

/// `‸` marks the byte that the error must point at.
@Suite struct OpenStepReaderProblemTests {
  typealias Problem = DecantError.Problem

  private static func missing(
    _ sign: DecantError.OpenStepProblem.Sign, _ found: Unicode.Scalar? = nil
  ) -> Problem {
    .openStep(.missing(sign, found.map { .scalar($0) } ?? .end))
  }

  static let structure: [(Marked, Problem)] = [
    ("‸(", .unclosedBracket("(", before: nil)), ("{a=‸(a", .unclosedBracket("(", before: nil)),
    ("‸(a,", .unclosedBracket("(", before: nil)), ("(‸{", .unclosedBracket("{", before: nil)),
    ("‸{a", .unclosedBracket("{", before: nil)), ("‸{a=", .unclosedBracket("{", before: nil)),
    ("‸{a=b;", .unclosedBracket("{", before: nil)),
    ("a = ‸", missing(.value)), ("‸)", missing(.value, ")")), ("‸=", missing(.value, "=")),
    ("(‸,)", missing(.valueOrParenthesis, ",")), ("(a ‸b)", missing(.commaOrParenthesis, "b")),
    ("‸(a;)", .unclosedBracket("(", before: .init(text: "';'", line: 1))),
    ("(a‸(b))", missing(.commaOrParenthesis, "(")),
    ("(\"a\"‸é)", missing(.commaOrParenthesis, "é")),
    ("{a=‸;}", missing(.value, ";")), ("{a ‸b;}", missing(.equalsSign, "b")),
    ("{\"a\"‸: 1}", missing(.equalsSign, ":")), ("{a: ‸1}", missing(.equalsSign, "1")),
    ("{a=1;‸;}", missing(.keyOrBrace, ";")), ("{‸(a)=b;}", missing(.keyOrBrace, "(")),
    ("{‸<00>=b;}", missing(.keyOrBrace, "<")), ("a=b;‸;", missing(.key, ";")),
    ("a=b;‸}", missing(.key, "}")), ("a ‸b", missing(.equalsSignOrEnd, "b")),
    ("\"a\" ‸(", missing(.equalsSignOrEnd, "(")), ("(a) ‸(b)", missing(.end, "(")),
    ("{a=1;}‸x", missing(.end, "x")), ("{}\n‸é", missing(.end, "é")),
    ("‸(}", .unclosedBracket("(", before: .init(text: "'}'", line: 1))),
    ("‸(a\n}", .unclosedBracket("(", before: .init(text: "'}'", line: 2))),
    ("‸{a=1;)", .unclosedBracket("{", before: .init(text: "')'", line: 1))),
    ("a=‸\"b;\n\"c\" = \"d\";", .unterminatedLine), ("(‸<00, 01)", .openStep(.unclosedData)),
    ("(\"a\"‸\u{0})", missing(.commaOrParenthesis, "\u{0}")),
  ]

  static let semicolons: [(Marked, Problem)] = [
    "{ a = 1‸ }", "{ a = 1‸ b = 2; }", "{ a = 1‸", "a = 1‸", "{ a = (1)‸ }", "{ a = {}‸ b = c; }",
    "{ a = \"x\"‸ /* why */ b = c; }", "{ a = <00>‸\n\n\n  // comment\n  b = c; }", "{ a = b‸, }",
    "{ a = b‸=c; }", "a = \"b\"‸\n\"c\" = \"d\";",
  ].map { ($0, .openStep(.missingSemicolon)) }

  static let tokens: [(Marked, Problem)] = [
    ("‸\"abc", .unterminatedString), ("(‸'a\\'", .unterminatedString),
    ("(‸\"a\\", .unterminatedString),
    ("‸/* a", .unterminatedComment), ("(a ‸/* *\n\n", .unterminatedComment),
    ("a‸@b", .openStep(.needsQuotes("@"))), ("{a=‸é;}", .openStep(.needsQuotes("é"))),
    ("{a=b‸é;}", .openStep(.needsQuotes("é"))), ("(a‸+b)", .openStep(.needsQuotes("+"))),
    ("a‸\\b", .openStep(.needsQuotes("\\"))), ("(a/‸*b*/)", .openStep(.needsQuotes("*"))),
    ("‸[1]", .openStep(.needsQuotes("["))), ("(‸😀)", .openStep(.needsQuotes("😀"))),
    ("(‸<", .openStep(.unclosedData)), ("(‸<0f", .openStep(.unclosedData)),
    ("(‸<*I5", .openStep(.unclosedData)), ("(‸<[AA", .openStep(.unclosedData)),
    ("(<0f‸g>)", .openStep(.notHexadecimal(.scalar("g")))),
    ("<‸?xml version>", .openStep(.notHexadecimal(.scalar("?")))),
    ("(<0f‸é>)", .openStep(.notHexadecimal(.scalar("é")))),
    ("(<0f‸b>)", .openStep(.halfByte)), ("(<0f ‸b d77>)", .openStep(.halfByte)),
    ("(‸<[AAA]>)", .openStep(.invalidBase64)), ("(‸<[>)", .openStep(.invalidBase64)),
    ("(‸<[AAAA>)", .openStep(.invalidBase64)), ("(<[AA‸!A]>)", .openStep(.invalidBase64)),
    ("(<*‸>)", .openStep(.unknownType(.scalar(">")))),
    ("(<*‸X5>)", .openStep(.unknownType(.scalar("X")))),
    ("(‸<*I1.5>)", .openStep(.mismatchedType(.integer, text: "1.5"))),
    ("(‸<*I>)", .openStep(.mismatchedType(.integer, text: ""))),
    ("(‸<*I\">)", .openStep(.mismatchedType(.integer, text: "\""))),
    ("(‸<*R1.5.5>)", .openStep(.mismatchedType(.real, text: "1.5.5"))),
    ("(‸<*R.>)", .openStep(.mismatchedType(.real, text: "."))),
    ("(‸<*R1e>)", .openStep(.mismatchedType(.real, text: "1e"))),
    ("(‸<*BYES>)", .openStep(.mismatchedType(.boolean, text: "YES"))),
    ("(‸<*D2026-11-21>)", .openStep(.mismatchedType(.date, text: "2026-11-21"))),
    (
      "(‸<*D2026-02-30 00:00:00 +0000>)",
      .openStep(.mismatchedType(.date, text: "2026-02-30 00:00:00 +0000"))
    ),
    (#"("a‸\376")"#, .openStep(.undefinedCharacter(0o376))),
    (#"("a‸\777")"#, .openStep(.undefinedCharacter(0o777))),
    (#"("\U‸g")"#, .unexpected(.scalar("g"), expected: .hexDigits(4))),
    (#"("\U‸")"#, .unexpected(.scalar("\""), expected: .hexDigits(4))),
    (#"("a‸\Ud83d")"#, .loneSurrogate(0xD83D)), (#"("‸\Ude00")"#, .loneSurrogate(0xDE00)),
    (#"("‸\Ud83d\U41")"#, .loneSurrogate(0xD83D)),
    ("{a=1;‸a=2;}", .duplicateKey("a")), ("{a=1;‸\"a\"=2;}", .duplicateKey("a")),
    ("a;‸a;", .duplicateKey("a")),
  ]

  @Test(arguments: structure + semicolons + tokens)
  func pointsAtTheProblem(marked: Marked, problem: Problem) throws {
    let error = try failure(of: marked.source, as: .openStepPropertyList)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  @Test(arguments: [
    ("{a=(1,{b=c}); }", "/a/1/b"), ("{a=(1,{b=c;},", "/a/2"), ("x = {y = (z z);};", "/x/y/0"),
    ("(1,2 3)", "/1"), ("a = 1", "/a"), ("a b", ""),
  ])
  func knowsTheWayToTheProblem(source: String, path: String) throws {
    let error = try failure(of: source, as: .openStepPropertyList)
    #expect(error.path?.description == path)
  }

  @Test(arguments: [
    [0xFF], [0x28, 0xC3, 0x28], [0x22, 0xE2, 0x80, 0x22], [0x2F, 0x2A, 0xE2, 0x2A, 0x2F],
  ])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    let transcript = expectSameInPieces(bytes, as: .openStepPropertyList)
    #expect(transcript.error?.problem == .invalidEncoding(.utf8))
  }

  @Test func holdsTheLimitOfDepth() throws {
    var options = ReadingOptions()
    options.maximumDepth = 3
    for (source, offset) in [("((((", 3), ("{a=((({", 5), ("a=((({", 4)] {
      let error = try failure(of: source, as: .openStepPropertyList, options)
      #expect(error.problem == .tooDeep(limit: 3))
      #expect(error.position?.offset == offset)
    }
    let deep = String(repeating: "(", count: 100_000)
    #expect(
      try failure(of: deep, as: .openStepPropertyList).problem == .tooDeep(limit: 1000))
  }

  @Test(arguments: [
    (
      "{ a = 1 }", "expected ';' after the value", "every pair ends with ';', even the last one"
    ),
    ("{ a 1; }", "expected '=' or ';' after the key but found '1'", "write 'key = value;'"),
    ("( a b )", "expected ',' or ')' but found 'b'", "elements are separated by ','"),
    ("{ a = b@c; }", "unexpected '@' in text without quotes", "put the whole text in quotes"),
    (
      "( a/* x */ )", "unexpected '*' in text without quotes",
      "put the text in quotes, or a space before a comment"
    ),
    ("<0fb>", "the last byte of the data has only one digit", "a byte has two hexadecimal digits"),
    ("<0fx>", "expected hexadecimal digits or '>' but found 'x'", nil),
    ("<*Q1>", "expected a type (B, D, I or R) but found 'Q'", nil),
    ("<*Ix>", "'x' is not an integer", nil),
    (
      #""\377""#, #"undefined escape '\377'"#,
      #"octal escapes select NeXTSTEP characters; write \Uxxxx for Unicode"#
    ),
    ("a = b; }", "expected a key but found '}'", nil),
  ])
  func reportsWhatIsWrong(source: String, message: String, hint: String?) throws {
    let error = try failure(of: source, as: .openStepPropertyList)
    #expect(error.message == message)
    #expect(error.hint == hint)
  }
}
