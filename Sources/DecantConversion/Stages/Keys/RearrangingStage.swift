internal import DecantCore

/// A stage that emits the pairs of each mapping in another order.
///
/// Only the outermost mapping is held back until it ends, so that sequences of records stream.
final class RearrangingStage<Arrangement: PairArrangement>: EventStage {
  private var tape = Tape()
  /// How many collections on the tape are open.
  private var depth = 0
  private var walk = PairWalk<Arrangement>()
  private var next = 0

  init(_ arrangement: Arrangement = Arrangement()) { walk.arrangement = arrangement }

  var needs: StageNeeds { [Arrangement.needs, .boundedCopies] }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    next = 0
    return try processMore(input, into: &output)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    if !tape.isEmpty { output.rebase(to: min(tape.origin, input.origin)) }
    while true {
      if !walk.isFinished {
        try walk.release(tape, into: &output)
        guard walk.isFinished else { return .more }
        tape.removeAll()
      }
      guard next < input.count else { return .complete }
      let event = input[next]
      if event.kind == .beginDocument { reset() }
      guard !tape.isEmpty || event.kind == .beginMapping else {
        output.append(event, of: input)
        next += 1
        continue
      }
      let start = next
      repeat {
        depth += input[next].depthChange
        next += 1
      } while depth > 0 && next < input.count && input[next].kind != .beginDocument
      try tape.append(start..<next, of: input)
      if depth == 0 { walk.begin() }
    }
  }

  func reset() {
    depth = 0
    tape.removeAll()
    walk.removeAll()
  }
}
