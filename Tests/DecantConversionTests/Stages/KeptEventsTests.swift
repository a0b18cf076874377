import DecantTestSupport
import Testing
import Decant
import DecantConversion

struct KeptEventsTests {
  @Test(
    "Events that a stage kept know their place when the window has moved on",
    arguments: ["$date", "$literal"])
  func placeOfKeptEvents(form: String) {
    let padding = String(repeating: "\"0123456789abcdef\",", count: 20_000)
    let before = #"[{"\#(form)":"x","aB":1,"#
    let source = before + #""a_b":2,"padding":[\#(padding)0]}]"#
    var plan = Plan.compact(.json)
    plan.fidelity = .tagged
    plan.keyStyle = .snake
    let error = #expect(throws: DecantError.self) { try converted(source, from: .json, by: plan) }
    #expect(error?.problem == .collidingKeys("a_b"))
    #expect(error?.offset == before.utf8.count)
  }

  @Test(
    "Complete records before a value that a stage refuses are written, and no part of its own",
    arguments: [[1], [7], []])
  func recordsBeforeARefusal(sizes: [Int]) throws {
    var plan = Plan.compact(.jsonLines)
    plan.keyStyle = .snake
    let destination = MemoryDestination()
    var transcoder = Transcoder(from: .jsonLines, to: .jsonLines)
    transcoder.plan = plan
    let source = ChunkedSource(Array(#"{"aB":1} [{"aB":2,"a_b":3}]"#.utf8), sizes: sizes)
    #expect(throws: DecantError.self) { try transcoder.run(from: source, to: destination) }
    #expect(destination.text == "{\"a_b\":1}\n")
  }

  @Test("Nothing of a record that a stage refuses is written where such records are left out")
  func nothingOfARecord() throws {
    var plan = Plan.compact(.jsonLines)
    plan.keyStyle = .snake
    plan.reading.badRecords = .skip { _ in }
    let source = "{\"aB\":1}\n[{\"aB\":2,\"a_b\":3}]\n[4]\n"
    #expect(try converted(source, by: plan) == "{\"a_b\":1}\n[4]\n")
  }

  @Test("Bare text is for documents, not for the elements of all of them in one")
  func rawSlurp() throws {
    var plan = Plan.compact(.json)
    plan.gathering = .slurp
    plan.scalars = .raw
    var pipeline = try Pipeline(plan, to: MemoryDestination())
    var first = try Input(.text("[1]"), as: .json)
    try pipeline.convert(&first)
    var second = try Input(.text("NaN"), as: .json5)
    let error = #expect(throws: DecantError.self) { try pipeline.convert(&second) }
    #expect(error?.problem == .notRepresentable(.nonFiniteNumber, target: "json"))
  }

  @Test(
    "A mapping whose only key begins with a dollar is wrapped",
    arguments: [
      (#"{"$":1}"#, #"{"$literal":{"$":1}}"#),
      (#"{"$x":1}"#, #"{"$literal":{"$x":1}}"#),
      (#"{"$":1,"a":2}"#, #"{"$":1,"a":2}"#),
      (#"{"":1}"#, #"{"":1}"#),
    ])
  func literal(source: String, written: String) throws {
    var plan = Plan.compact(.json)
    plan.fidelity = .tagged
    #expect(try converted(source, from: .json, by: plan) == written + "\n")
  }
}
