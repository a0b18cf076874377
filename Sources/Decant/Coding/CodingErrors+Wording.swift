extension EncodingError {
  static func secondValue(at path: [any CodingKey]) -> EncodingError {
    invalid((), at: path, "a value was encoded where another, or part of one, is already")
  }

  static func outOfTurn(at path: [any CodingKey]) -> EncodingError {
    invalid(
      (), at: path,
      "a container was given a value out of turn, inside another value or after its own")
  }

  static func nonFinite(
    _ value: Any, target: String, at path: [any CodingKey]
  ) -> EncodingError {
    invalid(
      value, at: path,
      "\(target) has no number for \(value); nonConformingFloatEncodingStrategy.convertToString writes a string"
    )
  }

  static func tooDeep(_ value: Any, limit: Int, at path: [any CodingKey]) -> EncodingError {
    invalid(
      value, at: path, "more than \(limit) levels of nested values; does a value contain itself?")
  }

  static func outOfStack(_ value: Any, depth: Int, at path: [any CodingKey]) -> EncodingError {
    invalid(value, at: path, "\(wordsForStack(depth)); does a value contain itself?")
  }

  static func dateWithoutText(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    invalid(value, at: path, "a date that is too far away to be written")
  }

  static func keyWithoutName(_ key: Value, at path: [any CodingKey]) -> EncodingError {
    invalid(key, at: path, "a key that is not a string")
  }

  static func nothingEncoded(_ value: Any) -> EncodingError {
    invalid(value, at: [], "\(type(of: value)) encoded nothing")
  }

  static func unwritable(_ error: any Error, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      (), Context(codingPath: path, debugDescription: "\(error)", underlyingError: error))
  }

  private static func invalid(
    _ value: Any, at path: [any CodingKey], _ words: String
  ) -> EncodingError {
    .invalidValue(value, Context(codingPath: path, debugDescription: words))
  }
}

extension DecantError {
  /// The encoding strategies that let the value pass, for a format that cannot represent it.
  var strategies: String? {
    switch problem {
    case .notRepresentable(let kind, _), .degraded(let kind, _): kind.strategies
    default: nil
    }
  }
}

extension DecantError.ValueClass {
  fileprivate var strategies: String? {
    switch self {
    case .exactDate:
      "dateEncodingStrategy.wholeSeconds leaves the fraction of a second out, .iso8601 writes a string"
    case .date:
      "dateEncodingStrategy.iso8601 writes a string"
    case .data:
      "dataEncodingStrategy.base64 writes a string"
    case .nonFiniteNumber:
      "nonConformingFloatEncodingStrategy.convertToString writes a string"
    case .null:
      "fidelity.lossy leaves it out"
    case .largeNumber, .preciseNumber:
      "fidelity.lossy rounds it"
    case .boolean, .uid, .loneSurrogate, .number, .forbiddenCharacter, .scalarKey, .collectionKey,
      .duplicateKeys, .tag, .anchor:
      nil
    }
  }
}

extension DecodingError {
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

  static func doesNotFit(
    _ lexeme: String, _ type: Any.Type, at path: [any CodingKey]
  ) -> DecodingError {
    .dataCorrupted(context(path, "\(lexeme.visible(limit: 64)) does not fit in \(type)"))
  }

  static func invalidUnicode(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(context(path, "half of a surrogate pair"))
  }

  static func invalidDate(_ text: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(context(path, "'\(text.visible(limit: 64))' is not a date in ISO 8601"))
  }

  static func invalidBase64(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(context(path, "the string is not Base64"))
  }

  static func invalidURL(_ text: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(context(path, "'\(text.visible(limit: 64))' is not a URL"))
  }

  static func tooDeep(limit: Int, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(context(path, "more than \(limit) levels of nested values"))
  }

  static func outOfStack(depth: Int, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(context(path, wordsForStack(depth)))
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

private func wordsForStack(_ depth: Int) -> String {
  "more than \(depth) levels of nested values, for which this thread's stack has no room"
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
    case .alias, .anchor, .tag, .comment, .blankLine, .trailingComment, .beginDocument,
      .endDocument:
      "something else"
    }
  }
}

extension DecodingError.Context {
  func placed(_ error: DecantError) -> Self {
    guard let position = error.position else { return self }
    let source = error.source.map { " of \($0.visible())" } ?? ""
    return Self(
      codingPath: codingPath,
      debugDescription:
        "\(debugDescription), at line \(position.line), column \(position.column)\(source)",
      underlyingError: underlyingError ?? error)
  }
}
