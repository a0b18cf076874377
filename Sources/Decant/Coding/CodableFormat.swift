public import FoundationEssentials

/// What encodes any `Encodable` value as a document, with settings of its own.
///
/// Foundation's `JSONEncoder` and `PropertyListEncoder` do. For another encoder of that shape one line is enough:
///
///     extension TOMLEncoder: DocumentEncoder {}
public protocol DocumentEncoder {
  /// The bytes, or the text, of a document.
  associatedtype Output

  /// Encodes a value as a document.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// What decodes any `Decodable` type from a document, with settings of its own.
public protocol DocumentDecoder {
  /// The bytes, or the text, of a document.
  associatedtype Input

  /// Decodes a value from a document.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSONEncoder: DocumentEncoder {}
extension JSONDecoder: DocumentDecoder {}
extension PropertyListEncoder: DocumentEncoder {}
extension PropertyListDecoder: DocumentDecoder {}

/// A pair of coders as a format for `Codable` types, whoever made them.
///
///     let plist = CodableFormat(
///       "plist", encoder: PropertyListEncoder(), decoder: PropertyListDecoder())
///     let bytes = try plist.encode(landmark)
///
/// It is not a `Format`: coders know values, not events that another format could take over.
public struct CodableFormat<Encoder: DocumentEncoder, Decoder: DocumentDecoder> {
  /// The name that the format goes by.
  public let name: String

  /// Encodes values.
  public let encoder: Encoder

  /// Decodes values.
  public let decoder: Decoder

  private let bytes: (Encoder.Output) -> [UInt8]
  private let input: ([UInt8]) throws -> Decoder.Input

  /// Makes a format of coders whose documents are bytes of any kind, as Foundation's are.
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

  /// Makes a format of coders whose documents are text.
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
