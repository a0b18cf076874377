import DecantTestSupport
import Testing
import Decant

/// `‸` marks the byte that the error must point at.
@Suite struct TOMLReaderProblemTests {
  typealias Problem = DecantError.Problem
  typealias TOML = DecantError.TOMLProblem

  private static func missing(_ sign: TOML.Sign, _ found: Unicode.Scalar? = nil) -> Problem {
    .toml(.missing(sign, found.map { .scalar($0) } ?? .end))
  }

  static let structure: [(Marked, Problem)] = [
    ("a‸", missing(.equalsSign)), ("a ‸b = 1", missing(.equalsSign, "b")),
    ("a‸: 1", missing(.equalsSign, ":")),
    ("a = ‸", missing(.value)), ("a = ‸\n", missing(.value, "\n")), ("‸= 1", missing(.key, "=")),
    ("a. ‸= 1", missing(.key, "=")), ("‸é = 1", missing(.key, "é")),
    ("a = 1 ‸b = 2", missing(.endOfLine, "b")),
    ("[a‸", missing(.endOfHeader)), ("[a] ‸b", missing(.endOfLine, "b")),
    ("[‸]", missing(.key, "]")),
    ("[[a]‸", missing(.endOfTablesHeader)), ("a = ‸[1", .unclosedBracket("[", before: nil)),
    ("a = ‸{b = 1", .unclosedBracket("{", before: nil)),
    ("a = [1 ‸2]", missing(.commaOrBracket, "2")),
    ("a = {b = 1 ‸c = 2}", missing(.commaOrBrace, "c")), ("a = {‸,}", missing(.keyOrBrace, ",")),
    ("a = [‸,]", missing(.value, ",")), ("a = 1 ‸; c", missing(.endOfLine, ";")),
    ("a = ‸[\n1,\nb.c = 2", .unclosedBracket("[", before: .init(text: "'b.c'", line: 3))),
    ("a = ‸[\n1\nb = 2", .unclosedBracket("[", before: .init(text: "'b'", line: 3))),
    ("a = 1‸\rb = 2", .toml(.bareCarriageReturn)), ("# a‸\u{0}", .controlCharacter(0)),
    ("a = 1‸\u{B}", .invalidNumber(.followedBy("\u{B}"))),
    ("a = true‸\u{B}", missing(.endOfLine, "\u{B}")),
  ]

  static let scalars: [(Marked, Problem)] = [
    ("a = ‸\"b", .unterminatedString), ("a = ‸\"b\n\"", .unterminatedLine),
    ("a = ‸'''b", .unterminatedString), ("a = \"b‸\u{7F}\"", .controlCharacter(0x7F)),
    (#"a = "‸\q""#, .invalidEscape(.scalar("q"))), (#"a = "‸\ud800""#, .loneSurrogate(0xD800)),
    (#"a = "\u00‸g0""#, .unexpected(.scalar("g"), expected: .hexDigits(4))),
    ("a = ‸yes", .toml(.word("yes"))), ("a = ‸True", .toml(.word("True"))),
    ("a = ‸01", .invalidNumber(.leadingZero)), ("a = 1.‸", .invalidNumber(.noDigitAfterPoint)),
    ("a = 1e‸", .invalidNumber(.noDigitInExponent)), ("a = +‸x", .invalidNumber(.noDigitAfterSign)),
    ("a = 1‸x", .invalidNumber(.followedBy("x"))), ("a = 1‸__0", .toml(.misplacedUnderscore)),
    ("a = ‸9223372036854775808", .toml(.integerOutOfRange)),
    ("a = ‸0xFFFFFFFFFFFFFFFF", .toml(.integerOutOfRange)), ("a = ‸-0x1", .toml(.signBeforeBase)),
    ("a = 0b‸2", .toml(.noDigitAfterBase(.scalar("2")))), ("a = ‸2026-02-30", .toml(.invalidTime)),
    ("a = ‸24:00:00", .toml(.invalidTime)), ("a = ‸1979-05-27T", .toml(.invalidTime)),
  ]

  static let tables: [(Marked, Problem)] = [
    ("a = 1\n‸a = 2", .toml(.repeatedKey("a", firstLine: 1))),
    ("\n[b]\na.c = 1\na.‸c = 2", .toml(.repeatedKey("c", firstLine: 3))),
    ("[a]\n\n[‸a]", .toml(.repeatedTable("a", firstLine: 1))),
    ("a.b = 1\n[‸a]", .toml(.repeatedTable("a", firstLine: 1))),
    ("a = 1\n[‸a.b]", .toml(.notATable("a", .scalar, line: 1))),
    ("a = {}\n[‸a.b]", .toml(.notATable("a", .inlineTable, line: 1))),
    ("a = {}\n‸a.b = 1", .toml(.notATable("a", .inlineTable, line: 1))),
    ("a = [{}]\n[[‸a]]", .toml(.notTables("a", .array, line: 1))),
    ("[[a]]\n[‸a]", .toml(.notATable("a", .tables, line: 1))),
    ("[a]\n[[‸a]]", .toml(.notTables("a", .table, line: 1))),
    ("[a.b]\nc = 1\n[a]\n‸b.d = 2", .toml(.tableWithHeader("b", line: 1))),
  ]

  @Test(arguments: structure + scalars + tables)
  func pointsAtTheProblem(marked: Marked, problem: Problem) throws {
    let error = try failure(of: marked.source, as: .toml)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  @Test(arguments: [
    ("a = 1\n\na = 2", "duplicate key 'a', first defined on line 1 at /a"),
    ("[a.b]\n[x]\n[a.b]", "duplicate table 'b', first defined on line 1 at /a/b"),
    ("[[t]]\n[[t]]\na = [{}]\n[t.a.b]", "'a' is already an array, defined on line 3 at /t/1/a"),
    ("a = no", "unexpected word 'no'"),
  ])
  func wordsTheProblem(source: String, statement: String) throws {
    #expect(try failure(of: source, as: .toml).statement == statement)
  }

  @Test func holdsTheLimitOfDepth() throws {
    var options = ReadingOptions()
    options.maximumDepth = 3
    for source in [
      "a.b = 1\n", "[a.b]\n", "[[a]]\n", "a = [[]]\n", "a = {b = {}}\n", "[a]\nb = []\n",
    ] {
      _ = try Value(parsing: source, as: .toml, options: options)
    }
    for source in [
      "a.b.c.d = 1\n", "[a.b.c]\n", "[[a]]\n[a.b]\n", "a = [[[]]]\n", "a = {b = {c.d = 1}}\n",
      "[a.b]\nc = []\n", "[[a]]\nb = {}\n", "[a]\nb.c.d = 1\n",
    ] {
      let error = #expect(throws: DecantError.self, "\(source)") {
        try Value(parsing: source, as: .toml, options: options)
      }
      #expect(error?.problem == .tooDeep(limit: 3))
    }
  }

  @Test(arguments: [
    [0x61, 0xFF], [0x61, 0x3D, 0x22, 0xC3, 0x22], [0x23, 0xE2, 0x80], [0x61, 0x3D, 0x31, 0xFF],
  ])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    #expect(expectSameInPieces(bytes, as: .toml).error?.problem == .invalidEncoding(.utf8))
  }
}
