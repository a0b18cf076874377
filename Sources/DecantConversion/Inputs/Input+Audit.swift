public import DecantCore

extension Input {
  /// Reads the whole input, and reports each value that the target of `plan` cannot represent.
  ///
  /// Errors are `degraded` for values that only lose their type, `notRepresentable` for those that change or vanish.
  public mutating func audit(
    by plan: Plan, _ report: (DecantError) -> Void
  ) throws(DecantError) {
    let stages = plan.makeStages()
    let route = plan.makeRoute(after: stages)
    var reading = try InputReading(
      of: self, by: plan.makeInputStages(from: format, along: route, before: stages))
    var audit = FidelityAudit(of: plan)
    var isMore = true
    while isMore {
      var found: [DecantError] = []
      isMore = try reading.advance(
        &self, to: { (batch) throws(DecantError) in found += audit.losses(in: batch) })
      for error in found { report(error.located(in: window, named: name)) }
    }
  }
}

private struct FidelityAudit: ~Copyable {
  private let support: FormatSupport
  private let allowedDocuments: Int
  private var path = PathTracker()
  private var documents = 0

  init(of plan: Plan) {
    support = FormatSupport(of: plan.target, for: plan.fidelity)
    allowedDocuments = plan.target.abilities.contains(.manyDocuments) ? .max : 1
  }

  mutating func losses(in batch: borrowing EventBatch) -> [DecantError] {
    var losses: [DecantError] = []
    for index in 0..<batch.count {
      let event = batch[index]
      path.advance(to: event, of: batch)
      if let problem = problem(of: event, in: batch) {
        let location = event.kind == .tag ? path.pathOfNextNode : path.path
        losses.append(DecantError(problem, offset: batch.offset(of: event), path: location))
      }
      if event.hadOffset {
        losses.append(
          DecantError(
            .degraded(.dateOffset, target: support.target), offset: batch.offset(of: event),
            path: path.path))
      }
    }
    return losses
  }

  private mutating func problem(
    of event: Event, in batch: borrowing EventBatch
  ) -> DecantError.Problem? {
    if event.kind == .beginDocument {
      documents += 1
      return documents > allowedDocuments && documents - allowedDocuments == 1
        ? .manyDocuments(target: support.target) : nil
    }
    if event.flags.contains(.isAmbiguousKey), !support.abilities.contains(.nonStringKeys) {
      return .collidingKeys(event.kind.word ?? batch.string(of: event))
    }
    guard let kind = support.unsupportedKind(of: event, in: batch) else { return nil }
    return switch kind.loss(isKey: event.isKey) {
    case .ofType: .degraded(kind, target: support.target)
    case .ofValue, .unbearable: .notRepresentable(kind, target: support.target)
    }
  }
}
