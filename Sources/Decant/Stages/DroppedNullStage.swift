/// Leaves out nulls, and their keys, before a target that has none.
///
/// It comes after the `FidelityStage`, which has counted them, refused one that is a whole document, and
/// made all keys strings: a key is one event. One that ends a batch is held until its value comes.
final class DroppedNullStage: EventStage {
  private var held = Tape()

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    guard input.count > 0 else { return }
    output.adoptScratch(of: input)
    var index = 0
    if !held.isEmpty {
      if input[0].kind == .null {
        index = 1
      } else {
        // Its place has left the window; no later stage needs it.
        try held.replay(0..<held.count, into: &output)
      }
      held.removeAll()
    }
    while index < input.count {
      let null = Self.firstNull(in: input, from: index)
      let last = null > index && input[null - 1].isKey ? null - 1 : null
      output.append(adopted: index..<last, of: input)
      if null == input.count, last < null { try held.append(input[last], of: input) }
      index = null + 1
    }
  }

  /// The index of the first null from `start` on, or the place after the last event.
  private static func firstNull(in input: borrowing EventBatch, from start: Int) -> Int {
    input.withSpans { events, _, _ in
      var index = start
      while index < events.count, events[index].kind != .null { index += 1 }
      return index
    }
  }

  func startOver() {
    held.removeAll()
  }
}
