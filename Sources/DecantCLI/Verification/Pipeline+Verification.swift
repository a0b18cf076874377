internal import Decant

extension Pipeline {
  /// Reads back the result of a conversion and compares its events with those of the source, ignoring notation.
  ///
  /// The source is read again through the same stages. Memory is constant in the size of the input.
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
    // Only values are compared.
    plan.comments = .dropped
    let destination = TraceDestination(readBack, plan)
    var pipeline = Pipeline(plan, to: destination, through: TraceWriter(for: plan.target))
    try pipeline.convert(&input)
    try pipeline.finish()
    try destination.finish()
  }
}

/// A destination that passes a trace on and attributes the errors of reading back.
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
  fileprivate func asReadBack(of plan: Plan) -> DecantError {
    if problem.specific(MigrationProblem.self) != nil { return self }
    return switch problem {
    case .system: self
    // The format permits only one document per file.
    case .trailingContent: DecantError(.manyDocuments(target: plan.target.name))
    default: DecantError(.migration(.unreadable(description)))
    }
  }
}
