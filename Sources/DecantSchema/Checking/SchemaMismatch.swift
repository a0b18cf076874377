internal import DecantCore

/// A way in which a node of an instance does not match a schema.
struct SchemaMismatch: Sendable {
  enum Kind: Sendable, Hashable {
    case type(expected: [String], found: String)
    case constant(String)
    case enumeration([String], suggestion: String?)
    case bound(CompiledSchema.Operation, String)
    case count(CompiledSchema.Operation, found: Int, limit: Int)
    case pattern(String)
    /// A text does not have the form that a format requires.
    case form(String)
    case repeatedItem(of: Int)
    case missing(String, similar: String?)
    /// One of several keys is required.
    case missingAll([String])
    case missingBeside(String, key: String)
    case unknownKey(String, suggestion: String?, patterns: [String] = [])
    case invalidKey(String)
    case tooFewMatches(found: Int, atLeast: Int)
    case tooManyMatches(found: Int, atMost: Int)
    case noAlternative(Int)
    case manyAlternatives([Int])
    case excludedKeys([String])
    case excluded(String)
    case notAllowed
    case extraItem
  }

  let kind: Kind
  let node: Int
  let location: CompiledSchema.Location
  let isAboutKey: Bool
  /// The object of a key that is not allowed.
  let object: Int?

  /// How many steps it takes to make it, or to compare it.
  var steps: Int { 8 + kind.textCount / 16 }
}

extension SchemaMismatch.Kind {
  fileprivate var textCount: Int {
    switch self {
    case .pattern(let text), .unknownKey(let text, _, _), .missing(let text, _): text.utf8.count
    case .missingBeside(let missing, let key): missing.utf8.count + key.utf8.count
    case .missingAll(let texts), .excludedKeys(let texts), .enumeration(let texts, _):
      texts.reduce(0) { $0 + 16 + $1.utf8.count }
    // Their words are short.
    default: 0
    }
  }
}
