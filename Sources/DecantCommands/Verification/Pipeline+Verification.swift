internal import DecantCore
internal import DecantConversion

extension Pipeline {
  /// Reads back the result of a conversion and compares its events with those of the source, ignoring notation.
  ///
  /// The source is read again through the same stages. Memory is constant in the size of the input, unless the target
  /// has an order of keys of its own or references between objects.
  static func verify(
    _ written: any ByteSource, against input: inout Input, by plan: Plan
  ) throws(DecantError) {
    var plan = plan
    // The losses were counted when the result was written.
    plan.losses = nil
    // Only values are compared.
    plan.comments = .dropped
    plan.keepsLayout = false
    if plan.reordersKeys { return try verifySorted(written, against: &input, by: plan) }
    if let rules = plan.target.rewriting {
      return try verifyObjects(of: written, against: &input, by: plan, rules)
    }
    let readBack = try ReadBack(written, by: plan)
    var pipeline = Pipeline(plan, to: readBack, through: TraceWriter(for: plan.target))
    try pipeline.convert(&input)
    try pipeline.finish()
    try readBack.finish()
  }

  /// Compares both sides with sorted keys, for a target with an order of its own, which holds its documents anyway.
  private static func verifySorted(
    _ written: any ByteSource, against input: inout Input, by plan: Plan
  ) throws(DecantError) {
    let expected = try trace(of: &input, by: plan)
    var result = try Input(written, as: plan.target)
    var readingBack = Plan(to: plan.target)
    readingBack.reading = plan.readingBack
    let actual: [UInt8]
    do {
      actual = try trace(of: &result, by: readingBack)
    } catch {
      throw error.asReadBack(of: plan)
    }
    guard actual == expected else { throw DecantError(.migration(.differs)) }
  }

  private static func trace(of input: inout Input, by plan: Plan) throws(DecantError) -> [UInt8] {
    var plan = plan
    plan.comments = .dropped
    plan.keyOrder = .byBytes
    let destination = MemoryDestination()
    var pipeline = Pipeline(plan, to: destination, through: TraceWriter(for: plan.target))
    try pipeline.convert(&input)
    try pipeline.finish()
    return destination.bytes
  }
}
