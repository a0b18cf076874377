/// Encodes values of any `Encodable` type as the events that every format's writer takes.
///
/// A document is written when it is complete: a value may have several containers open at once, and may be taken
/// back when it fails.
struct EventEncoder {
  let target: Format
  let options: EncodingOptions
  private let types = EncodedTypes()
  private let repeatedKeys = RepeatedKeys()

  init(for target: Format, _ options: EncodingOptions) {
    self.target = target
    self.options = options
  }

  /// Encodes a value, and pours it into `pipeline`.
  func encode(_ value: some Encodable, into pipeline: inout Pipeline) throws {
    do {
      try pipeline.pour(document(of: value))
    } catch let error as DecantError {
      throw Self.encodingError(error, value)
    }
  }

  /// Encodes a value as a document, which must contain something.
  func document<T: Encodable>(of value: T) throws -> EncodedDocument {
    let session = EncodingSession(for: target, options, types)
    defer { session.end() }
    let tape = OpenTape(session)
    do {
      try tape.encode(value, orNothing: { throw EncodingError.nothingEncoded(value) })
    } catch {
      // After a failure nothing can be encoded, which is not what is wrong.
      throw session.failure ?? error
    }
    if let failure = session.failure { throw failure }
    for tape in session.finishedTapes(with: tape) { try repeatedKeys.note(on: tape) }
    return try TapeAssembly.document(on: tape)
  }

  /// What a value cannot be written for is an error of encoding; what no value is to blame for stays.
  private static func encodingError(_ error: DecantError, _ value: Any) -> any Error {
    guard error.isAboutInput else { return error }
    var error = error
    // An offset would tell of an input, and there is none.
    error.offset = nil
    return EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: error.path?.codingPath ?? [],
        debugDescription: error.description + (error.strategies.map { "; \($0)" } ?? ""),
        underlyingError: error))
  }
}
