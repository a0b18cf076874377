internal import DecantCore

/// A pattern as a deterministic automaton, whose states are made when a text first reaches them.
///
/// A state stands for all instructions that wait for a scalar at a position. A text then takes one look per byte, where the
/// simulation takes one per instruction: 30 times as many instructions of the processor for a mail address.
///
///     ^a|b$      { a }  ──a──▶ accepted         waiting at the start: a, b; after it: b
struct PatternAutomaton {
  /// How many states are made; a pattern that needs more is simulated.
  private static let mostStates = 256
  /// To make a state takes a step per instruction.
  private static let mostInstructions = 10_000
  private static let unknown: Int32 = -1
  private static let accepted: Int32 = -2
  private static let refused: Int32 = -3

  private let pattern: Pattern
  /// For each state, the instructions that wait for a scalar.
  private var waiting: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  /// Whether the pattern matches if the text ends there.
  private var acceptsEnd: [Bool] = []
  /// For each state and ASCII character the next state, `accepted`, `refused` or `unknown`.
  private var next: [Int32] = []
  private var start = accepted

  /// Creates the automaton of a pattern; nil if it looks around, or at word boundaries, or is large.
  init?(_ pattern: Pattern) {
    let isSimple = pattern.main.instructions.allSatisfy {
      switch $0.operation {
      case .set, .split, .jump, .start, .end, .accept: true
      case .wordBoundary, .noWordBoundary, .look, .noLook: false
      }
    }
    guard isSimple, pattern.main.instructions.count <= Self.mostInstructions else { return nil }
    self.pattern = pattern
    let (waiting, accepts) = reach([0], isStart: true)
    guard !accepts else { return }
    let acceptsEnd = reach([0], isStart: true, isEnd: true).accepts
    start = state(waiting, acceptsEnd: acceptsEnd) ?? Self.refused
  }

  /// Whether the pattern matches anywhere in a text; nil if that takes more states than are made.
  ///
  /// Takes the steps from the budget.
  mutating func matches(_ text: RawSpan, _ budget: inout Int) -> Bool? {
    var state = start
    var offset = 0
    budget -= text.byteCount
    while state >= 0, offset < text.byteCount {
      let byte = text.byte(at: offset)
      if byte < 0x80 {
        offset &+= 1
        let index = Int(state) << 7 | Int(byte)
        if next[index] == Self.unknown {
          guard let found = successor(of: state, by: UInt32(byte), &budget) else { return nil }
          next[index] = found
        }
        state = next[index]
      } else {
        let (scalar, length) = text.scalar(at: offset)
        offset += length
        guard let found = successor(of: state, by: scalar, &budget) else { return nil }
        state = found
      }
    }
    return state >= 0 ? acceptsEnd[Int(state)] : state == Self.accepted
  }

  /// Returns the state that a scalar leads to; nil if there are too many.
  private mutating func successor(
    of state: Int32, by scalar: UInt32, _ budget: inout Int
  ) -> Int32? {
    var reached: [Int32] = pattern.main.isAnchored ? [] : [0]
    for instruction in waiting[Int(state)] {
      let set = pattern.main.instructions[Int(instruction)].first
      if pattern.sets[Int(set)].contains(scalar) { reached.append(instruction + 1) }
    }
    budget -= waiting[Int(state)].count + pattern.main.instructions.count
    let (waiting, accepts) = reach(reached)
    if accepts { return Self.accepted }
    let acceptsEnd = reach(reached, isEnd: true).accepts
    if waiting.isEmpty, !acceptsEnd { return Self.refused }
    return self.state(waiting, acceptsEnd: acceptsEnd)
  }

  private mutating func state(_ waiting: [Int32], acceptsEnd: Bool) -> Int32? {
    let name = waiting + [acceptsEnd ? 1 : 0]
    if let known = numbers[name] { return known }
    guard numbers.count < Self.mostStates else { return nil }
    let number = Int32(numbers.count)
    numbers[name] = number
    self.waiting.append(waiting)
    self.acceptsEnd.append(acceptsEnd)
    next += repeatElement(Self.unknown, count: 128)
    return number
  }

  /// Returns the instructions that wait for a scalar after those of `seeds`, in their order, and whether one accepts.
  private func reach(
    _ seeds: [Int32], isStart: Bool = false, isEnd: Bool = false
  ) -> (waiting: [Int32], accepts: Bool) {
    let instructions = pattern.main.instructions
    var isReached = [Bool](repeating: false, count: instructions.count)
    var open = seeds
    var accepts = false
    while let number = open.popLast() {
      guard !isReached[Int(number)] else { continue }
      isReached[Int(number)] = true
      let instruction = instructions[Int(number)]
      switch instruction.operation {
      case .split: open += [instruction.first, instruction.second]
      case .jump: open.append(instruction.first)
      case .start: if isStart { open.append(number + 1) }
      case .end: if isEnd { open.append(number + 1) }
      case .accept: accepts = true
      case .set, .wordBoundary, .noWordBoundary, .look, .noLook: break
      }
    }
    let waiting = instructions.indices.filter {
      isReached[$0] && instructions[$0].operation == .set
    }
    return (waiting.map { Int32($0) }, accepts)
  }
}

extension RawSpan {
  /// Returns the scalar of several bytes of UTF-8, and how many these are.
  fileprivate func scalar(at offset: Int) -> (UInt32, length: Int) {
    let lead = byte(at: offset)
    let length = min(lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, byteCount - offset)
    var scalar = UInt32(lead & (0xFF >> (UInt8(length) + 1)))
    for next in offset + 1..<offset + length {
      scalar = scalar << 6 | UInt32(byte(at: next) & 0x3F)
    }
    return (scalar, length)
  }
}
