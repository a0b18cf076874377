import Testing
import Decant

@Suite struct TapeTests {
  static let sources = [
    "1", "[]", "{}", "[[],[[]],{}]", #"{"a":[1,{"b":[]}],"c":{"d":{"e":"f"}},"":""}"#,
    "&x [a, !t b, {? &k [c] : d}]",
  ]

  private func tape(_ source: String) throws -> Tape {
    try Document(parsing: source, as: .yaml).tape
  }

  private func partners(of tape: Tape) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var open: [Int] = []
    for index in 0..<tape.count {
      switch tape[index].kind {
      case .beginMapping, .beginSequence: open.append(index)
      case .endMapping, .endSequence:
        let begin = open.removeLast()
        partners[begin] = index
        partners[index] = begin
      default: break
      }
    }
    #expect(open.isEmpty)
    return partners
  }

  private func expectGoodLinks(_ tape: Tape) {
    for (index, partner) in partners(of: tape) {
      #expect(tape.partner(of: index) == partner)
      #expect(tape[index].textRange.isEmpty)
    }
    #expect(tape.isBalanced)
    #expect(tape.isEmpty || tape.end(of: 0) == tape.count)
  }

  @Test(arguments: sources) func beginningsAndEndsFindEachOther(source: String) throws {
    let tape = try tape(source)
    expectGoodLinks(tape)
    #expect(tape.origin + Int(tape[0].position) == 0)
  }

  @Test(arguments: sources) func nodesMeanTheSameOnAnotherTape(source: String) throws {
    let tape = try tape("[before, \(source), after]")
    var node = 1
    while node < tape.count - 1 {
      var copy = Tape()
      try copy.append(node..<tape.end(of: node), of: tape)
      expectGoodLinks(copy)
      #expect(try copy.value(of: 0) == tape.value(of: node))
      #expect(copy.offset(at: 0) == tape.offset(at: node))
      node = tape.end(of: node)
    }
  }

  @Test func runsAndSingleEventsMakeTheSameTape() throws {
    var batch = EventBatch()
    batch.append(.beginMapping, at: 3)
    batch.append(.string, text: "key", flags: .isKey, at: 4)
    batch.append(.beginSequence, at: 9)
    batch.append(.integer, text: "12", at: 10)
    batch.append(.null, at: 13)
    batch.append(.endSequence, at: 17)
    batch.append(.endMapping, at: 18)
    var run = Tape()
    try run.append(0..<batch.count, of: batch)
    var single = Tape()
    for index in 0..<batch.count { try single.append(batch[index], of: batch) }
    for tape in [run, single] {
      expectGoodLinks(tape)
      #expect(tape.origin == 3)
      #expect((0..<tape.count).map { tape.offset(at: $0) } == [3, 4, 9, 10, 13, 17, 18])
      #expect((0..<tape.count).map { tape.string(at: $0) } == ["", "key", "", "12", "", "", ""])
    }
    #expect(try run.value(of: 0) == single.value(of: 0))
  }

  @Test func anEndWithoutABeginningIsRefused() throws {
    var batch = EventBatch()
    batch.append(.beginSequence)
    batch.append(.endSequence)
    batch.append(.endSequence)
    var tape = Tape()
    #expect(throws: DecantError.self) { try tape.append(0..<3, of: batch) }
    #expect(tape.isEmpty)
    try tape.append(0..<2, of: batch)
    #expect(throws: DecantError.self) { try tape.append(batch[2], of: batch) }
    #expect(tape.count == 2)
    expectGoodLinks(tape)
  }
}
