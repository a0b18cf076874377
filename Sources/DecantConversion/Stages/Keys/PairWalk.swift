internal import DecantCore

struct KeptPair {
  var key: UInt32
  var value: UInt32
  /// The key that was in this slot, whose blank lines and space are kept there.
  var slot: UInt32
}

/// A mapping that encloses the next event; not nested in the generic type, so that arrays of it are specialized.
private struct Level {
  let start: Int
  var next: Int
  var stop: Int
  var expectsValue: Bool
  let tail: Int
  let end: Int
}

/// The order in which a `PairWalk` emits the pairs of each mapping.
///
/// A type and not a closure, so that the walk is specialized for each: `ByteOrder` compares keys, `LastValues` only looks for
/// repeated ones.
protocol PairArrangement {
  init()

  /// What the order requires of the aliases.
  static var needs: StageNeeds { get }

  /// Rearranges `pairs[start...]`, the pairs of one mapping, and may remove some.
  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in tape: borrowing Tape
  ) throws(DecantError)

  static var droppedFlags: Event.Flags { get }

  func addedFlags(toKeyAt index: Int) -> Event.Flags
}

extension PairArrangement {
  static var needs: StageNeeds { .expandedAliases }

  func addedFlags(toKeyAt index: Int) -> Event.Flags { [] }
}

/// A walk over the events of a mapping, with the pairs of each mapping rearranged.
///
/// The enclosing mappings of the next event are on a stack, so nesting does not recurse:
///
///     pairs  │ outermost mapping's … │ … of the value of one of them │ …
///     levels │ next pair, end        │ next pair, end                │
struct PairWalk<Arrangement: PairArrangement> {
  var arrangement = Arrangement()
  private var pairs: [KeptPair] = []
  private var levels: [Level] = []
  private var cursor = -1
  /// The space before the next key, if another key was there.
  private var gap: Int?

  init() {}

  var isFinished: Bool { cursor < 0 }

  /// Precondition: the tape contains one mapping.
  mutating func begin() {
    pairs.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    gap = nil
    cursor = 0
  }

  mutating func removeAll() {
    cursor = -1
  }

  mutating func release(
    _ tape: borrowing Tape, from first: Int = 0, into output: inout EventBatch
  ) throws(DecantError) {
    try tape.text.withBytes { (text) throws(DecantError) in
      while cursor >= 0, !output.isFull {
        var event = tape[cursor]
        if event.isKey {
          event.flags.subtract(Arrangement.droppedFlags)
          event.flags.formUnion(arrangement.addedFlags(toKeyAt: cursor))
          if let gap = gap.take() { event.flags.replaceGap(by: gap) }
        }
        if cursor >= first {
          try output.append(event, text: text, origin: tape.origin)
        }
        if event.kind == .beginMapping { try enter(mappingAt: cursor, of: tape) }
        cursor += 1
        while !levels.isEmpty, cursor == levels[levels.count - 1].stop {
          cursor = try step(tape, text, &output)
        }
        if levels.isEmpty { cursor = -1 }
      }
    }
  }

  private mutating func enter(
    mappingAt begin: Int, of tape: borrowing Tape
  ) throws(DecantError) {
    let start = pairs.count
    let tail = tape.appendPairs(ofMappingAt: begin, to: &pairs)
    try arrangement.arrange(&pairs, from: start, in: tape)
    levels.append(
      Level(
        start: start, next: start, stop: tape.endOfTrailingComments(from: begin + 1),
        expectsValue: false, tail: tail, end: tape.partner(of: begin)))
  }

  private mutating func step(
    _ tape: borrowing Tape, _ text: RawSpan, _ output: inout EventBatch
  ) throws(DecantError) -> Int {
    let top = levels.count - 1
    if levels[top].expectsValue {
      let value = pairs[levels[top].next - 1].value
      levels[top].expectsValue = false
      levels[top].stop = tape.endWithComments(of: Int(value))
      return Int(value)
    }
    if levels[top].next < pairs.count {
      let pair = pairs[levels[top].next]
      let key = Int(pair.key)
      levels[top].next += 1
      levels[top].expectsValue = true
      levels[top].stop = tape.endWithComments(of: key)
      guard pair.slot != pair.key else { return key }
      // Comments belong to a key, and the lines between two keys to neither.
      let slot = Int(pair.slot)
      for index in slot..<tape.endOfBlankLines(from: slot) {
        try output.append(tape[index], text: text, origin: tape.origin)
      }
      gap = tape[tape.content(of: slot)].flags.gap
      return tape.endOfBlankLines(from: key)
    }
    let level = levels.removeLast()
    pairs.removeLast(pairs.count - level.start)
    for index in level.tail...level.end {
      try output.append(tape[index], text: text, origin: tape.origin)
    }
    return level.end + 1
  }
}

extension Tape {
  /// Appends the pairs of a mapping, with their comments; returns the index after the last one.
  @discardableResult
  func appendPairs(ofMappingAt begin: Int, to pairs: inout [KeptPair]) -> Int {
    var walk = self.pairs(in: begin)
    while let (key, value) = walk.next() {
      pairs.append(KeptPair(key: UInt32(key), value: UInt32(value), slot: UInt32(key)))
    }
    return walk.nodes.position
  }

  fileprivate func endOfBlankLines(from start: Int) -> Int {
    var index = start
    while self[index].kind == .blankLine { index += 1 }
    return index
  }
}
