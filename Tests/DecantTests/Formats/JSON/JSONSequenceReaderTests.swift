import DecantTestSupport
import Testing

@testable import Decant

/// JSON text sequences, RFC 7464; ␞ stands for the record separator.
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
  func readsWhatStandsBehindEachSeparator(source: String, expected: String) throws {
    #expect(try script(of: separated(source), as: .jsonSequence) == expected)
  }

  @Test(arguments: [
    ("␞1\n␞‸x\n", DecantError.Problem.unknownWord("x", suggestion: nil)),
    ("␞[1,‸␞2]", .unexpected(.scalar("\u{1E}"), expected: .value)),
    ("␞[‸␞", .unexpected(.scalar("\u{1E}"), expected: .valueOrEndOfSequence)),
    ("␞{\"a\"‸", .unexpectedEnd(expected: .colon)),
  ])
  func pointsAtTheProblem(marked: String, problem: DecantError.Problem) throws {
    let marked = Marked(separated(marked))
    let error = try failure(of: marked.source, as: .jsonSequence)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  /// Without separators it is no sequence of texts, or the first of them was cut off.
  @Test(arguments: [("‸1", "1"), ("‸{}\n␞{}", "{"), ("␞1 ‸2", "2"), ("␞[]‸[]", "["), (" ‸é", "é")])
  func refusesAValueWithoutASeparator(marked: String, found: Unicode.Scalar) throws {
    let marked = Marked(separated(marked))
    let error = try failure(of: marked.source, as: .jsonSequence)
    #expect(error.problem == .unexpected(.scalar(found), expected: .recordSeparator))
    #expect(error.position?.offset == marked.offset)
  }
}

/// Records that cannot be read, and what is left out with them.
@Suite struct JSONBadRecordTests {
  private final class Reports: @unchecked Sendable {
    var lines: [Int] = []
  }

  private func convert(
    _ source: String, from format: Format, feeding: Transcript.Feeding
  ) throws -> (text: String, reports: [Int]) {
    let reports = Reports()
    var plan = Plan(to: .jsonLines)
    plan.reading.badRecords = .skip { reports.lines.append($0.position?.line ?? 0) }
    let bytes = try DecantTestSupport.convert(
      Array(source.utf8), from: format, by: plan, feeding: feeding)
    return (String(decoding: bytes, as: UTF8.self), reports.lines)
  }

  @Test(arguments: [
    ("1\nx\n2\n", "1\n2\n", [2]),
    ("x\ny\nz", "", [1, 2, 3]),
    ("{\"a\":1}\n{\"a\":\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n", [2]),
    ("{\"a\":\"x\n1\n", "1\n", [1]),
    ("[[[[\n{}\n", "{}\n", [1]),
    ("{\"a\":1,\"a\":2}\n{\"a\":1}\n", "{\"a\":1}\n", [1]),
    ("1\n\n\nx\n\n2", "1\n2\n", [4]),
    ("[1,\n2]\n", "", [1, 2]),
    ("1 2\n3 x\n4", "1\n2\n4\n", [2]),
    ("\"\\ud800\"\n1", "1\n", [1]),
  ])
  func aBadLineIsReportedAndLeftOutWhole(source: String, expected: String, lines: [Int]) throws {
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let (text, reports) = try convert(source, from: .jsonLines, feeding: feeding)
      #expect(text == expected, "\(feeding)")
      #expect(reports == lines, "\(feeding)")
    }
  }

  @Test func aBadRecordOfASequenceReachesToTheNextSeparator() throws {
    let source = "rubbish\u{1E}1\n\u{1E}[2,\n3\n\u{1E}{\"a\":4}\n"
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let (text, reports) = try convert(source, from: .jsonSequence, feeding: feeding)
      #expect(text == "1\n{\"a\":4}\n", "\(feeding)")
      #expect(reports.count == 2, "\(feeding)")
    }
  }
}
