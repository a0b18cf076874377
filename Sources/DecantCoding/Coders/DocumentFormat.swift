public import DecantCore

/// A format for `Codable` values: a `Format`, or a pair of coders.
public protocol DocumentFormat {
  /// Encodes a value as a document.
  func encode(_ value: some Encodable) throws -> [UInt8]

  /// Decodes a value from a document.
  func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T
}

extension Format: DocumentFormat {
  /// Encodes a value as a document.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    try encode(value, options: EncodingOptions())
  }

  /// Decodes a value from a document.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try FormatDecoder(self).decode(type, from: bytes)
  }
}
