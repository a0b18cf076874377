internal import DecantCore

/// A stage that drops comments and blank lines, for a target that cannot keep them, and counts comments or throws at the first.
final class CommentGuard: EventStage {
  /// Nil to throw.
  private let losses: Losses?
  private var path = PathTracker()

  init(counting losses: Losses?) { self.losses = losses }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    guard input.contents.has(.comment, .trailingComment, .notation, .blankLine) else {
      path.advance(overAllOf: input)
      return .unchanged
    }
    for index in 0..<input.count {
      let event = input[index]
      path.advance(to: event, of: input)
      guard event.isTrivia else {
        output.append(event, of: input)
        continue
      }
      guard event.kind == .comment || event.kind == .trailingComment else { continue }
      guard let losses else {
        throw DecantError(.lostComment, offset: input.offset(of: event), path: path.path)
      }
      losses.count(.comment, at: path.path)
    }
    return .complete
  }

  func reset() {
    path.reset()
  }
}
