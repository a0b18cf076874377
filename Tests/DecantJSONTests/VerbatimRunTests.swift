import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantJSON

/// Copied runs give the same bytes as their events, which the general scan reports without runs.
@Suite struct VerbatimRunTests {
  private static let feedings: [Transcript.Feeding] = [
    .init(), .init(sizes: [64, 5]), .init(sizes: [1000]),
  ]

  private static let plans: [Plan] = [
    .compact(.json), .compact(.jsonLines), .compact(.jsonSequence), .compact(.json).ascii,
    .pretty(.json),
    .test(.json) {
      $0.writing.indentation = .compact
      $0.keyOrder = .byBytes
    },
  ]

  private struct Outcome: Equatable {
    let output: [UInt8]
    let error: String?
  }

  private func outcome(
    _ bytes: [UInt8], from source: Format, by plan: Plan, _ feeding: Transcript.Feeding
  ) -> Outcome {
    let destination = MemoryDestination()
    var transcoder = Transcoder(from: source, to: plan.target)
    transcoder.plan = plan
    do throws(DecantError) {
      try transcoder.run(from: ChunkedSource(bytes, sizes: feeding.sizes), to: destination)
      return Outcome(output: destination.bytes, error: nil)
    } catch {
      return Outcome(output: destination.bytes, error: "\(error)")
    }
  }

  private func expectSame(_ text: String, feedings: [Transcript.Feeding] = feedings) {
    let bytes = Array(text.utf8)
    for (any, fast) in JSONFastPathTests.lanes {
      for plan in Self.plans {
        for feeding in feedings {
          #expect(
            outcome(bytes, from: fast, by: plan, feeding)
              == outcome(bytes, from: any, by: plan, feeding),
            "\(text.prefix(500)), \(plan.target), \(feeding)")
        }
      }
    }
  }

  @Test(arguments: Thoroughness.cases(of: 0..<60 as Range<UInt64>))
  func writesRandomDocumentsAlike(seed: UInt64) {
    let choices = seed % 3 == 0 ? 12 : 0
    let documents = (0..<3).map { RandomDocument(seed: seed * 3 + $0, keyChoices: choices) }
    for document in documents {
      expectSame(document.text)
      expectSame(document.compact)
    }
    expectSame("[\(documents[0].compact),\(documents[0].compact),\(documents[1].text)]")
    let records = documents.map { "\u{1E}\($0.compact)\n" }.joined()
    expectSame(records)
    expectSame(records.filter { $0 != "\u{1E}" })
  }

  /// A word that the lane leaves to the general scan, at each place where a run can begin or end.
  @Test(arguments: [#""\n""#, #""\u00e9""#, " 5 ", "\n", "\"é\"", "x", "1", "\u{1E}", #""a":"#])
  func writesAlikeAroundOtherTokens(word: String) {
    let row = #"{"a":[1,2.5,"three",{}],"b":true,"c":[[],null]}"#
    let document = "[" + [row, row, row].joined(separator: ",") + "]"
    for place in 1..<row.utf8.count + 2 {
      let middle = document.index(document.startIndex, offsetBy: row.count + place)
      expectSame(String(document[..<middle]) + word + document[middle...], feedings: [.init()])
      let inLines = row + "\n" + row + "\n" + row + "\n"
      let cut = inLines.index(inLines.startIndex, offsetBy: row.count + place - 1)
      expectSame(String(inLines[..<cut]) + word + inLines[cut...], feedings: [.init()])
    }
  }

  @Test func copiesWhatIsCompact() throws {
    let row =
      #"{"id":12345678,"text":"plain text, é, 日本語, 😀","list":[1.50,-0,1E5,[],{}],"ok":true}"#
    for count in [1, 2, 3, 1000] {
      let rows = [String](repeating: row, count: count)
      let document = "[" + rows.joined(separator: ",") + "]\n"
      let lines = rows.map { $0 + "\n" }.joined()
      for feeding in Self.feedings {
        #expect(
          try convert(Array(document.utf8), from: .json, by: .compact(.json), feeding: feeding)
            == Array(document.utf8))
        #expect(
          try convert(
            Array(lines.utf8), from: .jsonLines, by: .compact(.jsonLines), feeding: feeding)
            == Array(lines.utf8))
      }
    }
  }

  /// The sink's limit is at every place of a record, also directly before its end.
  @Test(arguments: 0...40) func fillsTheSinkToItsLimit(capacity: Int) throws {
    let records = (0..<600).map { #"{"a":1,"b":2,"c":\#(100_000 + $0)}"# }
    let source = records.map { $0 + "\r\n" }.joined()
    let text = try JSONWriter.text(
      of: source, framed: .lines, JSONWritingOptions(), capacity: capacity)
    #expect(text == records.map { $0 + "\n" }.joined())
  }

  @Test func skipsBadRecordsAmongCopiedOnes() throws {
    let row = #"{"a":[1,2.5,"three",{}],"b":true}"#
    for bad in [#"{"a":[1,2,3,4,5,}"#, "[1,2,3,4,[]", #"{"a":1,"b":2,"a":3}"#, "[tru]"] {
      let source = [row, row, bad, row, bad, row, row].map { $0 + "\n" }.joined()
      let plan = Plan.test(.jsonLines) {
        $0.reading.badRecords = .skip { _ throws(DecantError) in }
      }
      #expect(
        try converted(source, by: plan) == [String](repeating: row + "\n", count: 5).joined(),
        "\(bad)")
    }
  }

  @Test func isDroppedWithTheLastOfItsEvents() {
    let bytes = Array("[1,2,3,4,5]".utf8)
    var window = Window(ChunkedSource(bytes, sizes: []))
    var batch = EventBatch()
    var reader = StrictJSONReader(ReadingOptions())
    _ = try? reader.read(from: &window, into: &batch)
    var count = batch.verbatimRuns.count
    #expect(count == 1)
    let end = batch.verbatimRuns[0].endEvent
    batch.truncate(to: end)
    count = batch.verbatimRuns.count
    #expect(count == 1)
    batch.truncate(to: end - 1)
    count = batch.verbatimRuns.count
    #expect(count == 0)
  }
}
