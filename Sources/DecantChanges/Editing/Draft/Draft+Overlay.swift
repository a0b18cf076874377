internal import DecantCore
internal import DecantEditing

/// Other documents whose pairs a document gets.
extension Draft {
  /// Returns a new value for a path, with the comments around it, as the format has it.
  typealias RoundTrip = (NewValue, _ path: () -> DocumentPath) throws(DecantError) -> Document

  /// Adds the keys of another document that this one does not have, each after the one before it there; may remove others.
  func addMissing(
    _ defaults: NewValue, removingUnknown: Bool, _ lists: MergedLists? = nil,
    _ roundTripped: RoundTrip
  ) throws(DecantError) {
    var open = [(node: root, defaults: defaults)]
    while let (target, defaults) = open.popLast() {
      let node = try followedIfPossible(target)
      if let lists, defaults.value.array != nil, node.kind == .beginSequence {
        guard lists != .replaced else {
          if value(of: node) != defaults.value {
            try replace(node, by: try roundTripped(defaults) { path(to: node) })
          }
          continue
        }
        open += try join(defaults.elements, to: node, lists, roundTripped).map { ($0, $1) }
        continue
      }
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
          let new = try roundTripped(value) { path(to: node, .key(name.string)) }
          try insert(new, forKey: name, in: node, order: .after(last))
          last = collection.children.count - 1
        }
      }
      let unknown = collection.liveIndices.filter { index in
        removingUnknown && collection.name(at: index).map { !names.contains($0.name) } ?? false
      }
      try remove(unknown.map { collection.node(at: $0, in: node) })
    }
  }

  /// Appends the elements that a sequence lacks; returns those that it has by their keys, with the new ones.
  private func join(
    _ elements: [NewValue], to node: DraftNode, _ lists: MergedLists, _ roundTripped: RoundTrip
  ) throws(DecantError) -> [(DraftNode, NewValue)] {
    guard let collection = node.opened() else { return [] }
    var key: String?
    if case .byKey(let name) = lists { key = name }
    /// The elements by their values of the key, and the values of all.
    var keyed: [Value: DraftNode] = [:]
    var values: Set<Value> = []
    for index in collection.liveIndices {
      let child = try followedIfPossible(collection.node(at: index, in: node))
      values.insert(try document(of: child, isStripped: true).value)
      if let key, let value = child.child(KeyText(key)).flatMap({ self.value(of: $0) }) {
        keyed[value] = keyed[value] ?? child
      }
    }
    var found: [(DraftNode, NewValue)] = []
    for element in elements {
      if let key, let value = element.value.mapping?[key], let child = keyed[value] {
        found.append((child, element))
        continue
      }
      let new = try roundTripped(element) { path(to: node, .index(collection.liveIndices.count)) }
      if values.insert(try new.withoutTrivia.withDecimalNumbers.value).inserted {
        try insert(new, forKey: nil, in: node)
      }
    }
    return found
  }

  /// Merges a patch (RFC 7396); only keys that are text can be new, unless all keys of the format are.
  func merge(
    _ patch: NewValue, _ lists: MergedLists = .replaced, allKeysAreText: Bool,
    _ roundTripped: RoundTrip
  ) throws(DecantError) {
    let what = "a merge patch"
    /// Each before those inside its value; a node without a key is merged itself.
    var open: [(node: DraftNode, key: (value: Value, name: KeyText)?, new: NewValue)] = [
      (root, nil, patch)
    ]
    while let (target, key, new) = open.popLast() {
      var node = target
      if let (key, name) = key {
        let parent = target
        guard let collection = parent.opened() else { continue }
        let index = collection.index(of: name)
        if new.value.isNull {
          if let index { try remove([collection.node(at: index, in: parent)]) }
          continue
        }
        guard let index else {
          let value = try roundTripped(new.merged) { path(to: parent, .key(name.string)) }
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
        open += try new.pairs(of: what).reversed().map { (node, ($0.key, $0.name), $0.value) }
      } else if lists != .replaced, new.value.array != nil, node.kind == .beginSequence {
        open += try join(new.elements, to: node, lists, roundTripped).map { ($0, nil, $1) }
      } else if value(of: node) != new.merged.value {
        // An equal value keeps its spelling.
        try replace(node, by: try roundTripped(new.merged) { path(to: node) })
      }
    }
  }
}
