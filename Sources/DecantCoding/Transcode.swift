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
