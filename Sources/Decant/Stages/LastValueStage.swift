/// Of the values that one key has in a mapping, keeps the last, in the place of the first.
typealias LastValueStage = RearrangingStage<LastValues>

/// Pairs whose keys are all different, each with the last value that its key has had.
///
/// The reader has flagged the keys that are repeated there; a mapping without one is left alone.
struct LastValues: PairArrangement {
  static var droppedFlags: Event.Flags { .isDuplicateKey }

  init() {}

  mutating func arrange(
    _ pairs: inout [KeptPair], from start: Int, in tape: borrowing Tape
  ) throws(DecantError) {
    let hasDuplicates = pairs[start...].contains { pair in
      tape[tape.content(of: Int(pair.key))].flags.contains(.isDuplicateKey)
    }
    guard hasDuplicates else { return }
    let keys = KeySet()
    for index in start..<pairs.count {
      let pair = pairs[index]
      let (number, isKnown) = try keys.insert(
        identity: tape.valueIdentity(ofNodeAt: Int(pair.key)))
      if isKnown {
        pairs[start + number].value = pair.value
      } else {
        pairs[start + number] = pair
      }
    }
    pairs.removeLast(pairs.count - start - keys.count)
  }
}
