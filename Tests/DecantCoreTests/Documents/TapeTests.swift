import DecantTestSupport
import Testing
import Decant
import DecantCore

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

  // MARK: Random documents

  private static func tape(_ text: String, as format: Format) throws -> Tape {
    var options = ReadingOptions()
    options.comments = true
    var window = Window(MemorySource(Array(text.utf8)))
    var reader = try format.reader(options)
    let documents = DocumentCollector()
    var batch = EventBatch()
    while try reader.read(from: &window, into: &batch) {
      try documents.add(batch)
      batch.removeAll()
    }
    return try #require(documents.take()).tape
  }

  private static let seeds = (0..<60).map { UInt64($0) }

  private static func randomTapes(_ seed: UInt64) throws -> [Tape] {
    [
      try tape(RandomDocument(seed: seed).text, as: .json),
      try tape(RandomCommentedDocument(seed, as: .json5).text, as: .json5),
      try tape(RandomCommentedDocument(seed, as: .yaml).text, as: .yaml),
      // Two keys may be one by their aliases.
      try? tape(RandomAnchoredDocument(seed: seed).text, as: .yaml),
    ].compactMap(\.self)
  }

  /// Calls `body` with each node inside of a collection.
  private func forEachNode(of tape: Tape, _ body: (_ node: Int) throws -> Void) rethrows {
    for index in 0..<tape.count where tape[index].depthChange > 0 {
      for node in tape.children(of: index) { try body(node) }
    }
  }

  @Test(arguments: seeds) func nodesAreFoundByTheirPaths(seed: UInt64) throws {
    let tape = try Self.tape(RandomDocument(seed: seed).text, as: .json)
    let root = Document(tape).root
    var paths: Set<DocumentPath> = [DocumentPath()]
    try forEachNode(of: tape) { node in
      let path = tape.path(to: node)
      let pointer = try #require(DocumentPointer(path.description))
      if tape[node].isKey {
        #expect(root[pointer]?.index == tape.end(of: node))
      } else {
        #expect(root[pointer]?.index == node)
        #expect(paths.insert(path).inserted)
      }
    }
  }

  @Test(arguments: seeds) func childrenAreAllNodesInACollection(seed: UInt64) throws {
    for tape in try Self.randomTapes(seed) {
      let nodes = (0..<tape.count).count {
        !tape[$0].isAnnotation && tape[$0].kind != .trailingComment && tape[$0].depthChange >= 0
      }
      var found = 1
      forEachNode(of: tape) { _ in found += 1 }
      #expect(found == nodes)
      for index in 0..<tape.count where tape[index].kind == .beginMapping {
        for pair in tape.pairs(in: index) {
          #expect(tape[tape.content(of: pair.key)].isKey)
          #expect(!tape[tape.content(of: pair.value)].isKey)
        }
      }
    }
  }

  #if DEBUG
    @Test(arguments: seeds) func invariantsHold(seed: UInt64) throws {
      for tape in try Self.randomTapes(seed) {
        try tape.checkInvariants()
        try Tape(0..<tape.count, sharingTextOf: tape).checkInvariants()
        try forEachNode(of: tape) { node in
          guard !tape[tape.content(of: node)].isKey else { return }
          var copy = Tape()
          try copy.append(node..<tape.endWithComments(of: node), of: tape)
          try copy.checkInvariants()
        }
        var open = Tape()
        try open.append(0..<tape.count / 2, of: tape)
        try open.checkInvariants()
        try open.append(tape.count / 2..<tape.count, of: tape)
        try open.checkInvariants()
      }
      var values = Tape()
      try values.append(RandomCommentedDocument(seed, as: .yaml).value)
      try values.checkInvariants()
    }

    @Test func brokenInvariantsAreFound() throws {
      let tape = try tape("[1, {a: [2]}]")
      var twice = tape
      try twice.append(0..<tape.count, of: tape)
      #expect(throws: DecantError.self) { try twice.checkInvariants() }
      let part = Tape(1..<tape.count, sharingTextOf: tape)
      #expect(throws: DecantError.self) { try part.checkInvariants() }
    }
  #endif
}
