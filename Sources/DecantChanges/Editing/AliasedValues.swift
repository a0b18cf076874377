internal import DecantCore

/// What happens to a value to which aliases refer when an edit would change it in more than one place.
public enum AliasedValues: Sendable {
  /// The edit is refused.
  case refused
  /// Only the value at the path changes: the aliases keep the old one, an alias on the path becomes a copy.
  case separated
  /// The value changes in all places.
  case changed
}

extension EditedDocument {
  /// Returns the changes without those that set an equal value; throws if they change or remove a value for aliases.
  func checked(
    _ changes: [NodeChange], _ shared: AliasedValues
  ) throws(DecantError) -> [NodeChange] {
    for change in changes { try checkMergeKeys(change) }
    guard hasAnchors else { return changes }
    let uses = usesOfAnchors
    var result: [NodeChange] = []
    for change in changes {
      let change = followsAliases ? withRealPlace(change) : change
      let nodes = sharedNodes(changedBy: change, uses)
      if !nodes.isEmpty, hasNoEffect(change) { continue }
      if let node = nodes.first, shared != .changed { throw problem(node, uses, isLost: false) }
      if let node = lostNodes(by: change, uses).first { throw problem(node, uses, isLost: true) }
      try checkMergeKeys(change, aliases: uses[change.place.node] ?? [])
      result.append(change)
    }
    return result
  }

  /// Returns changes after which `changes` affect one place fewer, each of which has the same value as before.
  func separating(_ changes: [NodeChange], limit: Int) throws(DecantError) -> [NodeChange] {
    for change in changes {
      if let alias = aliasFollowed(by: change.place) {
        let copy = try expandedCopy(of: tape.anchorsOfAliases[alias.node] ?? alias.node, limit)
        return [.replace(alias, copy)]
      }
    }
    guard hasAnchors else { return [] }
    let uses = usesOfAnchors
    for change in changes where !hasNoEffect(change) {
      let nodes = sharedNodes(changedBy: change, uses) + lostNodes(by: change, uses)
      guard let node = nodes.first else { continue }
      let end = tape.end(of: node)
      let isRecursive = (uses[node] ?? []).contains { $0 < end }
      guard !isRecursive, let first = uses[node]?.first(where: { $0 >= end }),
        let alias = place(of: first), let place = place(of: node)
      else { throw problem(node, uses, isLost: false) }
      let copy = try expandedCopy(of: node, limit, keepingAnchor: true)
      return [.replace(alias, copy), .removeAnchor(place)]
    }
    return []
  }

  private var hasAnchors: Bool { tape.entries.contains { $0.kind == .anchor } }

  /// The aliases that refer to each node with an anchor, in ascending order.
  private var usesOfAnchors: [Int: [Int]] {
    var uses: [Int: [Int]] = [:]
    for (alias, anchor) in tape.anchorsOfAliases { uses[anchor, default: []].append(alias) }
    return uses.mapValues { $0.sorted() }
  }

  // MARK: Affected nodes

  /// The nodes that contain a change and to which aliases outside of them refer, outermost first.
  private func sharedNodes(changedBy change: NodeChange, _ uses: [Int: [Int]]) -> [Int] {
    (change.place.ancestors.map(\.node) + [change.place.node]).filter { node in
      let end = tape.end(of: node)
      return (uses[node] ?? []).contains { $0 >= end }
    }
  }

  /// The nodes that a change removes, and to which aliases outside of them refer.
  private func lostNodes(by change: NodeChange, _ uses: [Int: [Int]]) -> [Int] {
    let removed: Range<Int>
    switch change {
    case .replace(let place, _):
      removed = tape.content(of: place.node)..<tape.end(of: place.node)
    case .remove(let collection, let index):
      let child = children(of: collection.node)[index]
      removed = child.start..<tape.end(of: child.value)
    case .insert, .rename, .removeAnchor:
      return []
    }
    return removed.filter { node in (uses[node] ?? []).contains { $0 >= removed.upperBound } }
  }

  private func hasNoEffect(_ change: NodeChange) -> Bool {
    guard case .replace(let place, let new) = change,
      let old = try? Document(copying: Document.Node(tape: tape, index: place.node)).value
    else { return false }
    return (try? new.value) == old
  }

  // MARK: Merge keys

