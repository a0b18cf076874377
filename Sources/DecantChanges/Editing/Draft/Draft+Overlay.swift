internal import DecantCore

/// Other documents whose pairs a document gets.
extension Draft {
  /// Returns a new value, with the comments around it, as the format has it.
  typealias RoundTrip = (NewValue) throws(DecantError) -> Document

  /// Adds the keys of another document that this one does not have, each after the one before it there; may remove others.
  func addMissing(
    _ defaults: NewValue, removingUnknown: Bool, _ roundTripped: RoundTrip
  ) throws(DecantError) {
    var open = [(node: root, defaults: defaults)]
    while let (target, defaults) = open.popLast() {
      let node = try followedIfPossible(target)
      guard defaults.value.mapping != nil, node.isMapping, let collection = node.opened() else {
        continue
      }
      var last: Int?
      var names: Set<KeyText> = []
      for (_, name, value) in try defaults.pairs(of: "a document of defaults") {
        names.insert(name)
        if let found = collection.index(of: name) {
          last = found
          open.append((collection.node(at: found, in: node), value))
        } else {
          try insert(try roundTripped(value), forKey: name, in: node, order: .after(last))
          last = collection.children.count - 1
        }
      }
      let unknown = collection.liveIndices.filter { index in
        removingUnknown && collection.name(at: index).map { !names.contains($0.name) } ?? false
      }
      try remove(unknown.map { collection.node(at: $0, in: node) })
    }
  }

  /// Merges a patch (RFC 7396); only keys that are text can be new, unless all keys of the format are.
  func merge(
    _ patch: NewValue, allKeysAreText: Bool, _ roundTripped: RoundTrip
  ) throws(DecantError) {
    let what = "a merge patch"
    /// Each before those inside its value.
    var open: [(parent: DraftNode?, key: Value, name: KeyText, value: NewValue)] = [
      (nil, .null, "", patch)
    ]
    while let (parent, key, name, new) = open.popLast() {
      var node = root
      if let parent {
        guard let collection = parent.opened() else { continue }
        let index = collection.index(of: name)
        if new.value.isNull {
          if let index { try remove([collection.node(at: index, in: parent)]) }
          continue
        }
        guard let index else {
          let value = try roundTripped(new.merged)
          guard allKeysAreText || key.string != nil else {
            throw DecantError(
              .notRepresentable(.scalarKey, target: what),
              path: pointer(to: parent).appending(name).path)
          }
          try insert(value, forKey: name, in: parent)
          continue
        }
        node = collection.node(at: index, in: parent)
      }
      if new.value.mapping != nil, node.isMapping {
        open += try new.pairs(of: what).reversed().map { (node, $0.key, $0.name, $0.value) }
      } else if value(of: node) != new.merged.value {
        // An equal value keeps its spelling.
        try replace(node, by: try roundTripped(new.merged))
      }
    }
  }
}
