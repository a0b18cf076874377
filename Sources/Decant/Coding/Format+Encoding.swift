extension Format {
  /// Encodes a value as the one document of an output.
  ///
  ///     let bytes = try Format.yaml.encode(landmark)
  public func encode(
    _ value: some Encodable, _ options: EncodingOptions
  ) throws -> [UInt8] {
    let destination = MemoryDestination()
    try encode(value, to: destination, options)
    return destination.bytes
  }

  /// Encodes a value as the one document that is written to `destination`.
  public func encode(
    _ value: some Encodable, to destination: any ByteDestination,
    _ options: EncodingOptions = EncodingOptions()
  ) throws {
    var writer = try DocumentWriter(destination, as: self, options)
    try writer.write(value)
    try writer.finish()
  }

  /// Encodes a value as text, in a format that is text.
  public func encodeText(
    _ value: some Encodable, _ options: EncodingOptions = EncodingOptions()
  ) throws -> String {
    String(decoding: try encode(value, options), as: UTF8.self)
  }
}
