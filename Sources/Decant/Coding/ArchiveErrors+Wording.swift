extension DecodingError {
  static func otherClass(
    _ name: String, expected: Any.Type?, at path: [any CodingKey]
  ) -> DecodingError {
    let name = name.visible(limit: 64)
    let words =
      expected.map {
        "expected \($0) but found an object of the class '\(name)', for which the table of classes "
          + "has no such type"
      }
      ?? "an object of the class '\(name)' is decoded as a type that the table of classes has for it"
    return .typeMismatch(
      expected ?? [String: Any].self, Context(codingPath: path, debugDescription: words))
  }

  static func cycle(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path,
        debugDescription:
          "the object is inside itself: only @Shared and @BackReference properties of "
          + "SharedInstance classes may lead back"))
  }

  static func tooManyCopies(limit: Int, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path,
        debugDescription:
          "objects that are reached more than once have more than \(limit) values altogether"))
  }
}
