/// A problem with a schema, or of a document with a schema.
public enum SchemaProblem: SpecificProblem {
  /// A schema is neither an object nor a boolean.
  case notASchema
  /// The value of a keyword is not what the keyword requires.
  case malformed(keyword: String, expected: String)
  /// A regular expression is invalid, or uses what cannot be matched in linear time.
  case invalidPattern(String, String)
  /// The regular expressions of a schema are too large together.
  case tooManyStates(limit: Int)
  /// A reference leads to no schema that is known.
  case unresolvedReference(String)
  /// The metaschema requires a vocabulary that is not supported.
  case unknownVocabulary(String)
  /// The schema is for another draft of JSON Schema.
  case otherDialect(String)
  /// A value does not match the schema: what was expected, and the place of the keyword.
  case mismatch(String, schema: String)
  /// A document has more mismatches than are reported.
  case tooManyMismatches(limit: Int)
  /// A limit of the check was reached, in a subschema.
  case limit(Limit, schema: String)

  /// A limit of the check of a document.
  public enum Limit: Sendable, Hashable {
    /// A reference leads back to itself for the same value.
    case endlessReference
    /// The subschemas are nested too deeply.
    case tooDeep(limit: Int)
    /// The check takes too long.
    case tooManySteps
  }
}

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
      URIReference(uri).isFragment
        ? nil : "nothing is fetched; the files of a folder can be named with '--schema-dir DIR'"
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
