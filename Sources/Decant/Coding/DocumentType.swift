/// A type that the documents of a pipeline are decoded as, and encoded again, on their way.
///
/// What the type does not know is left out, and what is no such value is an error with its place.
public struct DocumentType: Sendable {
  /// Makes the stage between documents of one format and a target.
  let makeStage: @Sendable (_ source: Format, _ target: Format) -> any DocumentStage

  /// Makes the type of documents that are decoded as `type`, and encoded again.
  public init<T: Codable & SendableMetatype>(
    _ type: T.Type, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions()
  ) {
    self.init(type, decoding: decoding, encoding: encoding, change: { $0 })
  }

  /// Makes the type of documents that are decoded as `type`, and encoded as what `change` makes of them.
  public init<T: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ type: T.Type, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions(),
    change: @escaping @Sendable (T) throws -> Output
  ) {
    makeStage = { source, target in
      TypedStage(
        EventDecoder(from: source, decoding), EventEncoder(for: target, encoding), change)
    }
  }
}

/// A stage that holds documents until they are complete.
protocol DocumentStage: EventStage {
  /// Where in the input the document began that came last.
  var documentOrigin: Int { get }
}
