/// Drops nulls and their keys, for a target without null.
///
/// It follows the `FidelityStage`, which counts nulls, rejects null documents and converts all keys
/// to strings: each key is one event. A key that ends a batch is held back until its value.
final class DroppedNullStage: EventStage {
  private var held = Tape()

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard input.count > 0 else { return .complete }
    output.adoptScratch(of: input)
    var index = 0
    if !held.isEmpty {
      if input[0].kind == .null {
        index = 1
      } else {
        // Its position refers to the previous batch; no later stage uses it.
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
    return .complete
  }

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
