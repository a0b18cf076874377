/// Encodes values as the documents of one output.
///
///     var writer = try DocumentWriter(.standardOutput, as: .jsonLines)
///     for user in users { try writer.write(user) }
///     try writer.finish()
///
/// Memory is taken for one document at a time.
public struct DocumentWriter: ~Copyable {
  private let encoder: EventEncoder
  private var pipeline: Pipeline

  /// Makes a writer of documents in `format`.
  public init(
    _ destination: any ByteDestination, as format: Format,
    options: EncodingOptions = EncodingOptions()
  ) throws(DecantError) {
    encoder = EventEncoder(for: format, options)
    var plan = Plan(to: format)
    plan.fidelity = options.fidelity
    plan.writing = options.writing
    plan.keyOrder = options.keyOrder
    pipeline = try Pipeline(plan, to: destination)
  }

  /// Makes a writer of what `plan` says; the options say how values are encoded.
  package init(
    _ destination: any ByteDestination, by plan: Plan, _ options: EncodingOptions
  ) throws(DecantError) {
    encoder = EventEncoder(for: plan.target, options)
    pipeline = try Pipeline(plan, to: destination)
  }

  /// Encodes a value as the next document.
  ///
  /// Nothing of a value is written if it cannot be encoded as a whole.
  public mutating func write(_ value: some Encodable) throws {
    try encoder.encode(value, into: &pipeline)
  }

  /// Hands all that is written so far to the destination.
  public func flush() throws(DecantError) {
    try pipeline.flush()
  }

  /// Writes what the format wants after the last document, and hands everything to the destination.
  public mutating func finish() throws(DecantError) {
    try pipeline.finish()
  }
}
