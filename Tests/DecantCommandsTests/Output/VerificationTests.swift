import DecantTestSupport
import Testing

import Decant
import DecantConversion

@testable import DecantCommands

@Suite struct VerificationTests {
  private static func verify(
    _ written: [UInt8], against source: [UInt8], from format: Format, by plan: Plan
  ) throws(DecantError) {
    var plan = plan
    plan.record()
    _ = try convert(source, from: format, by: plan)
    let output = { ChunkedSource(written, sizes: [11, 400]) }
    do {
      try plan.written?.verify(output(), by: plan)
    } catch {
      guard error.problem == .verification(.differs), error.path == nil else { throw error }
      var error = error
      var input = try Input(ChunkedSource(source, sizes: [700]), named: "source", as: format)
      error.path = try Pipeline.difference(of: output(), from: &input, by: plan)
      throw error
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let target: Format
    let fidelity: Fidelity
    var testDescription: String { "\(target.name), \(fidelity)" }
  }

  static let cases = FormatRegistry.standard.formats.filter { $0.isWritable && $0.isReadable }
    .flatMap { target in
      [Fidelity.standard, .strict, .lossy, .tagged].map {
        Case(target: target, fidelity: $0)
      }
    }

  @Test(arguments: cases)
  func acceptsAllThatIsWritten(of test: Case) throws {
    var count = 0
    var possible = 0
    for seed in 1...80 as ClosedRange<UInt64> {
      let document = RandomTaggedDocument(seed: seed)
      if document.text != "{}" || !test.target.abilities.contains(.rows) { possible += 1 }
      var tagged = Plan(to: .yaml)
      tagged.fidelity = .tagged
      let yaml = try convert(Array(document.text.utf8), from: .json, by: tagged)
      var plan = Plan(to: test.target)
      plan.fidelity = test.fidelity
      plan.writing.ascii = seed % 2 == 0 && test.target.abilities.contains(.ascii)
      guard let written = try? convert(yaml, from: .yaml, by: plan) else { continue }
      count += 1
      do {
        try Self.verify(written, against: yaml, from: .yaml, by: plan)
      } catch {
        let text = String(decoding: written, as: UTF8.self)
        Issue.record("\(seed) \(error) \(String(decoding: yaml, as: UTF8.self)) \(text)")
      }
    }
    if case .tagged = test.fidelity { #expect(count == possible) }
  }

  @Test(arguments: 0..<6)
  func comparesWithWhatTheStagesMake(number: Int) throws {
    let source = Array(#"{"bKey": [{"xY": 1}, {"xY": null}], "aKey": [1, 2]}"#.utf8)
    var plan = Plan(to: .yaml)
    switch number {
    case 0: plan.keyOrder = .byBytes
    case 1: plan.keyStyle = .snake
    case 2: plan.pointer = DocumentPointer("/bKey/0")
    case 3: plan.gathering = .slurp
    case 4: (plan.gathering, plan.pointer) = (.split, DocumentPointer("/aKey"))
    default: (plan.target, plan.fidelity) = (.xmlPropertyList, .lossy)
    }
    let written = try convert(source, from: .json, by: plan)
    try Self.verify(written, against: source, from: .json, by: plan)
    #expect(throws: DecantError.self) {
      try Self.verify(written, against: source, from: .json, by: Plan(to: .jsonLines))
    }
  }

  static let differences: [(source: String, written: String, path: String)] = [
    (#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 3}"#, "/b"),
    (#"{"a": 1, "b": 2}"#, #"{"a": 1, "c": 2}"#, "/c"),
    (#"{"a": [1, "2"]}"#, #"{"a": [1, 2]}"#, "/a/1"),
    (#"{"a": [1, 2]}"#, #"{"a": [1]}"#, "/a"),
    (#"{"a": [1]}"#, #"{"a": [1, 2]}"#, "/a/1"),
    (#"[1.0]"#, #"[1]"#, "/0"),
    (#"[1.5]"#, #"[1.50001]"#, "/0"),
    (#"[0.0]"#, #"[-0.0]"#, "/0"),
    (#"["a"]"#, #"["a "]"#, "/0"),
    (#"[null]"#, #"[false]"#, "/0"),
    (#"[{}]"#, #"[[]]"#, "/0"),
    (#"["\u0000"]"#, #"[""]"#, "/0"),
  ]

  @Test(arguments: differences)
  func reportsWhichValueDiffers(source: String, written: String, path: String) {
    let error = #expect(throws: DecantError.self) {
      try Self.verify(
        Array(written.utf8), against: Array(source.utf8), from: .json, by: Plan(to: .json))
    }
    #expect(error?.problem == .verification(.differs))
    #expect(error?.path?.description == path)
    #expect(error?.category == .defect)
  }

  @Test(arguments: [
    ("[1.10]", "[1.1]"), ("[1e3]", "[1000.0]"), ("[0.0012e5]", "[120.0]"), ("[-0]", "[0]"),
    ("[1E+2]", "[100.0]"), (#"["é"]"#, #"["\u00e9"]"#), ("[0e7]", "[0.0]"), ("[ 1 ]", "[1]\n\n"),
  ])
  func looksAtValuesAndNotAtTheirSpelling(source: String, written: String) throws {
    try Self.verify(
      Array(written.utf8), against: Array(source.utf8), from: .json, by: Plan(to: .json))
  }

  @Test func findsADifferenceFarInside() throws {
    let values = (0..<50_000).map { "{\"id\": \($0), \"name\": \"value \($0)\"}" }
    let source = Array("[\(values.joined(separator: ","))]".utf8)
    let plan = Plan(to: .yaml)
    var written = try convert(source, from: .json, by: plan)
    try Self.verify(written, against: source, from: .json, by: plan)
    let place = try #require(written.lastIndex(of: UInt8(ascii: "9")))
    written[place] = UInt8(ascii: "8")
    let error = #expect(throws: DecantError.self) {
      try Self.verify(written, against: source, from: .json, by: plan)
    }
    #expect(error?.path?.description == "/49999/name")
  }

  @Test func refusesWhatCannotBeReadBack() {
    for written in ["", "[1", "[1]]", "x"] {
      let error = #expect(throws: DecantError.self) {
        try Self.verify(
          Array(written.utf8), against: Array("[1]".utf8), from: .json, by: Plan(to: .json))
      }
      #expect(error != nil)
      if written != "[1]]" { #expect(error?.category == .defect, "\(written)") }
    }
  }

  @Test func refusesManyDocumentsWhereAFileHoldsOne() throws {
    let source = Array("[1]\n[2]\n".utf8)
    let written = try convert(source, from: .jsonLines, by: Plan(to: .json))
    let error = #expect(throws: DecantError.self) {
      try Self.verify(written, against: source, from: .jsonLines, by: Plan(to: .json))
    }
    #expect(error?.problem == .manyDocuments(target: "json"))
    #expect(error?.commandHint { _ in true } == "--slurp gathers them in one sequence")
  }

  @Test(arguments: ["json", "xml1", "binary1", "openstep"])
  func refusesNoDocumentWhereAFileHoldsOne(name: String) throws {
    let plan = Plan(to: try FormatRegistry.standard.format(named: name))
    let error = #expect(throws: DecantError.self) { try convert([], from: .jsonLines, by: plan) }
    #expect(error?.problem == .noDocument)
  }

  @Test func countsLossesOnlyOnce() throws {
    let losses = Losses()
    var plan = Plan(to: .xmlPropertyList)
    plan.fidelity = .lossy
    plan.losses = losses
    let source = Array("[null, 1]".utf8)
    let written = try convert(source, from: .json, by: plan)
    var input = try Input(MemorySource(source), as: .json)
    _ = try Pipeline.difference(of: MemorySource(written), from: &input, by: plan)
    #expect(losses.counts == [.null: 1])
  }

  /// Each as a table is written from it, and another one with the same values.
  private static let tables: [(source: String, written: String, isSame: Bool)] = [
    (#"{"a":"1","b":"2"} {"b":"3","a":"4"}"#, "a,b\n1,2\n4,3\n", true),
    (#"[{"a":"1","b":"2"},{"b":"3","a":"4"}]"#, "b,a\n2,1\n3,4\n", true),
    (#"{"a":"1","b":"2"} {"a":"4","b":""}"#, "a,b\n1,2\n4,\n", true),
    (#"{"a":"1","b":"2"} {"a":"4","b":"3"}"#, "a,b\n1,2\n3,4\n", false),
    (#"{"a":"1","b":"2"} {"a":"4","b":"3"}"#, "a,b\n4,3\n1,2\n", false),
    (#"{"a":"1","b":"2"}"#, "a,b\n1,2\n1,2\n", false), (#"{"a;b":"1"}"#, "a;b\n1\n", true),
  ]

  @Test(arguments: tables)
  func comparesTheCellsOfRows(source: String, written: String, isSame: Bool) {
    let (written, source) = (Array(written.utf8), Array(source.utf8))
    let verify = { () throws(DecantError) in
      try Self.verify(written, against: source, from: .jsonLines, by: Plan(to: .csv))
    }
    if isSame {
      #expect(throws: Never.self, performing: verify)
    } else {
      #expect(throws: DecantError(.verification(.differs)), performing: verify)
    }
  }

  /// The order of keys counts, but where the writer has one of its own.
  @Test func countsTheOrderOfKeysAsTheWriterDoes() throws {
    let source = Array(#"{"b": {"d": 1, "c": 2}, "a": 1}"#.utf8)
    let sorted = Array(#"{"a": 1, "b": {"c": 2, "d": 1}}"#.utf8)
    var deterministic = Plan(to: .cbor)
    deterministic.writing.cborForm = .deterministic
    for (plan, isFree) in [
      (Plan(to: .json), false), (Plan(to: .cbor), false), (deterministic, true),
      (Plan(to: .toml), true),
    ] {
      let written = try convert(sorted, from: .json, by: plan)
      let verify = { () throws(DecantError) in
        try Self.verify(written, against: source, from: .json, by: plan)
      }
      if isFree {
        #expect(throws: Never.self, performing: verify)
      } else {
        #expect(throws: DecantError.self, performing: verify)
      }
    }
  }

  /// Blocks, with a bad record and a long one that ends them, have the digest of one thread.
  @Test(arguments: 1...5)
  func recordsTheSameInBlocks(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let records = (0..<300).map { "{\"n\":\($0),\"t\":\"\(generator.next() % 10)\"}\n" }
    let (bad, long) = ("{\"bad\":[1,}\n", "\"\(String(repeating: "x", count: 20_000))\"\n")
    var plan = Plan(to: .jsonLines)
    plan.reading.badRecords = .skip { _ in }
    (plan.jobs, plan.blockSize) = (3, 512)
    plan.record()
    let written = try #require(plan.written)
    let destination = MemoryDestination()
    var pipeline = try Pipeline(plan, to: destination)
    for lines in [records + [bad] + records + [long] + records, records] {
      var input = try Input(MemorySource(lines.joined()), as: .jsonLines)
      try pipeline.convert(&input)
    }
    try pipeline.finish()
    var expected = records + records + [long] + records + records
    #expect(destination.text == expected.joined())
    try written.verify(MemorySource(destination.bytes), by: plan)
    expected.swapAt(Int(generator.next() % 300), 700)
    #expect(throws: DecantError(.verification(.differs))) {
      try written.verify(MemorySource(expected.joined()), by: plan)
    }
  }
}
