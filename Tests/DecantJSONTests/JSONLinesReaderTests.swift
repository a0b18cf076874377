import DecantTestSupport
import Testing
import Decant

@Suite struct JSONLinesReaderTests {
  @Test(arguments: [
    ("", ""),
    (" \n\n", ""),
    ("1", "i1 ;"),
    ("1\n", "i1 ;"),
    ("1\n2\n", "i1 ; i2 ;"),
    ("1\r\n2\r\n", "i1 ; i2 ;"),
    ("{}\n\n[]\n", "{ } ; [ ] ;"),
    ("{\"a\":1}\n{\"a\":2}", "{ \"a\": i1 } ; { \"a\": i2 } ;"),
    ("[1,\n2]\n3", "[ i1 i2 ] ; i3 ;"),
    ("1 2\t\"a\" null", "i1 ; i2 ; \"a\" ; null ;"),
    ("{}{}[]\"a\"\"b\"", "{ } ; { } ; [ ] ; \"a\" ; \"b\" ;"),
  ])
  func readsOneValueAfterAnother(source: String, expected: String) throws {
    #expect(try script(of: source, as: .jsonLines) == expected)
  }

  @Test(arguments: [
    ("1\n2\n‸x", DecantError.Problem.unknownWord("x", suggestion: nil)),
    ("{}\n‸[", .unclosedBracket("[", before: nil)),
    ("{}\n{\"a\": 1‸\n{\"a\": 2}", .unexpectedEndOfLine(expected: .commaOrEndOfMapping)),
    ("{}\n[1,[2‸\n\n[3]", .unexpectedEndOfLine(expected: .commaOrEndOfSequence)),
    ("{\"a\"‸ \n{}", .unexpectedEndOfLine(expected: .colon)),
    ("2026‸-11-21", .unexpected(.scalar("-"), expected: .endOfDocument)),
    ("true‸false", .unexpected(.scalar("f"), expected: .endOfDocument)),
    ("1‸true", .unexpected(.scalar("t"), expected: .endOfDocument)),
    ("[]‸1", .unexpected(.scalar("1"), expected: .endOfDocument)),
    ("1‸,2", .unexpected(.scalar(","), expected: .endOfDocument)),
    ("1.5‸.5", .unexpected(.scalar("."), expected: .endOfDocument)),
  ])
  func pointsAtTheProblem(marked: String, problem: DecantError.Problem) throws {
    let marked = Marked(marked)
    let error = try failure(of: marked.source, as: .jsonLines)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  @Test func aKeyMayBeInEachRecordButNotTwiceInOne() throws {
    #expect(
      try script(of: #"{"a":1} {"a":2} {"a":3}"#, as: .jsonLines)
        == #"{ "a": i1 } ; { "a": i2 } ; { "a": i3 } ;"#)
    let marked: Marked = #"{"a":1} {"a":2,‸"a":3}"#
    let error = try failure(of: marked.source, as: .jsonLines)
    #expect(error.problem == .duplicateKey("a"))
    #expect(error.position?.offset == marked.offset)
  }
}
