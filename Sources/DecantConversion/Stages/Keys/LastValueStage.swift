internal import DecantCore

/// Keeps the last value of a repeated key, at the place of the first.
typealias LastValueStage = RearrangingStage<LastValues>

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
