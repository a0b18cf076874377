public import DecantConversion
internal import DecantCore

/// A stage that decodes each document as a type, changes it and encodes the result.
///
///     events ─▶ tape ─▶ document ─▶ value ─▶ output ─▶ tapes ─▶ events
final class TypedStage<Value: Decodable, Output: Encodable>: DocumentStage {
  /// The type of the documents, which may be a subclass of `Value`.
  private let type: Value.Type
  private let decoder: EventDecoder
  private let encoder: EventEncoder
  private let change: (Value) throws -> Output

  private var documents = DocumentCollector()
  private(set) var documentOrigin = 0
  /// The last document, whose events are not all emitted yet.
  private var encoded: EncodedDocument?

  init(
    _ type: Value.Type, _ decoder: EventDecoder, _ encoder: EventEncoder,
    _ change: @escaping (Value) throws -> Output
  ) {
    self.type = type
    self.decoder = decoder
    self.encoder = encoder
    self.change = change
  }

  var needs: StageNeeds { [.expandedMergeKeys, .decimalNumbers, .noComments] }

  func process(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    try documents.add(input)
    return try processMore(input, into: &output)
  }

  func processMore(
    _ input: borrowing EventBatch, into output: inout EventBatch
  ) throws(DecantError) -> StageResult {
    while output.isEmpty {
      if encoded != nil {
        if encoded?.fill(&output, at: documentOrigin) != true { encoded = nil }
      } else if let document = documents.take() {
        try convert(document)
      } else {
        return .complete
      }
    }
    return .more
  }

  func reset() {
    documents = DocumentCollector()
    encoded = nil
  }

  private func convert(_ document: Document) throws(DecantError) {
    documentOrigin = document.tape.origin
    let value = try decode(document)
    do {
      encoded = try encoder.document(of: value)
    } catch {
      throw failure(error)
    }
  }

  private func decode(_ document: Document) throws(DecantError) -> Output {
    var located: DecantError?
    do {
      return try decoder.decode(type, from: document, change) { error in
        located = error
        return error
      }
    } catch {
      throw located ?? failure(error)
    }
  }

  private func failure(_ error: any Error) -> DecantError {
    if let error = error as? DecantError { return error }
    var error = error.decant
    error.offset = documentOrigin
    return error
  }
}

extension DocumentTransform {
  /// Creates a transform that decodes and encodes `type`.
  public init<T: Codable & SendableMetatype>(
    _ type: T.Type, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions()
  ) {
    self.init(type, decoding: decoding, encoding: encoding, change: { $0 })
  }

  /// Creates a transform that decodes `type`, applies `change` and encodes the result.
  public init<T: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ type: T.Type, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions(),
    change: @escaping @Sendable (T) throws -> Output
  ) {
    self.init { source, target in
      TypedStage(
        type, EventDecoder(abilities: source.abilities, decoding),
        EventEncoder(for: target, encoding),
        change)
    }
  }
}
