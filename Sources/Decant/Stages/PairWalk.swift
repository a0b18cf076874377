/// A key and its value on a tape: where each begins.
struct KeptPair {
  var key: UInt32
  var value: UInt32
}

/// A mapping on the way down to the event that a `PairWalk` gives next.
///
/// It is outside of the generic type, so that arrays of it are compiled for it.
private struct Level {
  /// Where in `pairs` the mapping's own begin.
  let start: Int
  /// The pair that is next.
  var next: Int
  /// Where the key, or the value, that is being walked ends.
  var stop: Int
  /// Whether the value of the pair before `next` is still to be walked.
  var owesValue: Bool
  /// The event that ends the mapping.
  let end: Int
}

/// What a `PairWalk` does with the pairs of each mapping.
protocol PairArrangement {
  init()

  /// Puts `pairs[start...]`, those of one mapping, in the order in which they leave; may drop some.
  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in tape: borrowing Tape
  ) throws(DecantError)

  /// The flags that a key does not keep.
  static var droppedFlags: Event.Flags { get }

  /// The flags that the key at `index` has besides its own.
  func addedFlags(toKeyAt index: Int) -> Event.Flags
}

extension PairArrangement {
  func addedFlags(toKeyAt index: Int) -> Event.Flags { [] }
}

/// Gives the events of a mapping, with the pairs of each in another order than they came.
///
/// Depth costs heap, not stack. The mappings on the way down to the event that leaves:
///
///     pairs  │ outermost mapping's … │ … of the value of one of them │ …
///     levels │ next pair, end        │ next pair, end                │
///
/// Of a level, one pair at a time is walked, key first; a mapping inside is one more level.
struct PairWalk<Arrangement: PairArrangement> {
  var arrangement = Arrangement()
  private var pairs: [KeptPair] = []
  private var levels: [Level] = []
  /// The event that leaves next; -1 after the last.
  private var cursor = -1

  init() {}

  /// Whether all has left.
  var isFinished: Bool { cursor < 0 }

  /// Goes to the beginning of a tape, which is a mapping.
  mutating func begin() {
    pairs.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    cursor = 0
  }

  /// Forgets the tape.
  mutating func abandon() {
    cursor = -1
  }

  /// Appends to `output` events of the node that `tape` begins with, from the one at `first` on, until all have
  /// left or `output` is full.
  mutating func release(
    _ tape: borrowing Tape, from first: Int = 0, into output: inout EventBatch
  ) throws(DecantError) {
    try tape.text.withBytes { (text) throws(DecantError) in
      while cursor >= 0, !output.isFull {
        var event = tape[cursor]
        if event.isKey {
          event.flags.subtract(Arrangement.droppedFlags)
          event.flags.formUnion(arrangement.addedFlags(toKeyAt: cursor))
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
    tape.appendPairs(ofMappingAt: begin, to: &pairs)
    try arrangement.arrange(&pairs, from: start, in: tape)
    levels.append(
      Level(
        start: start, next: start, stop: begin + 1, owesValue: false,
        end: tape.partner(of: begin)))
  }

  /// Goes on to the next key or value of the innermost mapping; ends it where there is none.
  private mutating func step(
    _ tape: borrowing Tape, _ text: RawSpan, _ output: inout EventBatch
  ) throws(DecantError) -> Int {
    let top = levels.count - 1
    if levels[top].owesValue {
      let value = pairs[levels[top].next - 1].value
      levels[top].owesValue = false
      levels[top].stop = tape.end(of: Int(value))
      return Int(value)
    }
    if levels[top].next < pairs.count {
      let key = pairs[levels[top].next].key
      levels[top].next += 1
      levels[top].owesValue = true
      levels[top].stop = tape.end(of: Int(key))
      return Int(key)
    }
    let level = levels.removeLast()
    pairs.removeLast(pairs.count - level.start)
    try output.append(tape[level.end], text: text, origin: tape.origin)
    return level.end + 1
  }
}

extension Tape {
  /// Appends the pairs of the mapping that begins at `begin`.
  func appendPairs(ofMappingAt begin: Int, to pairs: inout [KeptPair]) {
    let end = partner(of: begin)
    var key = begin + 1
    while key < end {
      let value = self.end(of: key)
      pairs.append(KeptPair(key: UInt32(key), value: UInt32(value)))
      key = self.end(of: value)
    }
  }
}
