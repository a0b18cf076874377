internal import DecantCore

/// A stage that throws at the first comment, for conversions that must keep comments and cannot; drops blank lines.
final class CommentGuard: EventStage {
  private var path = PathTracker()

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
      guard event.kind == .blankLine || event.kind == .notation else {
        throw DecantError(.lostComment, offset: input.offset(of: event), path: path.path)
      }
    }
    return .complete
  }

  func reset() {
    path.reset()
  }
}
