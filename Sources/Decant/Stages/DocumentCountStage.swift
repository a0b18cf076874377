final class DocumentCountStage: EventStage {
  private let target: String
  private let allowed: ClosedRange<Int>
  private var count = 0

  init(target: String, allowed: ClosedRange<Int>) {
    self.target = target
    self.allowed = allowed
  }

  func passes(_ input: borrowing EventBatch) -> Bool {
    // Later batches cannot change the outcome.
    if allowed.upperBound == .max, count > 0 { return true }
    let beginnings = input.withSpans { events, _, _ in
      events.indices.count { events[$0].kind == .beginDocument }
    }
    guard count + beginnings <= allowed.upperBound else { return false }
    count += beginnings
    return true
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) {
    for index in 0..<input.count {
      let event = input[index]
      if event.kind == .beginDocument {
        guard count < allowed.upperBound else {
          throw DecantError(.manyDocuments(target: target), offset: input.offset(of: event))
        }
        count += 1
      }
      output.append(event, of: input)
    }
  }

  func finish(into output: inout EventBatch) throws(DecantError) {
    guard count >= allowed.lowerBound else { throw DecantError(.noDocument) }
  }
}
