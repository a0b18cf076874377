public import DecantCore

extension Document {
  /// Decodes a value from the document.
  ///
  ///     let document = try Document(parsing: text, as: .yaml)
  ///     let landmark = try document.decode(Landmark.self)
  ///
  /// Errors contain a coding path but no line, because the input is no longer available.
  public func decode<T: Decodable>(
    _ type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try EventDecoder(abilities: .ofValues, options).decode(type, from: self) { $0 }
  }
}

extension Value {
  /// Decodes a value of another type from this value.
  public func decode<T: Decodable>(
    _ type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try Document(self).decode(type, options: options)
  }
}