  /// Throws if a merge key would get a value without keys, directly or where one of `aliases` is its value.
  private func checkMergeKeys(
    _ change: NodeChange, aliases: [Int] = []
  ) throws(DecantError) {
    guard case .replace(let place, let new) = change,
      ![.beginMapping, .beginSequence, .alias].contains(new.root.kind)
    else { return }
    for place in [place] + aliases.compactMap({ self.place(of: $0) }) where isMerged(place) {
      throw DecantError(.mergedValue(pointer(to: place.node)), offset: offset(at: place.node))
    }
  }

  /// Whether a node is the value of a merge key, or an element of it.
  private func isMerged(_ place: NodePlace) -> Bool {
    guard let parent = place.ancestors.last else { return false }
    guard let key = children(of: parent.node)[parent.child].key else {
      return place.parent.map(isMerged) ?? false
    }
    return tape[tape.content(of: key)].flags.contains(.isMergeKey)
  }

  // MARK: Places

  /// The place of an alias that a path leads through.
  private func aliasFollowed(by place: NodePlace) -> NodePlace? {
    let nodes = place.ancestors.map(\.node) + [place.node]
    for (index, step) in place.ancestors.enumerated() {
      let value = children(of: step.node)[step.child].value
      if value != nodes[index + 1] {
        return NodePlace(node: value, ancestors: Array(place.ancestors[..<index]) + [step])
      }
    }
    return nil
  }

  private func withRealPlace(_ change: NodeChange) -> NodeChange {
    guard let place = place(of: change.place.node) else { return change }
    return switch change {
    case .replace(_, let new): .replace(place, new)
    case .insert(_, let index, let key, let new): .insert(place, index: index, key: key, new)
    case .remove(_, let index): .remove(place, index: index)
    case .rename(_, let index, let key): .rename(place, index: index, key)
    case .removeAnchor: .removeAnchor(place)
    }
  }

  /// Returns nil for a node in a key.
  private func place(of node: Int) -> NodePlace? {
    var place = NodePlace.root
    while place.node != node {
      guard isCollection(place.node) else { return nil }
      let children = children(of: place.node)
      guard let number = children.firstIndex(where: { tape.end(of: $0.value) > node }),
        children[number].value <= node
      else { return nil }
      place = NodePlace(
        node: children[number].value, ancestors: place.ancestors + [(place.node, number)])
    }
    return place
  }

  /// The pointer to a node; to the mapping, if it is in a key.
  private func pointer(to node: Int) -> String {
    var tokens: [KeyText] = []
    var outer = 0
    while outer != node, isCollection(outer) {
      guard let child = children(of: outer).first(where: { tape.end(of: $0.value) > node }),
        child.value <= node
      else { break }
      tokens.append(
        child.key.map { name(ofKeyAt: $0)?.name ?? "" } ?? KeyText(String(child.ordinal ?? 0)))
      outer = child.value
    }
    return DocumentPointer(tokens).description
  }

  private func problem(_ node: Int, _ uses: [Int: [Int]], isLost: Bool) -> DecantError {
    let entry = (node..<tape.content(of: node)).first { tape[$0].kind == .anchor } ?? node
    let places = (uses[node] ?? []).map { pointer(to: $0) }
    let name = tape.string(at: entry)
    return DecantError(
      isLost ? .anchorInUse(name, uses: places) : .sharedValue(name, uses: places),
      offset: offset(at: entry))
  }

  // MARK: Copies

  private static let deepestCopy = 1000

  /// Returns a copy of a node without the anchors in it, in which the values are in the place of aliases.
  private func expandedCopy(
    of node: Int, _ limit: Int, keepingAnchor: Bool = false
  ) throws(DecantError) -> Document {
    var copy = Tape()
    if keepingAnchor, tape[node].kind == .anchor { try copy.append(node..<node + 1, of: tape) }
    try append(node, to: &copy, tape.anchorsOfAliases, limit, depth: 0)
    return Document(copy)
  }

  private func append(
    _ node: Int, to copy: inout Tape, _ anchors: [Int: Int], _ limit: Int, depth: Int
  ) throws(DecantError) {
    for index in node..<tape.end(of: node) where tape[index].kind != .anchor {
      guard copy.count < limit else {
        throw DecantError(.tooManyAliasNodes(limit: limit), offset: offset(at: index))
      }
      guard tape[index].kind == .alias, !tape[index].isKey, let anchor = anchors[index] else {
        try copy.append(index..<index + 1, of: tape)
        continue
      }
      guard depth < Self.deepestCopy else {
        throw DecantError(.cyclicAlias(tape.string(at: index)), offset: offset(at: index))
      }
      try append(anchor, to: &copy, anchors, limit, depth: depth + 1)
    }
  }
}
