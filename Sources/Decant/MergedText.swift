internal import DecantChanges
public import DecantCore

/// The text of a file that two sides have edited.
public struct MergedText: Sendable {
  /// The merged text; what is in conflict is between marks, as git writes them.
  public let text: String
  /// The paths of values that both sides changed differently; those of several documents begin with their index.
  public let conflicts: [DocumentPointer]
  /// Whether the text has no marks.
  ///
  /// It also has marks, without a conflict of values, where a comment of one side would be lost, or where no edit of the text has
  /// the merged values.
  public let isClean: Bool
}

extension Format {
  /// Merges two edits of a text: by lines, as git does, if the values agree, which are merged by structure, and else by structure.
  ///
  ///     let merged = try Format.yaml.merge(base: released, ours: edited, theirs: updated)
  ///     guard merged.isClean else { … }
  ///
  /// Comments, notation and the order of keys stay, as with `decant merge`; `Value.merged(base:ours:theirs:)` merges
  /// values. An empty base is a file that both sides added. An error is about `base`, `ours` or `theirs`.
  public func merge(
    base: String, ours: String, theirs: String
  ) throws(DecantError) -> MergedText {
    let texts = [base, ours, theirs].map { Array($0.utf8) }
    var merge = try FileMerge(of: texts) { (index, text, tape) throws(DecantError) in
      try MergedFile(
        text, named: ["base", "ours", "theirs"][index], as: self, ReadingOptions(),
        among: .standard, on: &tape)
    }
    let outcome = try merge.result()
    return MergedText(
      text: String(decoding: outcome.bytes, as: UTF8.self), conflicts: outcome.conflicts,
      isClean: !outcome.isForUser)
  }
}
