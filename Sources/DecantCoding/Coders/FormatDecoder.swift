public import DecantCore

/// A decoder of values of any `Decodable` type from documents of one format.
///
///     var decoder = FormatDecoder(.yaml)
///     decoder.keyDecodingStrategy = .convertFromSnakeCase
///     let landmark = try decoder.decode(Landmark.self, from: data)
///
/// Its properties are those of ``DecodingOptions``. Errors describe the line and column.
@dynamicMemberLookup
public struct FormatDecoder: Sendable {
  /// The format of the documents.
  public var format: Format

  /// Options for decoding values.
  public var options: DecodingOptions

  /// Creates a decoder.
  public init(_ format: Format, options: DecodingOptions = DecodingOptions()) {
    self.format = format
    self.options = options
  }

  /// Accesses one of the options.
  public subscript<Option>(dynamicMember option: WritableKeyPath<DecodingOptions, Option>) -> Option
  {
    get { options[keyPath: option] }
    set { options[keyPath: option] = newValue }
  }

  /// Decodes a value from bytes that contain one document.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(type, from: .bytes(bytes))
  }

  /// Decodes a value from text that contains one document.
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try decode(type, from: .text(text))
  }

  /// Decodes a value from an input that contains one document.
  public func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String? = nil
  ) throws -> T {
    try DecodedDocuments.only { () throws(DecantError) in
      try documents(of: type, from: source, named: name)
    }
  }

  /// Returns the documents of an input as a sequence of values.
  public func documents<T: Decodable>(
    of type: T.Type, from source: any ByteSource, named name: String? = nil
  ) throws(DecantError) -> DecodedDocuments<T> {
    try DecodedDocuments(type, source, named: name, as: format, options)
  }
}

extension Format {
  /// Decodes a value from bytes that contain one document.
  ///
  ///     let landmark = try Format.yaml.decode(Landmark.self, from: bytes)
  ///
  /// Errors describe the line and column.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Sequence<UInt8>, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try FormatDecoder(self, options: options).decode(type, from: Array(bytes))
  }

  /// Decodes a value from text that contains one document.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: String, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try FormatDecoder(self, options: options).decode(type, from: text)
  }

  /// Decodes a value from an input that contains one document.
  public func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String? = nil,
    options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try FormatDecoder(self, options: options).decode(type, from: source, named: name)
  }

  /// Returns the documents of an input as a sequence of values.
  public func documents<T: Decodable>(
    of type: T.Type, from source: any ByteSource, named name: String? = nil,
    options: DecodingOptions = DecodingOptions()
  ) throws(DecantError) -> DecodedDocuments<T> {
    try FormatDecoder(self, options: options).documents(of: type, from: source, named: name)
  }
}
