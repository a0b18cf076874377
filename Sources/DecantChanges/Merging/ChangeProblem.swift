public import DecantCore

/// A reason why a value cannot be changed as requested.
@nonexhaustive
public enum ChangeProblem: SpecificProblem {
  /// A scalar or an alias has no members.
  case notACollection
  /// The index after the last element, which only a sequence has.
  case notASequence
  /// A token is not an index.
  case invalidIndex(String)
  /// An index is out of range.
  case indexOutOfRange(Int, count: Int)
  /// The key to insert already exists.
  case keyExists(String)
  /// The root and elements of sequences have no key to rename.
  case noKey
  /// Only elements of sequences can be before a new one.
  case notAnElement
  /// The wildcards of the target of a move are not those of the path.
  case unmatchedWildcards(String)
  /// A value cannot be moved or copied into itself.
  case intoItself
  /// The root cannot be removed.
  case removedRoot
  /// A test found an unexpected value.
  case testFailed(expected: String, found: String)
  /// A patch violates RFC 6902.
  case malformedPatch(String)
}

extension ChangeProblem {
  public var message: String {
    switch self {
    case .notACollection: "only a mapping or a sequence has members"
    case .notASequence: "only a sequence has an end where an element can be added"
    case .invalidIndex(let token): "\(token.quoted) is not an index of a sequence"
    case .indexOutOfRange(let index, let count):
      "index \(index) is out of range; the sequence has \(count) \(count == 1 ? "element" : "elements")"
    case .keyExists(let key): "the key \(key.quoted) exists already"
    case .noKey: "only a key of a mapping can be renamed"
    case .notAnElement: "only before an element of a sequence can another one be inserted"
    case .unmatchedWildcards(let target):
      "the wildcards of \(target.quoted) do not match those of the path that is moved or copied"
    case .intoItself: "a value cannot be moved into itself"
    case .removedRoot: "the root of a document cannot be deleted"
    case .testFailed(let expected, let found): "the test expected \(expected) but found \(found)"
    case .malformedPatch(let what): "invalid JSON Patch: \(what)"
    }
  }

  public var isAboutValue: Bool {
    switch self {
    case .malformedPatch: false
    default: true
    }
  }
}

extension DecantError {
  package init(_ problem: ChangeProblem, at pointer: DocumentPointer) {
    self.init(.specific(problem), path: pointer.path)
  }
}
