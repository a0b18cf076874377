/// Of the values that one key has in a mapping, keeps the last, in the place of the first.
typealias LastValueStage = RearrangingStage<LastValues>

/// Pairs whose keys are all different, each with the last value that its key has had.
///
/// The reader has flagged the keys that stand there again; a mapping without one is left alone.
struct LastValues: PairArrangement {
  static var droppedFlags: Event.Flags { .isDuplicateKey }

  init() {}

  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in buffer: borrowing EventBuffer
  ) {
    let hasDuplicates = pairs[start...].contains { pair in
      buffer[buffer.content(of: Int(pair.key.lowerBound))].flags.contains(.isDuplicateKey)
    }
    guard hasDuplicates else { return }
    var places: [[UInt8]: Int] = [:]
    var kept = start
    for index in start..<pairs.count {
      let pair = pairs[index]
      let identity = buffer.identity(ofNodeAt: Int(pair.key.lowerBound))
      if let place = places[identity] {
        pairs[place].value = pair.value
      } else {
        places[identity] = kept
        pairs[kept] = pair
        kept += 1
      }
    }
    pairs.removeLast(pairs.count - kept)
  }
}
