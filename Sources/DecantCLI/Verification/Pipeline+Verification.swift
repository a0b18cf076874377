internal import Decant

extension Pipeline {
  /// Reads back what `plan` has made of an input, and compares that, event by event, with what it was to make.
  ///
  /// The input is read again, through the same stages. What the target spells in its own way counts as
  /// equal if it says the same. Memory is taken for a stretch of events, however long the input is.
  static func verify(
    _ written: any ByteSource, against input: inout Input, by plan: Plan
  ) throws(DecantError) {
    let readBack: ReadBack
    do throws(DecantError) {
      readBack = try ReadBack(written, as: plan.target, plan)
    } catch {
      throw error.asReadBack(of: plan)
    }
    var plan = plan
    // The losses were counted when the result was written.
    plan.losses = nil
    let destination = TraceDestination(readBack, plan)
    var pipeline = Pipeline(plan, to: destination, through: TraceWriter(for: plan.target))
    try pipeline.pour(&input)
    try pipeline.finish()
    try destination.finish()
  }
}

/// Passes a trace on, and says of which side an error is.
private final class TraceDestination: ByteDestination {
  private let readBack: ReadBack
  private let plan: Plan

  init(_ readBack: ReadBack, _ plan: Plan) {
    self.readBack = readBack
    self.plan = plan
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    do {
      try readBack.write(bytes)
    } catch {
      throw error.asReadBack(of: plan)
    }
  }

  func finish() throws(DecantError) {
    do {
      try readBack.finish()
    } catch {
      throw error.asReadBack(of: plan)
    }
  }
}

extension DecantError {
  /// This error, said of the source that what could not be read back was made of.
  fileprivate func asReadBack(of plan: Plan) -> DecantError {
    if problem.specific(MigrationProblem.self) != nil { return self }
    return switch problem {
    case .system: self
    // A format whose documents can be written one after another, but must be alone in a file.
    case .trailingContent: DecantError(.manyDocuments(target: plan.target.name))
    default: DecantError(.migration(.unreadable(description)))
    }
  }
}
