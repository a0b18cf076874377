/// Refuses a second document where the target can hold but one.
final class SingleDocumentStage: EventStage {
  private let target: String
  private var hasDocument = false

  /// Makes a stage for a target of that name.
  init(target: String) {
    self.target = target
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
