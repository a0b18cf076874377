extension Document {
  /// Decodes the document as a value.
  ///
  ///     let document = try Document(parsing: text, as: .yaml)
  ///     let landmark = try document.decode(Landmark.self)
  ///
  /// The input is not known here any more: an error has its coding path, but no line.
  public func decode<T: Decodable>(
    _ type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try EventDecoder(abilities: .ofValues, options).decode(type, from: self) { $0 }
  }
}

extension Value {
  /// Decodes the value, or a part of a document that it is, as one of a type.
  public func decode<T: Decodable>(
    _ type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try Document(self).decode(type, options: options)
  }
}
