/// Leaves out nulls, and the keys that they stand under, before a target that has none.
///
/// It stands behind the `FidelityStage`, which has counted them, refused one that is a whole document, and
/// made all keys strings: a key is one event. One that ends a batch is held until its value comes.
final class DroppedNullStage: EventStage {
  private var held = EventBuffer()

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    guard input.count > 0 else { return }
    var index = 0
    if !held.isEmpty {
      output.rebase(to: min(held.origin, input.origin))
      if input[0].kind == .null {
        index = 1
      } else {
        try held.replay(0..<held.count, into: &output)
      }
      held.removeAll()
    }
    let last = input.count - 1
    while index <= last {
      let event = input[index]
      if event.kind == .null {
        index += 1
      } else if !event.isKey {
        output.append(event, of: input)
        index += 1
      } else if index == last {
        try held.append(event, of: input)
        index += 1
      } else if input[index + 1].kind == .null {
        index += 2
      } else {
        output.append(event, of: input)
        index += 1
      }
    }
  }

  func startOver() {
    held.removeAll()
  }
}
