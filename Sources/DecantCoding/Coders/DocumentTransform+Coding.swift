internal import DecantCore
public import DecantConversion

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
