public import DecantCore

/// Decodes a value from one format and encodes it in another.
///
///     let json = try transcode(yaml, as: Landmark.self, from: .yaml, to: .json)
///
/// Keys that the type does not decode are dropped, and those that it requires must be present.
public func transcode<T: Codable>(
  _ bytes: some Sequence<UInt8>, as type: T.Type, from source: Format, to target: Format,
  decoding: DecodingOptions = DecodingOptions(), encoding: EncodingOptions = EncodingOptions()
) throws -> [UInt8] {
  try target.encode(source.decode(type, from: Array(bytes), options: decoding), options: encoding)
}

/// Decodes a value from one format and encodes it in another; either may be a pair of coders.
///
///     let foundation = CodableFormat("json", encoder: JSONEncoder(), decoder: JSONDecoder())
///     let yaml = try transcode(json, as: Landmark.self, from: foundation, to: Format.yaml)
public func transcode<T: Codable>(
  _ bytes: some Sequence<UInt8>, as type: T.Type, from source: some DocumentFormat,
  to target: some DocumentFormat
) throws -> [UInt8] {
  try target.encode(source.decode(type, from: Array(bytes)))
}

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
