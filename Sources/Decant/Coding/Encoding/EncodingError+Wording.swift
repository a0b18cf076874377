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

  static func cannotShare(_ value: Any, encoder: any Encoder) -> EncodingError {
    invalid(
      value, at: encoder.codingPath,
      "\(type(of: value)) can only be encoded by decant: \(type(of: encoder)) does not support "
        + "shared instances")
  }

  static func lostInstance(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    invalid(value, at: path, "a reference to a shared instance that could not be encoded")
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

func wordsForStack(_ depth: Int) -> String {
  "more than \(depth) levels of nested values, for which this thread's stack has no room"
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
    case .date: "dateEncodingStrategy.iso8601 writes a string"
    case .data: "dataEncodingStrategy.base64 writes a string"
    case .nonFiniteNumber: "nonConformingFloatEncodingStrategy.convertToString writes a string"
    case .null: "fidelity.lossy leaves it out"
    case .largeNumber, .preciseNumber: "fidelity.lossy rounds it"
    case .boolean, .uid, .loneSurrogate, .number, .forbiddenCharacter, .scalarKey, .collectionKey,
      .duplicateKeys, .tag, .anchor:
      nil
    }
  }
}
