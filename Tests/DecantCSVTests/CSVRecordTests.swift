import Decant
import DecantTestSupport
import Testing

/// Rows as records that can be left out, and in blocks.
@Suite struct CSVRecordTests {
  @Test(arguments: [
    ("a,b\n1\n3,4\n", "34", [2], ["1"]),
    ("a,b\n1,2,3\r\n3,4", "34", [2], ["1,2,3"]),
    ("a,b\n\"x\ny\"\n3,4\n", "34", [2], ["\"x\ny\""]),
    ("a,b\n\"1\"x,\"\n3,4\n", "34", [2], ["\"1\"x,\""]),
    ("a,b\n1,2\n3,\"4\n5,6\n7,8\n", "12 56 78", [3], ["3,\"4"]),
    ("a,b\n\0,2\n3,4\n", "34", [2], ["\0,2"]),
    ("a,b\n1\n\n2\n3,4\n5", "34", [2, 4, 6], ["1", "2", "5"]),
  ])
  func aBadRowIsLeftOutWhole(
    text: String, rows: String, lines: [Int], bytes: [String]
  ) throws {
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let reports = Reports()
      var plan = Plan(to: .tsv)
      plan.reading.badRecords = reports.skipping
      let output = try convert(Array(text.utf8), from: .csv, by: plan, feeding: feeding)
      let found = String(decoding: output, as: UTF8.self).split(separator: "\n").dropFirst()
      #expect(found.map { $0.filter { $0 != "\t" } }.joined(separator: " ") == rows, "\(feeding)")
      #expect(reports.all.map { $0.position?.line } == lines, "\(feeding)")
      let rejects = reports.badRecords.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } }
      #expect(rejects == bytes, "\(feeding)")
    }
  }

  @Test func longRowsAreLeftOut() throws {
    let text =
      "a,b\n" + String(repeating: "x", count: 1000) + ",2\n3,4\n\""
      + String(repeating: "y\n", count: 9) + "\",z\n5,6\n"
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let reports = Reports()
      var plan = Plan(to: .csv)
      plan.reading.badRecords = reports.skipping
      plan.reading.maximumRecordLength = 20
      let output = try convert(Array(text.utf8), from: .csv, by: plan, feeding: feeding)
      #expect(String(decoding: output, as: UTF8.self).hasPrefix("a,b\n3,4\n"), "\(feeding)")
      #expect(String(decoding: output, as: UTF8.self).hasSuffix("5,6\n"), "\(feeding)")
      #expect(reports.all.first?.problem == .recordTooLong(limit: 20))
    }
  }

  @Test func aBadHeaderEndsTheInput() {
    var plan = Plan(to: .jsonLines)
    plan.reading.badRecords = Reports().skipping
    #expect(throws: DecantError.self) {
      try convert(Array("a,a\n1,2\n".utf8), from: .csv, by: plan)
    }
  }

  /// A row that the writer refuses leaves no part of itself, also the first one, whose keys would be the header.
  @Test func aRowThatCannotBeWrittenIsLeftOut() throws {
    let reports = Reports()
    var plan = Plan(to: .csv)
    plan.reading.badRecords = reports.skipping
    let text = """
      {"x":"1","y":[]}
      {"a":"1","b":"2"}
      {"a":"1","b":{}}
      {"b":"4","a":"3"}
      {"a":"1","c":"2"}
      {"a":"1"}
      5
      {"a":"5","b":"6"}
      """
    let output = try convert(Array(text.utf8), from: .jsonLines, by: plan)
    #expect(String(decoding: output, as: UTF8.self) == "a,b\n1,2\n3,4\n5,6\n")
    #expect(reports.all.map { $0.position?.line } == [1, 3, 5, 6, 7])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func blocksAreReadLikeTheWhole(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let cells = ["x", "", "\"a\nb\"", "\"\"\"\n\"", "é,".debugDescription, "1", "\"\r\n,\""]
    // Quotes inside of cells mislead the search for the ends of rows.
    let odd = seed % 3 == 0 ? ["5\" disk"] : []
    var text = "k,l,m\n"
    for _ in 0..<200 {
      let row = (0..<3).map { _ in (cells + odd).randomElement(using: &generator) ?? "" }
      text += row.joined(separator: ",") + (seed % 2 == 0 ? "\n" : "\r\n")
    }
    if seed % 5 == 0 { text += "1,2\n" }
    func result(jobs: Int, block: Int) -> (String, DecantError?) {
      var transcoder = Transcoder(from: .csv, to: .jsonLines)
      transcoder.plan.jobs = jobs
      transcoder.plan.blockSize = block
      let destination = MemoryDestination()
      do {
        try transcoder.run(from: ChunkedSource(Array(text.utf8), sizes: [97]), to: destination)
        return (destination.text, nil)
      } catch {
        return (destination.text, error)
      }
    }
    let whole = result(jobs: 1, block: 1000)
    #expect((whole.1 == nil) == (seed % 5 != 0))
    for block in [40, 150, 700] {
      let found = result(jobs: 3, block: block)
      #expect(found == whole, "\(block)")
    }
  }
}
