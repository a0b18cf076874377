public import DecantCore

/// A problem with a schema, or of a document with a schema.
@nonexhaustive
public enum SchemaProblem: SpecificProblem {
  /// A schema is neither an object nor a boolean.
  case notASchema
  /// The value of a keyword is not what the keyword requires.
  case malformed(keyword: String, expected: String)
  /// A regular expression is invalid, or has what is not supported, as what cannot be matched in linear time.
  case unknownPattern(String, String)
  /// A reference leads to no schema that is known.
  case unresolvedReference(String)
  /// The metaschema requires a vocabulary that is not supported.
  case unknownVocabulary(String)
  /// The `$schema` names neither a draft that is supported nor a metaschema that is known.
  case otherDialect(String)
  /// A value does not match the schema: what was expected, and the location of the keyword.
  case mismatch(String, schema: String)
  /// A document has more mismatches than are reported.
  case tooManyMismatches(limit: Int)
  /// A limit of the check was reached, in a subschema.
  case limit(Limit, schema: String)

  /// A limit of the check of a document.
  @nonexhaustive
  public enum Limit: Sendable, Hashable {
    /// A reference leads back to itself for the same value.
    case endlessReference
    /// The subschemas are nested too deeply.
    case tooDeep(limit: Int)
    /// The value would have to match a regular expression that is invalid or not supported, for a reason.
    case pattern(String, String)
    /// The check takes too long.
    case tooManySteps
  }
}

extension SchemaProblem {
  public var message: String {
    switch self {
    case .notASchema: "a schema must be an object or a boolean"
    case .malformed(let keyword, let expected): "\(keyword.quoted) must be \(expected)"
    case .unknownPattern(let pattern, let reason), .limit(.pattern(let pattern, let reason), _):
      "cannot match the regular expression \(pattern.quoted): \(reason)"
    case .unresolvedReference(let uri): "no schema has the name \(uri.quoted)"
    case .unknownVocabulary(let uri): "the vocabulary \(uri.quoted) is not supported"
    case .otherDialect(let uri): "the schema is for \(uri.quoted), which is not a known draft"
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
    case .malformed("items", "a schema"):
      "it is an array in drafts before 2020-12, if '$schema' names one, and 'prefixItems' since"
    case .malformed("exclusiveMinimum", "a number"), .malformed("exclusiveMaximum", "a number"):
      "it is true or false in draft 4, if '$schema' names it"
    case .otherDialect: "the drafts 4, 6, 7, 2019-09 and 2020-12 are supported"
    default: nil
    }
  }

  public var isAboutValue: Bool { true }

  /// The location of the keyword at fault in the schema, as a JSON Pointer, after the name of another file and `#`.
  public var schemaPlace: String? {
    switch self {
    case .mismatch(_, let location), .limit(_, let location): location
    default: nil
    }
  }
}

extension SchemaProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    switch self {
    case .unresolvedReference(let uri) where uri.utf8.first != UInt8(ascii: "#"):
      ["--schema-dir DIR names a folder with schemas; none is fetched from the network"]
    case .otherDialect:
      ["--schema-draft DRAFT reads it as draft 4, 6, 7, 2019-09 or 2020-12"]
    default: []
    }
  }
}
