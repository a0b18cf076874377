import DecantTestSupport
import Testing
import Decant
import DecantConversion

/// Parallel conversion of blocks and sequential conversion have the same result.
@Suite struct BlockTests {
  struct Result: Equatable, CustomStringConvertible {
    var output: String
    var records: [String]
    var error: DecantError?
    var losses: Set<Losses.Entry>

    var description: String {
      "\(output)\n\(records)\n\(String(describing: error))\n\(losses)"
    }
  }

  private func convert(
    _ bytes: [UInt8], from source: Format, by plan: Plan, sizes: [Int] = []
  ) -> Result {
    let reports = Reports()
    let losses = Losses()
    var transcoder = Transcoder(from: source, to: plan.target)
    transcoder.plan = plan
    transcoder.plan.losses = losses
    if case .skip = plan.reading.badRecords {
      transcoder.plan.reading.badRecords = reports.skipping
    }
    let destination = MemoryDestination()
    var failure: DecantError?
    do {
      try transcoder.run(
        from: sizes.isEmpty ? MemorySource(bytes) : ChunkedSource(bytes, sizes: sizes),
        named: "input", to: destination)
    } catch {
      failure = error
    }
    let records = reports.badRecords.map {
      "\($0.error) \($0.error.excerpt as Any) \($0.position as Any) \($0.bytes as Any)"
    }
    // The excerpt depends on how much of the line was read.
    if !sizes.isEmpty { failure?.excerpt = nil }
    return Result(
      output: destination.text, records: records, error: failure,
      losses: failure == nil ? Set(losses.entries) : [])
  }

