/// Lets the pairs of each mapping leave in another order than they came.
///
/// A mapping must have come to its end before its first pair can leave, so the outermost mapping is
/// held back and no more: a sequence of records streams, and so do documents one after another. It leaves
/// batch by batch.
final class RearrangingStage<Arrangement: PairArrangement>: EventStage {
  private var tape = Tape()
  private var walk = PairWalk<Arrangement>()
  /// The next event of the batch that is being processed.
  private var next = 0

  init() {}

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    next = 0
    try processMore(input, into: &output)
  }

  var hasMore: Bool { !walk.isFinished }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if !tape.isEmpty { output.rebase(to: min(tape.origin, input.origin)) }
    while true {
      if !walk.isFinished {
        try walk.release(tape, into: &output)
        guard walk.isFinished else { return }
        tape.removeAll()
      }
      guard next < input.count else { return }
      let event = input[next]
      next += 1
      if event.kind == .beginDocument { startOver() }
      guard !tape.isEmpty || event.kind == .beginMapping else {
        output.append(event, of: input)
        continue
      }
      try tape.append(event, of: input)
      if tape.isBalanced { walk.begin() }
    }
  }

  func startOver() {
    tape.removeAll()
    walk.abandon()
  }
}
