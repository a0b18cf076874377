/// Refuses a second document where the target can hold but one.
final class SingleDocumentStage: EventStage {
  private let target: String
  private var hasDocument = false

  /// Makes a stage for a target of that name.
  init(target: String) {
    self.target = target
  }

  func passes(_ input: borrowing EventBatch) -> Bool {
    let beginnings = input.withSpans { events, _, _ in
      events.indices.count { events[$0].kind == .beginDocument }
    }
    guard beginnings + (hasDocument ? 1 : 0) <= 1 else { return false }
    hasDocument = hasDocument || beginnings > 0
    return true
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    for index in 0..<input.count {
      let event = input[index]
      if event.kind == .beginDocument {
        guard !hasDocument else {
          throw DecantError(.manyDocuments(target: target), offset: input.offset(of: event))
        }
        hasDocument = true
      }
      output.append(event, of: input)
    }
  }
}
