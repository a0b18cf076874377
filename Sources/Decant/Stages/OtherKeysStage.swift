/// Flags the beginnings of mappings that have keys which are no strings.
///
/// A reader that streams knows of such a key when it comes, and a tagged form must know when the mapping
/// begins: so the outermost mapping is held back until it ends.
final class OtherKeysStage: EventStage {
  private var held = EventBuffer()

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if !held.isEmpty { output.rebase(to: min(held.origin, input.origin)) }
    for index in 0..<input.count {
      let event = input[index]
      guard !held.isEmpty || event.kind == .beginMapping else {
        output.append(event, of: input)
        continue
      }
      try held.append(event, of: input)
      if held.isBalanced { try release(into: &output) }
    }
  }

  func startOver() {
    held.removeAll()
  }

  private func release(into output: inout EventBatch) throws(DecantError) {
    let start = output.count
    try held.replay(0..<held.count, into: &output)
    var open: [Int] = []
    for index in 0..<held.count {
      let event = held[index]
      // Only a mapping has keys, so what is open around one is a mapping.
      if event.isKey, event.kind != .string, let mapping = open.last {
        output.events[start + mapping].flags.insert(.hasOtherKeys)
      }
      if event.depthChange > 0 { open.append(index) }
      if event.depthChange < 0 { open.removeLast() }
    }
    held.removeAll()
  }
}
