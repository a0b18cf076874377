import DecantTestSupport
import Testing
import Decant
import DecantConversion

@Suite struct JSONBadRecordTests {
  private func convert(
    _ source: String, from format: Format, feeding: Transcript.Feeding
  ) throws -> (text: String, reports: [Int]) {
    let reports = Reports()
    var plan = Plan(to: .jsonLines)
    plan.reading.badRecords = reports.skipping
    let bytes = try DecantTestSupport.convert(
      Array(source.utf8), from: format, by: plan, feeding: feeding)
    return (String(decoding: bytes, as: UTF8.self), reports.all.map { $0.position?.line ?? 0 })
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

  @Test(arguments: [
    ("[1,\n2]\n3\n", "expected a value but the line ended"),
    ("{\"a\"\n:1}\n", "expected ':' but the line ended"),
    ("[\n", "expected a value or ']' but the line ended"),
    ("[", "'[' is never closed"),
  ])
  func aValueThatLeavesItsLineIsReportedAsThat(source: String, message: String) throws {
    let reports = Reports()
    var plan = Plan(to: .jsonLines)
    plan.reading.badRecords = reports.skipping
    _ = try DecantTestSupport.convert(Array(source.utf8), from: .jsonLines, by: plan)
    let first = try #require(reports.all.first)
    #expect(first.message == message)
    #expect(first.position?.line == 1)
  }

  /// Values need not be on separate lines here, unlike in JSON Lines.
  @Test(
    arguments: [
      ("1 2\t[3,\n4]\n\n{}[]", []),
      ("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", []),
      ("[1]\n[2\n[3]\nx\n[4]\n", [2, 4]),
      ("1\nx y z\n2\n\"a\nb\n3", [2, 4, 5]),
      ("[1,2\n", [1]),
      ("{\"a\":1,\"a\":2} x\n{\"a\":1}\n\"\\ud800\"\n1", [1, 3]),
      ("x", [1]), ("x\ny", [1, 2]), ("", []),
    ] as [(String, [Int])])
  func checkingFindsEachMistake(source: String, lines: [Int]) throws {
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let reports = Reports()
      var options = ReadingOptions()
      options.badRecords = reports.skipping
      options.needs.insert(.multilineRecords)
      let chunks = ChunkedSource(Array(source.utf8), sizes: feeding.sizes)
      var input = try Input(chunks, as: .jsonLines)
      try input.check(options)
      #expect(reports.all.map { $0.position?.line ?? 0 } == lines, "\(feeding)")
    }
  }

  @Test func aBadRecordOfASequenceReachesToTheNextSeparator() throws {
    let source = "rubbish\u{1E}1\n\u{1E}77\u{1E}[2,\n3\n\u{1E}{\"a\":4}\n"
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let (text, reports) = try convert(source, from: .jsonSequence, feeding: feeding)
      #expect(text == "1\n{\"a\":4}\n", "\(feeding)")
      #expect(reports.count == 3, "\(feeding)")
    }
  }

  /// An encoding error is not an invalid record, after which reading would continue.
  @Test func aSourceThatFailsIsNotAskedAgain() throws {
    // A valid record, then half a code unit of UTF-16.
    let source: [UInt8] = [0xFF, 0xFE, 0x31, 0, 0x0A, 0, 0x32, 0, 0x33]
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let reports = Reports()
      var plan = Plan(to: .jsonLines)
      plan.reading.badRecords = reports.skipping
      let bytes = try DecantTestSupport.convert(
        source, from: .jsonLines, by: plan, feeding: feeding)
      #expect(String(decoding: bytes, as: UTF8.self) == "1\n")
      #expect(reports.all.map(\.problem) == [.invalidEncoding(.utf16)])
    }
  }
}
