public import DecantCore

extension SchemaProblem {
  public var message: String {
    switch self {
    case .notASchema: "a schema must be an object or a boolean"
    case .malformed(let keyword, let expected): "\(keyword.quoted) must be \(expected)"
    case .invalidPattern(let pattern, let reason):
      "invalid regular expression \(pattern.quoted): \(reason)"
    case .tooManyStates(let limit):
      "the regular expressions of the schema need more than \(limit) states"
    case .unresolvedReference(let uri): "no schema has the name \(uri.quoted)"
    case .unknownVocabulary(let uri): "the vocabulary \(uri.quoted) is not supported"
    case .otherDialect(let uri): "the schema is for another draft, \(uri.quoted)"
    case .mismatch(let message, _): message
    case .tooManyMismatches(let limit):
      "more than \(limit) mismatches, of which the others are not reported"
    case .limit(.endlessReference, _): "the schema refers to itself endlessly for this value"
    case .limit(.tooDeep(let limit), _): "more than \(limit) levels of schemas"
    case .limit(.tooManySteps, _): "the check takes too many steps"
    }
  }

  public var hint: String? {
    switch self {
    case .unresolvedReference(let uri):
      URIReference(uri).isFragment ? nil : "schemas are not fetched from the network"
    case .otherDialect: "only JSON Schema 2020-12 is supported"
    default: nil
    }
  }

  public var isAboutValue: Bool { true }

  /// The place of the keyword at fault in the schema, as a JSON Pointer, after the name of another file and `#`.
  public var schemaPlace: String? {
    switch self {
    case .mismatch(_, let place), .limit(_, let place): place
    default: nil
    }
  }
}

extension SchemaProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    guard case .unresolvedReference(let uri) = self, uri.utf8.first != UInt8(ascii: "#") else {
      return []
    }
    return ["--schema-dir DIR names a folder with schemas; none is fetched from the network"]
  }
}