  /// Expects parallel conversions of small blocks to equal a sequential one, and returns that.
  @discardableResult
  private func check(
    _ bytes: [UInt8], from source: Format, by plan: Plan, seed: UInt64 = 0
  ) -> Result {
    var generator = SeededGenerator(seed: seed)
    let whole = convert(bytes, from: source, by: plan)
    for jobs in 2...4 {
      var plan = plan
      plan.jobs = jobs
      plan.blockSize = Int.random(in: 1...200, using: &generator)
      let sizes =
        Bool.random(using: &generator)
        ? [] : (0..<3).map { _ in Int.random(in: 1...100, using: &generator) }
      let found = convert(bytes, from: source, by: plan, sizes: sizes)
      plan.jobs = 1
      let expected = convert(bytes, from: source, by: plan, sizes: sizes)
      #expect(
        found == expected,
        "seed \(seed), \(jobs) jobs, blocks of \(plan.blockSize), pieces of \(sizes)")
    }
    return whole
  }

  private func plan(to target: Format = .jsonLines, skipping: Bool = true) -> Plan {
    var plan = Plan(to: target)
    if skipping { plan.reading.badRecords = .skip { _ in } }
    return plan
  }

  // MARK: Random files

  private static let lines = [
    "{\"a\":1}", "[1, 2.50, \"é\"]", "\"text\"", "12", "null", "", "  ", "{\"b\":{\"a\":[]}}",
    "1 2",
    "{\"n\":1e400,\"d\":\"\\ud83d\\ude00\"}",
  ]
  private static let bad = [
    "{\"a\":1", "[", "x", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "tru", "1 2 x", "\"é\u{1}\"", "]",
    "{\"a\"",
    "01", "1\u{1E}", "\u{FEFF}1",
  ]

  private func randomFile(
    _ generator: inout SeededGenerator, badLines: Int, end: String
  ) -> [UInt8] {
    var text = ""
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let isBad = Int.random(in: 0..<100, using: &generator) < badLines
      text += (isBad ? Self.bad : Self.lines).randomElement(using: &generator) ?? ""
      text += end
    }
    if Bool.random(using: &generator), text.hasSuffix(end) { text.removeLast(end.count) }
    return Array(text.utf8)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func leavesOutTheSameRecords(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = randomFile(
      &generator, badLines: 20, end: seed % 3 == 0 ? "\r\n" : "\n")
    var plan = plan()
    switch seed % 6 {
    case 0: plan.keyOrder = .byBytes
    case 1: plan.gathering = .split
    case 2: plan.pointer = DocumentPointer("/a")
    case 3: plan.reading.duplicateKeys = .last
    case 4: plan.fidelity = .lossy
    default: plan.reading.maximumRecordLength = 8
    }
    check(bytes, from: .jsonLines, by: plan, seed: seed)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func stopsAtTheSameRecord(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = randomFile(&generator, badLines: seed % 2 == 0 ? 2 : 0, end: "\n")
    var plan = plan(skipping: false)
    if seed % 5 == 0 { plan.reading.maximumRecordLength = 20 }
    if seed % 3 == 0 { plan.fidelity = .lossy }
    check(bytes, from: .jsonLines, by: plan, seed: seed)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func readsSequencesTheSameWay(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = randomFile(&generator, badLines: 10, end: "\n\u{1E}")
    for skipping in [false, true] {
      check([0x1E] + bytes, from: .jsonSequence, by: plan(skipping: skipping), seed: seed)
      check(bytes, from: .jsonSequence, by: plan(to: .jsonSequence, skipping: skipping), seed: seed)
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func readsDocumentsOfYAMLTheSameWay(seed: UInt64) {
    let pieces = [
      "a: 1\n", "- x\n- y\n", "|\n text\n\n\n", "\"quoted\n\n text\"\n", "%YAML 1.1\n---\nno\n",
      "# comment\n", "...\n", "...\nbare\n", "&a b\n", "[1,\n2]\n", "2026-01-01\n", "\n", "text\n",
      "--- |+\n kept\n\n", "--- x\n", "---- x\n", "!!binary aGk=\n",
    ]
    let odd = [
      "\"a\n---\nb\"\n", "[a,\n---\nb]\n", "a: b: c\n", "*none\n", "{", "a\u{85}b: |\n x\n",
      "a\rb: 1\n",
      "x: 1\n y: 2\n", "€ \u{2028} x\n", "- a\nb\n",
    ]
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      let isOdd = seed % 2 == 0 && Int.random(in: 0..<30, using: &generator) == 0
      text += (isOdd ? odd : pieces).randomElement(using: &generator) ?? ""
      if Int.random(in: 0..<3, using: &generator) > 0 { text += "---\n" }
    }
    check(Array(text.utf8), from: .yaml, by: plan(skipping: false), seed: seed)
  }

  // MARK: Cases

  @Test(arguments: [
    "", "\n", "\n\n\n", "1", "1\n", "\n1", "{\n}\n[\n1\n]\n", "1\r\n2\r\n", "x", "[1,\n2]\n3\n",
    "{\"a\":\n", "\"a\nb\"\n",
  ])
  func readsOddFilesTheSameWay(text: String) {
    for skipping in [false, true] {
      check(Array(text.utf8), from: .jsonLines, by: plan(skipping: skipping))
    }
  }

  @Test func readsOtherEncodingsTheSameWay() {
    let text = "1\n\"é€\"\nx\n[2]\n\"😀\"]\n3\n"
    let units: [[UInt8]] = text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let utf16: [UInt8] = [0xFF, 0xFE] + units.joined()
    let cut = Array(utf16.dropLast(3))
    let marked = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    for bytes in [utf16, cut, marked] {
      for skipping in [false, true] {
        for seed in 0..<4 {
          check(bytes, from: .jsonLines, by: plan(skipping: skipping), seed: UInt64(seed))
        }
      }
    }
  }

  @Test func goesOnAfterARecordThatIsLongerThanAnyBlock() {
    let long = "\"" + String(repeating: "x", count: 10_000) + "\"\n"
    let text = "1\nx\n\(long)2\n]\n\(long)3\n"
    let whole = check(Array(text.utf8), from: .jsonLines, by: plan())
    #expect(whole.records.count == 2)
    var limited = plan()
    limited.reading.maximumRecordLength = 100
    let result = check(Array(text.utf8), from: .jsonLines, by: limited)
    #expect(result.output == "1\n2\n3\n")
    #expect(result.records.count == 4)
  }

  @Test func writesLargeResults() {
    let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "\n"
    var plan = plan(skipping: false)
    plan.writing.indentation = .spaces(8)
    check(Array(String(repeating: deep, count: 5).utf8), from: .jsonLines, by: plan)
  }

  @Test func stopsWhereTheReportSays() {
    let text = (0..<100).map { $0 % 10 == 9 ? "bad\n" : "\($0)\n" }.joined()
    for jobs in 1...3 {
      let reports = Losses()
      var plan = plan()
      plan.jobs = jobs
      plan.blockSize = 30
      plan.reading.badRecords = .skip { (record) throws(DecantError) in
        reports.count(.null, at: DocumentPath())
        if reports.entries[0].count == 3 { throw DecantError(.other("enough", hint: nil)) }
      }
      let destination = MemoryDestination()
      var transcoder = Transcoder(from: .jsonLines, to: .jsonLines)
      transcoder.plan = plan
      let error = #expect(throws: DecantError.self) {
        try transcoder.run(from: .text(text), to: destination)
      }
      #expect(error?.message == "enough")
      #expect(
        destination.text == (0..<29).filter { $0 % 10 != 9 }.map { "\($0)\n" }.joined(),
        "\(jobs) jobs")
    }
  }

  @Test func endsWhenTheOutputDoes() {
    final class Closed: ByteDestination {
      var room = 100
      func write(_ bytes: RawSpan) throws(DecantError) {
        room -= bytes.byteCount
        if room < 0 { throw DecantError(.system(.write, code: 32)) }
      }
    }
    for jobs in 1...4 {
      var transcoder = Transcoder(from: .jsonLines, to: .jsonLines)
      transcoder.plan.jobs = jobs
      transcoder.plan.blockSize = 16
      let error = #expect(throws: DecantError.self) {
        try transcoder.run(
          from: .text(String(repeating: "[1,2]\n", count: 10_000)), to: Closed())
      }
      #expect(error?.problem == .system(.write, code: 32))
    }
  }

  @Test func writesEachRecordBeforeItWaits() {
    final class Dialogue: ByteSource {
      let destination: MemoryDestination
      var count = 0
      init(_ destination: MemoryDestination) { self.destination = destination }

      func read(into output: inout OutputRawSpan) {
        let expected = (0..<count).map { "\($0)\n" }.joined()
        #expect(destination.text == expected)
        guard count < 50 else { return }
        for byte in "\(count)\n".utf8 { output.append(byte) }
        count += 1
      }

      var wouldWait: Bool { true }
    }
    for jobs in 1...3 {
      let destination = MemoryDestination()
      var transcoder = Transcoder(from: .jsonLines, to: .jsonLines)
      transcoder.plan.jobs = jobs
      #expect(throws: Never.self) {
        try transcoder.run(from: Dialogue(destination), to: destination)
      }
    }
  }

  @Test func writesEarlierInputsBeforeItWaits() throws {
    final class Slow: ByteSource {
      let destination: MemoryDestination
      var rest = ["2", "\n"]
      init(_ destination: MemoryDestination) { self.destination = destination }

      func read(into output: inout OutputRawSpan) {
        // To open an input, its first byte is read.
        #expect(rest.count == 2 || destination.text.hasPrefix("1\n"))
        guard !rest.isEmpty else { return }
        for byte in rest.removeFirst().utf8 { output.append(byte) }
      }

      var wouldWait: Bool { true }
    }
    for jobs in 1...3 {
      let destination = MemoryDestination()
      var plan = plan(skipping: false)
      plan.jobs = jobs
      var pipeline = try Pipeline(plan, to: destination)
      var first = try Input(.text("1\n"), as: .jsonLines)
      try pipeline.convert(&first)
      var second = try Input(Slow(destination), as: .jsonLines)
      try pipeline.convert(&second)
      try pipeline.finish()
      #expect(destination.text == "1\n2\n", "\(jobs) jobs")
    }
  }

  @Test func convertsByOneWhereItMust() {
    let text = Array("1\n[2]\n3\n".utf8)
    for target in [Format.json, .yaml] {
      check(text, from: .jsonLines, by: plan(to: target, skipping: false))
    }
    var slurping = plan(skipping: false)
    slurping.gathering = .slurp
    check(text, from: .jsonLines, by: slurping)
    check(text, from: .jsonLines, by: plan(to: .binaryPropertyList, skipping: false))
  }
}
