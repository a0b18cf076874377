internal import DecantCore

/// The words of each mismatch: what was expected and what was found, in that order.
extension SchemaMismatch.Kind {
  var words: String {
    switch self {
    case .type(let expected, let found):
      "expected \(expected.map(\.withArticle).listed) but found \(found)"
    case .constant(let value): "expected \(value)"
    case .enumeration(let values, let suggestion):
      values.isEmpty
        ? "no value is allowed here"
        : "expected \(Self.shortened(values).listed)\(Self.meant(suggestion))"
    case .bound(.multipleOf, let number): "expected a multiple of \(number)"
    case .bound(.minimum, let number): "expected a number of at least \(number)"
    case .bound(.maximum, let number): "expected a number of at most \(number)"
    case .bound(.exclusiveMinimum, let number): "expected a number above \(number)"
    case .bound(_, let number): "expected a number below \(number)"
    case .count(let operation, let found, let limit):
      "expected \(operation.isMinimum ? "at least" : "at most") \(operation.counted(limit)) but found \(found)"
    case .pattern(let pattern): "expected a text that matches \(pattern.quoted)"
    case .form(let words): "expected \(words)"
    case .repeatedItem(let first): "the item equals item \(first), but all must be different"
    case .missing(let key, let similar):
      "the key \(key.quoted) is missing"
        + (similar.map { "; is it meant by \($0.quoted)?" } ?? "")
    case .missingAll(let keys):
      "one of the keys \(keys.map(\.quoted).listed) is missing"
    case .missingBeside(let missing, let key):
      "the key \(missing.quoted) is missing, which \(key.quoted) requires"
    case .unknownKey(let key, let suggestion, let patterns):
      "the key \(key.quoted) is not allowed here"
        + (suggestion != nil || patterns.isEmpty
          ? Self.meant(suggestion) : "; it does not match \(Self.shortened(patterns).listed)")
    case .invalidKey(let why): "the key is invalid: \(why)"
    case .tooFewMatches(let found, let minimum):
      minimum == 1
        ? "no item matches the schema of 'contains'"
        : "expected at least \(minimum) items that match the schema of 'contains' but found \(found)"
    case .tooManyMatches(let found, let maximum):
      "expected at most \(maximum) items that match the schema of 'contains' but found \(found)"
    case .noAlternative(let count):
      count == 1 ? "the value does not match" : "the value matches none of \(count) alternatives"
    case .manyAlternatives(let matching):
      "the value matches the alternatives "
        + matching.map(String.init).joined(separator: " and ") + ", but must match only one"
    case .excludedKeys(let keys):
      "the keys \(keys.map(\.quoted).listed(with: "and")) are not allowed together"
    case .excluded(let text): "the value must not match \(text)"
    case .notAllowed: "no value is allowed here"
    case .extraItem: "the item is not allowed here"
    }
  }

  private static func meant(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \($0.quoted)?" } ?? ""
  }

  private static func shortened(_ values: [String]) -> [String] {
    values.count > 8 ? Array(values.prefix(8)) + ["another one in the schema"] : values
  }
}

extension CompiledSchema.Operation {
  /// Whether it is a limit of a count from below.
  var isMinimum: Bool { self == .minLength || self == .minItems || self == .minProperties }

  fileprivate func counted(_ count: Int) -> String {
    switch self {
    case .minLength, .maxLength: "\(count) character\(count == 1 ? "" : "s")"
    case .minItems, .maxItems: "\(count) item\(count == 1 ? "" : "s")"
    default: "\(count) key\(count == 1 ? "" : "s")"
    }
  }
}

extension String {
  fileprivate var withArticle: String {
    switch self {
    case "null": self
    case "integer", "array", "object": "an \(self)"
    default: "a \(self)"
    }
  }
}

extension NumberedDocument {
  /// The type of a node with its article.
  func typeName(of node: Int) -> String {
    switch kind(of: node) {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: number(of: node).isIntegral ? "an integer" : "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value of a node in a message.
  func shortText(of node: Int) -> String {
    switch kind(of: node) {
    case .null: "null"
    case .boolean: isTrue(node) ? "true" : "false"
    case .number: string(of: node).visible(limit: 64)
    case .string: string(of: node).quoted
    case .array, .object:
      (try? Document.Node(tape: tape, index: node).value)?.description.visible(limit: 100) ?? ""
    }
  }
}
