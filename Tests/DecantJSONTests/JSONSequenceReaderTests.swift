import DecantTestSupport
import Testing
import Decant

/// JSON text sequences (RFC 7464); ␞ represents the record separator.
@Suite struct JSONSequenceReaderTests {
  private func separated(_ text: String) -> String {
    String(text.map { $0 == "␞" ? "\u{1E}" : $0 })
  }

  @Test(arguments: [
    ("", ""), ("␞", ""), ("␞␞\n␞", ""),
    ("␞1\n", "i1 ;"), ("␞{}\n␞[1]\n", "{ } ; [ i1 ] ;"), ("␞\"a\"␞\"b\"", "\"a\" ; \"b\" ;"),
    ("␞1\n␞\n␞2\n", "i1 ; i2 ;"), ("␞ true \n␞null\n", "true ; null ;"),
    ("␞{\"a\":\n1}\n", "{ \"a\": i1 } ;"),
  ])
  func readsWhatFollowsEachSeparator(source: String, expected: String) throws {
    #expect(try script(of: separated(source), as: .jsonSequence) == expected)
  }

  @Test(arguments: [
    ("␞1\n␞‸x\n", DecantError.Problem.unknownWord("x", suggestion: nil)),
    ("␞[1,‸␞2]", .unexpected(.scalar("\u{1E}"), expected: .value)),
    ("␞[‸␞", .unexpected(.scalar("\u{1E}"), expected: .valueOrEndOfSequence)),
    ("␞‸{\"a\"", .unclosedBracket("{", before: nil)),
    // RFC 7464, section 2.4: these may be truncated.
    ("␞12‸", .unexpectedEnd(expected: .endOfDocument)),
    ("␞12‸␞3\n", .unexpectedEnd(expected: .endOfDocument)),
    ("␞true‸␞[]", .unexpectedEnd(expected: .endOfDocument)),
  ])
  func pointsAtTheProblem(marked: String, problem: DecantError.Problem) throws {
    let marked = Marked(separated(marked))
    let error = try failure(of: marked.source, as: .jsonSequence)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  /// Either the input is not a text sequence, or its first text was truncated.
  @Test(arguments: [("‸1", "1"), ("‸{}\n␞{}", "{"), ("␞1 ‸2", "2"), ("␞[]‸[]", "["), (" ‸é", "é")])
  func refusesAValueWithoutASeparator(marked: String, found: Unicode.Scalar) throws {
    let marked = Marked(separated(marked))
    let error = try failure(of: marked.source, as: .jsonSequence)
    #expect(error.problem == .unexpected(.scalar(found), expected: .recordSeparator))
    #expect(error.position?.offset == marked.offset)
  }
}
