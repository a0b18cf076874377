internal import DecantCore

/// Merges of other documents.
extension Draft {
  /// Merges a patch (RFC 7396); `held` converts a value to the format.
  func merge(
    _ patch: MergePatch, _ held: (MergePatch.Pair) throws(DecantError) -> Document
  ) throws(DecantError) {
    for pair in patch.pairs { try merge(pair, held) }
  }

  private func merge(
    _ pair: MergePatch.Pair, _ held: (MergePatch.Pair) throws(DecantError) -> Document
  ) throws(DecantError) {
    var node = root
    if let key = pair.pointer.tokens.last {
      // A value that was replaced or inserted whole needs no changes inside.
      guard let parent = try? place(at: pair.pointer.parent), parent.isMapping,
        let collection = parent.opened()
      else { return }
      let found = collection.place(of: key)
      if pair.change.isNull {
        if let found { try remove([collection.node(at: found, in: parent)]) }
        return
      }
      guard let found else {
        let new = try held(pair)
        guard pair.mayBeAdded else { throw MergePatch.keyProblem(of: pair) }
        return try insert(new, forKey: key, at: collection.children.count, in: parent)
      }
      node = collection.node(at: found, in: parent)
    }
    if pair.change.mapping != nil, node.isMapping { return }
    // An equal value keeps its spelling.
    if value(of: node) == pair.merged { return }
    try replace(node, by: try held(pair))
  }
}
