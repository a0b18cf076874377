internal import DecantCore

final class DocumentCountStage: EventStage {
  private let target: String
  private let allowed: ClosedRange<Int>
  private var count = 0

  init(target: String, allowed: ClosedRange<Int>) {
    self.target = target
    self.allowed = allowed
  }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    // Later batches cannot change the outcome.
    if allowed.upperBound == .max, count > 0 { return .unchanged }
    let beginnings = input.withSpans { events, _, _ in
      var beginnings = 0
      for index in 0..<events.count where events[index].kind == .beginDocument { beginnings &+= 1 }
      return beginnings
    }
    guard count + beginnings > allowed.upperBound else {
      count += beginnings
      return .unchanged
    }
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
    return .complete
  }

  func finish(into output: inout EventBatch) throws(DecantError) {
    guard count >= allowed.lowerBound else { throw DecantError(.noDocument) }
  }
}
