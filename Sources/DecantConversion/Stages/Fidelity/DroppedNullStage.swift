internal import DecantCore

/// A stage that drops nulls and their keys, for a target without null.
///
/// It follows `FidelityStage`, so each key is one event. A key that ends a batch is held back until its value.
final class DroppedNullStage: EventStage {
  private var held = Tape()

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard input.count > 0 else { return .complete }
    output.adoptScratch(of: input)
    var index = 0
    if !held.isEmpty {
      while index < input.count, input[index].isTrivia {
        try held.append(input[index], of: input)
        index += 1
      }
      guard index < input.count else { return .complete }
      if input[index].kind == .null {
        index += 1
      } else {
        // Its position refers to the previous batch; no later stage uses it.
        try held.replay(0..<held.count, into: &output)
      }
      held.removeAll()
    }
    while index < input.count {
      let null = Self.firstNull(in: input, from: index)
      let last = Self.key(before: null, in: input, from: index) ?? null
      output.append(adopted: index..<last, of: input)
      if null == input.count {
        for index in last..<null { try held.append(input[index], of: input) }
      }
      index = null + 1
    }
    return .complete
  }

  private static func key(
    before value: Int, in input: borrowing EventBatch, from start: Int
  ) -> Int? {
    var index = value - 1
    while index >= start, input[index].isTrivia { index -= 1 }
    return index >= start && input[index].isKey ? index : nil
  }

  private static func firstNull(in input: borrowing EventBatch, from start: Int) -> Int {
    input.withSpans { events, _, _ in
      var index = start
      while index < events.count, events[index].kind != .null { index += 1 }
      return index
    }
  }

  func reset() {
    held.removeAll()
  }
}
