/// A key and its value among the events of a buffer.
struct KeptPair {
  var key: Range<UInt32>
  var value: Range<UInt32>
}

/// A mapping on the way down to the event that a `RearrangingStage` gives next.
///
/// It stands outside of the generic stage, so that arrays of it are compiled for it.
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

/// What a `RearrangingStage` does with the pairs of each mapping.
protocol PairArrangement {
  init()

  /// Puts `pairs[start...]`, those of one mapping, in the order in which they leave; may drop some.
  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in buffer: borrowing EventBuffer)

  /// The flags that a key does not keep.
  static var droppedFlags: Event.Flags { get }
}

/// Lets the pairs of each mapping leave in another order than they came.
///
/// A mapping must have come to its end before its first pair can leave, so the outermost mapping is
/// held back and no more: a sequence of records streams, and so do documents one after another.
/// Depth costs heap, not stack. The mappings on the way down to the event that leaves:
///
///     pairs  │ outermost mapping's … │ … of the value of one of them │ …
///     levels │ next pair, end        │ next pair, end                │
///
/// Of a level, one pair at a time is walked, key first; a mapping inside is one more level.
final class RearrangingStage<Arrangement: PairArrangement>: EventStage {
  private var arrangement = Arrangement()
  private var buffer = EventBuffer()
  private var pairs: [KeptPair] = []
  private var levels: [Level] = []

  init() {}

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if !buffer.isEmpty { output.rebase(to: min(buffer.origin, input.origin)) }
    for index in 0..<input.count {
      let event = input[index]
      if event.kind == .beginDocument { buffer.removeAll() }
      guard !buffer.isEmpty || event.kind == .beginMapping else {
        output.append(event, of: input)
        continue
      }
      try buffer.append(event, of: input)
      if buffer.isBalanced {
        try release(into: &output)
        buffer.removeAll()
      }
    }
  }

  private func release(into output: inout EventBatch) throws(DecantError) {
    pairs.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    try buffer.text.withBytes { (text) throws(DecantError) in
      var cursor = 0
      repeat {
        var event = buffer[cursor]
        if event.isKey { event.flags.subtract(Arrangement.droppedFlags) }
        try output.append(kept: event, text: text, origin: buffer.origin)
        if event.kind == .beginMapping { enter(mappingAt: cursor) }
        cursor += 1
        while !levels.isEmpty, cursor == levels[levels.count - 1].stop {
          cursor = try step(text, &output)
        }
      } while !levels.isEmpty
    }
  }

  private func enter(mappingAt begin: Int) {
    let end = buffer.partner(of: begin)
    let start = pairs.count
    var key = begin + 1
    while key < end {
      let value = buffer.end(of: key)
      let next = buffer.end(of: value)
      pairs.append(
        KeptPair(key: UInt32(key)..<UInt32(value), value: UInt32(value)..<UInt32(next)))
      key = next
    }
    arrangement.arrange(&pairs, from: start, in: buffer)
    levels.append(
      Level(start: start, next: start, stop: begin + 1, owesValue: false, end: end))
  }

  /// Goes on to the next key or value of the innermost mapping; ends it where there is none.
  private func step(
    _ text: RawSpan, _ output: inout EventBatch
  ) throws(DecantError) -> Int {
    let top = levels.count - 1
    if levels[top].owesValue {
      let value = pairs[levels[top].next - 1].value
      levels[top].owesValue = false
      levels[top].stop = Int(value.upperBound)
      return Int(value.lowerBound)
    }
    if levels[top].next < pairs.count {
      let key = pairs[levels[top].next].key
      levels[top].next += 1
      levels[top].owesValue = true
      levels[top].stop = Int(key.upperBound)
      return Int(key.lowerBound)
    }
    let level = levels.removeLast()
    pairs.removeLast(pairs.count - level.start)
    try output.append(kept: buffer[level.end], text: text, origin: buffer.origin)
    return level.end + 1
  }
}
