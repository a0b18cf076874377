/// A reason why a value cannot be changed as requested.
public enum ChangeProblem: SpecificProblem {
  /// A scalar, or an alias, is where a mapping or a sequence is needed.
  case notACollection
  /// A token that is not the index of an element of a sequence.
  case invalidIndex(String)
  /// An index after the last place of a sequence with `count` elements.
  case indexOutOfRange(Int, count: Int)
  /// A key to be inserted is in the mapping already.
  case keyExists(String)
  /// A new name for the root or for an element of a sequence, which have no keys.
  case noKey
  /// A value to be moved or copied into itself.
  case intoItself
  /// The removal of the root.
  case removedRoot
  /// A test found a value that differs from the one expected.
  case testFailed(expected: String, found: String)
  /// A patch that is not as RFC 6902 defines it.
  case malformedPatch(String)
}

extension ChangeProblem {
  public var message: String {
    switch self {
    case .notACollection: "only a mapping or a sequence has members"
    case .invalidIndex(let token): "\(token.quoted) is not an index of a sequence"
    case .indexOutOfRange(let index, let count):
      "index \(index) is out of range; the sequence has \(count) \(count == 1 ? "element" : "elements")"
    case .keyExists(let key): "the key \(key.quoted) exists already"
    case .noKey: "only the value of a key can be renamed"
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
  /// Creates an error about the value at `pointer`.
  package init(_ problem: ChangeProblem, at pointer: DocumentPointer) {
    self.init(.specific(problem), path: DocumentPath(pointer.tokens.map { .key($0) }))
  }
}
