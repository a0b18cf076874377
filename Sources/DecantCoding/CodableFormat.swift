internal import DecantCore
internal import DecantConversion

/// An encoder of any `Encodable` value as a document.
///
/// Foundation's `JSONEncoder` and `PropertyListEncoder` conform. To adopt another encoder:
///
///     extension TOMLEncoder: DocumentEncoder {}
public protocol DocumentEncoder {
  /// The bytes or text of a document.
  associatedtype Output

  /// Encodes a value as a document.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder of any `Decodable` type from a document, such as Foundation's `JSONDecoder`.
public protocol DocumentDecoder {
  /// The bytes or text of a document.
  associatedtype Input

  /// Decodes a value from a document.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

/// An encoder and a decoder, from any library, as a format for `Codable` types.
///
///     let plist = CodableFormat(
///       "plist", encoder: PropertyListEncoder(), decoder: PropertyListDecoder())
///     let bytes = try plist.encode(landmark)
///
/// It is not a `Format`, because coders produce no events that a pipeline could convert.
public struct CodableFormat<Encoder: DocumentEncoder, Decoder: DocumentDecoder> {
  /// The name of the format.
  public let name: String

  /// The encoder of values.
  public let encoder: Encoder

  /// The decoder of values.
  public let decoder: Decoder

  private let bytes: (Encoder.Output) -> [UInt8]
  private let input: ([UInt8]) throws -> Decoder.Input

  /// Creates a format from coders whose documents are collections of bytes, as Foundation's are.
  public init(_ name: String, encoder: Encoder, decoder: Decoder)
  where
    Encoder.Output: Sequence<UInt8>,
    Decoder.Input: RangeReplaceableCollection<UInt8>
  {
    self.name = name
    self.encoder = encoder
    self.decoder = decoder
    bytes = { Array($0) }
    input = { Decoder.Input($0) }
  }

  /// Creates a format from coders whose documents are text.
  public init(_ name: String, encoder: Encoder, decoder: Decoder)
  where Encoder.Output == String, Decoder.Input == String {
    self.name = name
    self.encoder = encoder
    self.decoder = decoder
    bytes = { Array($0.utf8) }
    input = { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw DecodingError.unreadable(DecantError(.invalidEncoding(.utf8)))
      }
      return text
    }
  }

  /// Encodes a value as a document.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    bytes(try encoder.encode(value))
  }

  /// Decodes a value from a document.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decoder.decode(type, from: input(bytes))
  }
}

extension CodableFormat: DocumentFormat {}
