public import DecantCore

/// A problem with a schema, or of a document with a schema.
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
