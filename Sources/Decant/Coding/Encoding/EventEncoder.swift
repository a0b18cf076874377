/// An encoder of any `Encodable` type as events for any format.
///
/// Only complete documents are written: several containers may be open, and a failed value removed.
struct EventEncoder {
  let target: Format
  let options: EncodingOptions
  private let forms = KnownTypes<EncodedForm>()
  private let repeatedKeys = RepeatedKeys()

  init(for target: Format, _ options: EncodingOptions) {
    self.target = target
    self.options = options
  }

  func encode(_ value: some Encodable, into pipeline: inout Pipeline) throws {
    do {
      try pipeline.convert(document(of: value))
    } catch let error as DecantError {
      throw Self.encodingError(error, value)
    }
  }

  func document<T: Encodable>(of value: T) throws -> EncodedDocument {
    let session = EncodingSession(for: target, options, forms)
    let tape = OpenTape(session)
    defer { session.end(with: tape) }
    do {
      try tape.encode(other: value, orNothing: { throw EncodingError.nothingEncoded(value) })
    } catch {
      // After a failure encoders produce nothing, so the first failure is the cause.
      throw session.failure ?? error
    }
    if let failure = session.failure { throw failure }
    var hasRepeatedKeys = try repeatedKeys.flagMappings(on: tape)
    for side in session.sideTapes {
      side.endCollections()
      if try repeatedKeys.flagMappings(on: side) { hasRepeatedKeys = true }
    }
    return try TapeAssembly.document(on: tape, hasRepeatedKeys: hasRepeatedKeys)
  }

  /// Returns an error about the value as an `EncodingError`, and any other error unchanged.
  private static func encodingError(_ error: DecantError, _ value: Any) -> any Error {
    guard error.isAboutInput else { return error }
    var error = error
    // Offsets refer to an input, and a value has none.
    error.offset = nil
    return EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: error.path?.codingPath ?? [],
        debugDescription: error.description + (error.strategies.map { "; \($0)" } ?? ""),
        underlyingError: error))
  }
}
