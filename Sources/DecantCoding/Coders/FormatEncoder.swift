public import DecantCore
internal import DecantConversion

/// An encoder of values of any `Encodable` type as documents of one format.
///
///     var encoder = FormatEncoder(.yaml)
///     encoder.keyEncodingStrategy = .convertToSnakeCase
///     let data = try encoder.encode(landmark)
///
/// Its properties are those of ``EncodingOptions``.
@dynamicMemberLookup
public struct FormatEncoder: Sendable {
  /// The format of the documents.
  public var format: Format

  /// Options for encoding values.
  public var options: EncodingOptions

  /// Creates an encoder.
  public init(_ format: Format, options: EncodingOptions = EncodingOptions()) {
    self.format = format
    self.options = options
  }

  /// Accesses one of the options.
  public subscript<Option>(dynamicMember option: WritableKeyPath<EncodingOptions, Option>) -> Option
  {
    get { options[keyPath: option] }
    set { options[keyPath: option] = newValue }
  }

  /// Encodes a value as the bytes of a document.
  public func encodeBytes(_ value: some Encodable) throws -> [UInt8] {
    let destination = MemoryDestination()
    try encode(value, to: destination)
    return destination.bytes
  }

  /// Encodes a value as the text of a document; throws if the format is binary.
  public func encodeText(_ value: some Encodable) throws -> String {
    try format.requireText()
    return String(decoding: try encodeBytes(value), as: UTF8.self)
  }

  /// Encodes a value as the only document of `destination`.
  public func encode(_ value: some Encodable, to destination: any ByteDestination) throws {
    var writer = try DocumentWriter(destination, as: format, options: options)
    try writer.write(value)
    try writer.finish()
  }
}

extension Format {
  /// Encodes a value as the bytes of a document.
  ///
  ///     let bytes = try Format.yaml.encode(landmark)
  public func encode(
    _ value: some Encodable, options: EncodingOptions
  ) throws -> [UInt8] {
    try FormatEncoder(self, options: options).encodeBytes(value)
  }

  /// Encodes a value as the only document of `destination`.
  public func encode(
    _ value: some Encodable, to destination: any ByteDestination,
    options: EncodingOptions = EncodingOptions()
  ) throws {
    try FormatEncoder(self, options: options).encode(value, to: destination)
  }

  /// Encodes a value as the text of a document; throws if the format is binary.
  public func encodeText(
    _ value: some Encodable, options: EncodingOptions = EncodingOptions()
  ) throws -> String {
    try FormatEncoder(self, options: options).encodeText(value)
  }
}
