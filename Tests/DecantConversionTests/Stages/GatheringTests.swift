import Testing
import Decant
import DecantConversion
import DecantTestSupport

@testable import DecantJSON
@testable import DecantCore

@Suite struct GatheringTests {
  static let slurped: [(String, String)] = [
    ("", "[ ]"),
    ("1", "[ 1 ]"),
    ("1\n[2]\n{\"a\":{}}", #"[ 1 [ 2 ] { "a": { } } ]"#),
  ]

  @Test(arguments: slurped, batchLimits)
  func gathersAllDocuments(example: (source: String, script: String), limit: Int) throws {
    let plan = Plan.test { $0.gathering = .slurp }
    let script = try events(of: example.source, as: .jsonLines, through: plan, atOnce: limit)
    #expect(script == example.script)
  }

  @Test func gathersTheDocumentsOfAllInputs() throws {
    let destination = MemoryDestination()
    let plan = Plan.test(.jsonLines) { $0.gathering = .slurp }
    var pipeline = try Pipeline(plan, to: destination)
    for source in ["1 2", "", "[3]"] {
      var input = try Input(.text(source), as: .jsonLines)
      try pipeline.convert(&input)
    }
    try pipeline.finish()
    #expect(destination.text == "[1,2,[3]]\n")
  }

  static let split: [(String, String)] = [
    ("[]", ""),
    ("[1]", "1"),
    (#"[1,[2,[3]],{"a":[4]},"x",null,[]]"#, "1\n[ 2 [ 3 ] ]\n{ \"a\": [ 4 ] }\n\"x\"\nnull\n[ ]"),
    ("[1,2]\n[]\n[[3]]", "1\n2\n[ 3 ]"),
  ]

  @Test(arguments: split, batchLimits)
  func makesEachElementADocument(example: (source: String, script: String), limit: Int) throws {
    let plan = Plan.test(.jsonLines) { $0.gathering = .split }
    let script = try events(of: example.source, as: .jsonLines, through: plan, atOnce: limit)
    #expect(script == example.script)
  }

  @Test(arguments: [("{}", 0), ("[1]\n 2", 5), ("null", 0)])
  func splitsOnlySequences(source: String, offset: Int) {
    let plan = Plan.test { $0.gathering = .split }
    let error = #expect(throws: DecantError.self) {
      try events(of: source, as: .jsonLines, through: plan)
    }
    #expect(error?.problem == .notASequence)
    #expect(error?.position?.offset == offset)
  }

  @Test func splitsWhatAPointerLeadsTo() throws {
    let plan = Plan.test(.jsonLines) {
      $0.pointer = DocumentPointer("/items")
      $0.gathering = .split
    }
    #expect(try converted(#"{"n":2,"items":[{"a":1},2]}"#, by: plan) == "{\"a\":1}\n2\n")
  }

  static let single = Format(
    name: "single", summary: "", abilities: [.null, .numbers],
    writer: { JSONWriter(JSONWritingOptions(indentation: $0.indentation ?? .compact)) })

  @Test func refusesASecondDocumentForATargetThatHoldsOne() throws {
    let error = #expect(throws: DecantError.self) {
      try events(of: "1\n2", as: .jsonLines, through: Plan(to: Self.single))
    }
    #expect(error?.problem == .manyDocuments(target: "single"))
    #expect(error?.position == .init(offset: 2, line: 2, column: 1))

    let plan = Plan.test(Self.single) { $0.gathering = .slurp }
    #expect(try converted("1\n2", by: plan) == "[1,2]\n")
  }
}
