internal import DecantCore

/// A stage that combines all documents of all inputs into one sequence, which may be empty.
final class SlurpStage: EventStage {
  private var hasBegun = false
  private var isAtBeginning = false

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      switch event.kind {
      case .beginDocument:
        begin(at: Int(event.position), &output)
        isAtBeginning = true
      case .endDocument:
        break
      case .trailingComment where isAtBeginning:
        // The line of the document's beginning is not that of the element before it.
        var comment = event
        comment.kind = .comment
        output.append(comment, of: input)
      default:
        isAtBeginning = false
        output.append(event, of: input)
      }
    }
    return .complete
  }

  func finish(into output: inout EventBatch) {
    begin(at: 0, &output)
    output.append(.endSequence)
    output.append(.endDocument)
  }

  private func begin(at position: Int, _ output: inout EventBatch) {
    guard !hasBegun else { return }
    hasBegun = true
    output.append(.beginDocument, at: position)
    output.append(.beginSequence, at: position)
  }
}
