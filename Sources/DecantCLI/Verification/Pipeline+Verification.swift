internal import Decant

extension Pipeline {
  /// Reads back the result of a conversion and compares its events with those of the source, ignoring notation.
  ///
  /// The source is read again through the same stages. Memory is constant in the size of the input.
  static func verify(
    _ written: any ByteSource, against input: inout Input, by plan: Plan
  ) throws(DecantError) {
    let readBack = try ReadBack(written, by: plan)
    var plan = plan
    // The losses were counted when the result was written.
    plan.losses = nil
    // Only values are compared.
    plan.comments = .dropped
    var pipeline = Pipeline(plan, to: readBack, through: TraceWriter(for: plan.target))
    try pipeline.convert(&input)
    try pipeline.finish()
    try readBack.finish()
  }
}
