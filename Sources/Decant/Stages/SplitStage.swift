/// Turns each element of a document's sequence into a document.
///
/// The anchor and tag of the sequence are dropped; an empty sequence produces no documents.
final class SplitStage: EventStage {
  private var depth = 0
  private var isInElement = false

  var needs: StageNeeds { .expandedAliases }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    for index in 0..<input.count {
      let event = input[index]
      switch event.kind {
      case .beginDocument:
        depth = 0
        isInElement = false
      case .endDocument:
        break
      default:
        try split(event, of: input, into: &output)
      }
    }
    return .complete
  }

  private func split(
    _ event: Event, of input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    if depth == 0 {
      if event.isAnnotation { return }
      guard event.kind == .beginSequence else {
        throw DecantError(.notASequence, offset: input.offset(of: event))
      }
      depth = 1
      return
    }
    depth += event.depthChange
    if depth == 0 { return }
    if !isInElement {
      output.append(.beginDocument, at: Int(event.position))
      isInElement = true
    }
    output.append(event, of: input)
    guard depth == 1, !event.isAnnotation else { return }
    output.append(.endDocument, at: Int(event.position))
    isInElement = false
  }
}
