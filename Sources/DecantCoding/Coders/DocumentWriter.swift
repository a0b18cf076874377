public import DecantCore
internal import DecantConversion

/// A writer of values as the documents of one output.
///
///     var writer = try DocumentWriter(.standardOutput, as: .jsonLines)
///     for user in users { try writer.write(user) }
///     try writer.finish()
///
/// Holds one document in memory.
public struct DocumentWriter: ~Copyable {
  private let encoder: EventEncoder
  private var pipeline: Pipeline

  /// Creates a writer of documents in `format`.
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

  /// Encodes a value as the next document, or writes nothing if encoding fails.
  public mutating func write(_ value: some Encodable) throws {
    try encoder.encode(value, into: &pipeline)
  }

  /// Writes the buffered bytes to the destination.
  public func flush() throws(DecantError) {
    try pipeline.flush()
  }

  /// Ends the output as the format requires, and writes the buffered bytes to the destination.
  public mutating func finish() throws(DecantError) {
    try pipeline.finish()
  }
}
