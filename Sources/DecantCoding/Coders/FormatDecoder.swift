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

  /// Decodes a value from a span of bytes that contain one document.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
    var copy: [UInt8] = []
    copy.append(copying: bytes)
    return try decode(type, from: copy)
  }

  /// Decodes a value from text that contains one document.
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try decode(type, from: .text(text))
  }

  /// Decodes a value from an input that contains one document.
  public func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String? = nil
  ) throws -> T {
    try documents(of: type, from: source, named: name).only()
  }

  /// Returns the documents of an input as a sequence of values.
  public func documents<T: Decodable>(
    of type: T.Type, from source: any ByteSource, named name: String? = nil
  ) throws(DecantError) -> DecodedDocuments<T> {
    DecodedDocuments(type, source, named: name, as: format, options)
  }

  /// Returns the elements of the only document's sequence at `pointer`, a JSON Pointer, one at a time.
  ///
  ///     var features = try decoder.elements(of: Feature.self, at: "/features", from: FileSource(path))
  ///     while let feature = try features.next() { … }
  ///
  /// The whole is never in memory. What `decode` would throw about it is thrown at its place, after the elements before that.
  public func elements<T: Decodable>(
    of type: T.Type, at pointer: String = "", from source: any ByteSource,
    named name: String? = nil, onError: DecodingFailures = .throw
  ) throws(DecantError) -> DecodedDocuments<T> {
    guard let pointer = DocumentPointer(pointer) else {
      throw DecantError(
        .other("'\(pointer.visible())' is not a JSON Pointer, which begins with '/'", hint: nil))
    }
    return DecodedDocuments(
      type, source, named: name, as: format, options, elementsAt: pointer, onError: onError)
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

  /// Decodes a value from a span of bytes that contain one document.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: RawSpan, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try FormatDecoder(self, options: options).decode(type, from: bytes)
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

  /// Returns the elements of the only document's sequence at `pointer`, a JSON Pointer, one at a time.
  ///
  ///     for try await feature in try Format.json.elements(of: Feature.self, at: "/features", from: .bytes(response)) { … }
  ///
  /// The whole is never in memory, see ``FormatDecoder/elements(of:at:from:named:onError:)``.
  public func elements<T: Decodable>(
    of type: T.Type, at pointer: String = "", from source: any ByteSource,
    named name: String? = nil, options: DecodingOptions = DecodingOptions(),
    onError: DecodingFailures = .throw
  ) throws(DecantError) -> DecodedDocuments<T> {
    try FormatDecoder(self, options: options).elements(
      of: type, at: pointer, from: source, named: name, onError: onError)
  }
}
