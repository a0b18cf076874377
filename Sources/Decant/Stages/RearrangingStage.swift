/// Lets the pairs of each mapping leave in another order than they came.
///
/// A mapping must have come to its end before its first pair can leave, so the outermost mapping is
/// held back and no more: a sequence of records streams, and so do documents one after another.
final class RearrangingStage<Arrangement: PairArrangement>: EventStage {
  private var buffer = EventBuffer()
  private var walk = PairWalk<Arrangement>()

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
        try walk.release(buffer, into: &output)
        buffer.removeAll()
      }
    }
  }
}
