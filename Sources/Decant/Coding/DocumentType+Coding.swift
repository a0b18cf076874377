extension DocumentType {
  /// Creates the type of documents that are decoded as `type`, and encoded again.
  public init<T: Codable & SendableMetatype>(
    _ type: T.Type, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions()
  ) {
    self.init(type, decoding: decoding, encoding: encoding, change: { $0 })
  }

  /// Creates the type of documents that are decoded as `type`, and encoded as what `change` makes of them.
  public init<T: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ type: T.Type, decoding: DecodingOptions = DecodingOptions(),
    encoding: EncodingOptions = EncodingOptions(),
    change: @escaping @Sendable (T) throws -> Output
  ) {
    self.init { source, target in
      TypedStage(
        EventDecoder(from: source, decoding), EventEncoder(for: target, encoding), change)
    }
  }
}
