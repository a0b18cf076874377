package import DecantCore

/// The text of a merge, and what the user is told of it.
package struct MergeOutcome {
  package var bytes: [UInt8]
  /// The places of values that both sides changed differently.
  package var conflicts: [DocumentPointer] = []
  package var doubt: Doubt?

  /// Why the user should look at the text, other than for conflicts between values.
  package enum Doubt {
    /// The lines merge without a conflict, to other values than the structure.
    case lines
    /// The merged values can be written, but a comment of one side would be lost.
    case comments
    /// A file cannot be read, so that only its lines were merged; without a conflict if `isClean`.
    case unreadable(DecantError, isClean: Bool)
    /// The merged values cannot be written into our text.
    case edit(DecantError)
  }

  package init(
    _ bytes: [UInt8], conflicts: [DocumentPointer] = [], doubt: Doubt? = nil
  ) {
    self.bytes = bytes
    self.conflicts = conflicts
    self.doubt = doubt
  }

  /// Whether it is not known to be right.
  package var isForUser: Bool {
    if case .unreadable(_, isClean: true) = doubt { return false }
    return !conflicts.isEmpty || doubt != nil
  }
}

extension MergeOutcome.Doubt {
  package var statement: String {
    switch self {
    case .lines: "conflict: merged by lines, the values are others than by structure"
    case .comments: "conflict: the values can be merged, but not the comments"
    case .unreadable(_, isClean: true): "the lines were merged, but not the values"
    case .unreadable: "conflict: the lines were merged, but not the values"
    case .edit: "conflict: the merged values cannot be written into the file"
    }
  }

  package var cause: DecantError? {
    switch self {
    case .lines, .comments: nil
    case .unreadable(let error, _), .edit(let error): error
    }
  }
}
