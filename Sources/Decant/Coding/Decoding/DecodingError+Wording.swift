extension DecodingError {
  // MARK: Types

  static func mismatch(
    _ type: Any.Type, found kind: Event.Kind, at path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(type, context(path, "expected \(words(for: type)) but found \(kind.words)"))
  }

  static func null(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
    .valueNotFound(type, context(path, "expected \(words(for: type)) but found null"))
  }

  static func atEnd(_ type: Any.Type, at path: [any CodingKey]) -> DecodingError {
    .valueNotFound(type, context(path, "expected \(words(for: type)) but the sequence ends here"))
  }

  static func missing(_ key: some CodingKey, at path: [any CodingKey]) -> DecodingError {
    .keyNotFound(key, context(path, "no value for the key '\(key.stringValue.visible(limit: 64))'"))
  }

  // MARK: Values

  static func doesNotFit(
    _ lexeme: String, _ type: Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    corrupted(path, "\(lexeme.visible(limit: 64)) does not fit in \(type)")
  }

  static func invalidUnicode(at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "half of a surrogate pair")
  }

  static func invalidDate(_ text: String, at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "'\(text.visible(limit: 64))' is not a date in ISO 8601")
  }

  static func invalidBase64(at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "the string is not Base64")
  }

  static func invalidURL(_ text: String, at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "'\(text.visible(limit: 64))' is not a URL")
  }

  // MARK: Depth

  static func tooDeep(limit: Int, at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "more than \(limit) levels of nested values")
  }

  static func outOfStack(depth: Int, at path: [any CodingKey]) -> DecodingError {
    corrupted(path, wordsForStack(depth))
  }

  // MARK: Keyed archives

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
    return .typeMismatch(expected ?? [String: Any].self, context(path, words))
  }

  static func cycle(at path: [any CodingKey]) -> DecodingError {
    corrupted(
      path,
      "the object is inside itself: only @Shared and @BackReference properties of "
        + "SharedInstance classes may lead back")
  }

  static func tooManyCopies(limit: Int, at path: [any CodingKey]) -> DecodingError {
    corrupted(
      path, "objects that are reached more than once have more than \(limit) values altogether")
  }

  // MARK: Shared instances

  static func cannotShare(_ type: Any.Type, decoder: any Decoder) -> DecodingError {
    .typeMismatch(
      type,
      context(
        decoder.codingPath,
        "\(type) can only be decoded by decant: \(Swift.type(of: decoder)) does not support "
          + "shared instances"))
  }

  static func malformedMark(at path: [any CodingKey]) -> DecodingError {
    corrupted(
      path,
      "a shared instance has '\(SharedKey.number)', a number from 1 on, and '\(SharedKey.value)'; "
        + "a reference to it has '\(SharedKey.number)' and '\(SharedKey.again)', which is true")
  }

  static func unknownInstance(_ number: Int, at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "a reference to the shared instance \(number), which is not in the document")
  }

  static func numberedTwice(_ number: Int, at path: [any CodingKey]) -> DecodingError {
    corrupted(path, "the shared instance \(number) has different values")
  }

  static func unfinishedInstance(
    _ number: Int, _ type: Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    corrupted(
      path,
      "the shared instance \(number) is still being decoded: declare what refers back to it "
        + "as @Shared or @BackReference var …: \(type)?")
  }

  static func otherInstance(
    _ number: Int, _ found: Any.Type, expected: Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(
      expected, context(path, "expected \(expected) but the shared instance \(number) is \(found)"))
  }

  // MARK: Parts

  private static func corrupted(_ path: [any CodingKey], _ words: String) -> DecodingError {
    .dataCorrupted(context(path, words))
  }

  private static func context(_ path: [any CodingKey], _ words: String) -> Context {
    Context(codingPath: path, debugDescription: words)
  }

  /// The name of a type; keyed and unkeyed containers are requested as `[String: Any]` and `[Any]`.
  private static func words(for type: Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "a mapping"
    case is [Any].Type: "a sequence"
    default: "\(type)"
    }
  }
}

extension Event.Kind {
  fileprivate var words: String {
    switch self {
    case .beginMapping, .endMapping: "a mapping"
    case .beginSequence, .endSequence: "a sequence"
    case .true, .false: "a boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .date: "a date"
    case .data: "binary data"
    case .uid: "a keyed-archive reference"
    case .null: "null"
    case .alias, .anchor, .tag, .comment, .spelling, .blankLine, .trailingComment,
      .beginDocument,
      .endDocument:
      "something else"
    }
  }
}

// MARK: - Places

extension DecodingError {
  static func unreadable(
    _ error: DecantError, at path: [any CodingKey] = []
  ) -> DecodingError {
    .dataCorrupted(
      Context(codingPath: path, debugDescription: error.description, underlyingError: error))
  }

  /// Returns this error with the line and column that `locate` finds.
  func placed(_ locate: (Context) -> DecantError) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, context.placed(locate))
    case .valueNotFound(let type, let context): .valueNotFound(type, context.placed(locate))
    case .keyNotFound(let key, let context): .keyNotFound(key, context.placed(locate))
    case .dataCorrupted(let context): .dataCorrupted(context.placed(locate))
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate func placed(_ locate: (Self) -> DecantError) -> Self {
    let error = locate(self)
    guard let position = error.position else { return self }
    let source = error.source.map { " of \($0.visible())" } ?? ""
    return Self(
      codingPath: codingPath,
      debugDescription:
        "\(debugDescription), at line \(position.line), column \(position.column)\(source)",
      underlyingError: underlyingError ?? error)
  }
}
