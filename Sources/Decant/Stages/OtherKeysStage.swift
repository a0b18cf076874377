/// Flags the beginnings of mappings with a key that is not a plain string.
///
/// A reader that streams learns of such a key when it comes, and a tagged form has to be chosen when the mapping
/// begins, so the outermost mapping is held until it ends.
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
      // Only a mapping has keys, so the innermost collection around a key is a mapping.
      if held.events.isOtherKey(at: index), let mapping = open.last {
        output.events[start + mapping].flags.insert(.hasOtherKeys)
      }
      if event.depthChange > 0 { open.append(index) }
      if event.depthChange < 0 { open.removeLast() }
    }
    held.removeAll()
  }
}

extension [Event] {
  /// Whether the node whose own event is at `index` is a key that only `$map` can hold: a string with a tag
  /// before it, or not a string.
  func isOtherKey(at index: Int) -> Bool {
    self[index].isKey
      && (self[index].kind != .string || (index > startIndex && self[index - 1].kind == .tag))
  }
}
