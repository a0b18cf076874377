extension EncodingError {
  static func cannotShare(_ value: Any, encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value,
      Context(
        codingPath: encoder.codingPath,
        debugDescription:
          "\(type(of: value)) can only be encoded by decant: \(type(of: encoder)) does not support "
          + "shared instances"))
  }

  static func lostInstance(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      Context(
        codingPath: path,
        debugDescription: "a reference to a shared instance that could not be encoded"))
  }
}

extension DecodingError {
  static func cannotShare(_ type: Any.Type, decoder: any Decoder) -> DecodingError {
    .typeMismatch(
      type,
      Context(
        codingPath: decoder.codingPath,
        debugDescription:
          "\(type) can only be decoded by decant: \(Swift.type(of: decoder)) does not support "
          + "shared instances"))
  }

  static func malformedMark(at path: [any CodingKey]) -> DecodingError {
    sharing(
      path,
      "a shared instance has '\(SharedKey.number)', a number from 1 on, and '\(SharedKey.value)'; "
        + "a reference to it has '\(SharedKey.number)' and '\(SharedKey.again)', which is true")
  }

  static func unknownInstance(_ number: Int, at path: [any CodingKey]) -> DecodingError {
    sharing(path, "a reference to the shared instance \(number), which is not in the document")
  }

  static func numberedTwice(_ number: Int, at path: [any CodingKey]) -> DecodingError {
    sharing(path, "the shared instance \(number) has different values")
  }

  static func unfinishedInstance(
    _ number: Int, _ type: Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    sharing(
      path,
      "the shared instance \(number) is still being decoded: declare what refers back to it "
        + "as @Shared or @BackReference var …: \(type)?")
  }

  static func otherInstance(
    _ number: Int, _ found: Any.Type, expected: Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(
      expected,
      Context(
        codingPath: path,
        debugDescription: "expected \(expected) but the shared instance \(number) is \(found)"))
  }

  private static func sharing(_ path: [any CodingKey], _ words: String) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: words))
  }
}
