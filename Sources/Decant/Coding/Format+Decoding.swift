extension Format {
  /// Decodes a value from the only document of an input that is in memory.
  ///
  ///     let landmark = try Format.yaml.decode(Landmark.self, from: bytes)
  ///
  /// An error of decoding has the line and the column in its description.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], _ options: DecodingOptions
  ) throws -> T {
    try decode(type, from: .bytes(bytes), options)
  }

  /// Decodes a value from the only document of a text.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: String, _ options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try decode(type, from: .text(text), options)
  }

  /// Decodes a value from the only document of an input.
  public func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String? = nil,
    _ options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    var documents: DecodedDocuments<T>
    do throws(DecantError) {
      documents = try DecodedDocuments(source, named: name, as: self, options)
    } catch {
      guard error.isAboutInput else { throw error }
      throw DecodingError.unreadable(error)
    }
    return try documents.only()
  }

  /// The documents of an input as values, one at a time.
  public func documents<T: Decodable>(
    of type: T.Type, from source: any ByteSource, named name: String? = nil,
    _ options: DecodingOptions = DecodingOptions()
  ) throws(DecantError) -> DecodedDocuments<T> {
    try DecodedDocuments(source, named: name, as: self, options)
  }
}
