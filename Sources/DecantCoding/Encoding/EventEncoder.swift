package import DecantCore
internal import DecantConversion

/// An encoder of any `Encodable` type as events for any format.
///
/// Only complete documents are written: several containers may be open, and a failed value removed.
package struct EventEncoder {
  let target: Format
  let options: EncodingOptions
  private let classes: KeyedArchive.Classes?
  private let forms = KnownTypes<EncodedForm>()
  private let repeatedKeys = RepeatedKeys()

  /// Creates an encoder; with `classes`, shared instances become anchors and aliases, and classes tags, as in an archive.
  package init(
    for target: Format, _ options: EncodingOptions, classes: KeyedArchive.Classes? = nil
  ) {
    self.target = target
    self.options = options
    self.classes = classes
  }

  func encode(_ value: some Encodable, into pipeline: inout Pipeline) throws {
    do {
      try pipeline.convert(document(of: value))
    } catch let error as DecantError where error.isAboutInput {
      // Offsets refer to an input, and a value has none.
      var error = error
      error.offset = nil
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: error.path?.codingPath ?? [],
          debugDescription: error.message + (error.strategies.map { "; \($0)" } ?? ""),
          underlyingError: error.describedAbove))
    }
  }

  package func document<T: Encodable>(of value: T) throws -> EncodedDocument {
    let session = EncodingSession(for: target, options, forms, classes)
    let tape = EncodingTape(session)
    defer { session.end(with: tape) }
    do {
      try tape.encode(other: value) { throw EncodingProblem.nothing.error(value, at: []) }
    } catch {
      // After a failure encoders produce nothing, so the first failure is the cause.
      throw session.failure ?? error
    }
    if let failure = session.failure { throw failure }
    for side in session.sideTapes { side.endCollections() }
    // The first repeated key ends the search.
    let tapes = [tape] + session.sideTapes
    let hasRepeatedKeys = try tapes.contains { try repeatedKeys.contains(anyOf: $0) }
    return try TapeAssembly.document(on: tape, hasRepeatedKeys: hasRepeatedKeys)
  }
}
