internal import DecantCore
internal import DecantEditing

extension Draft {
  /// Makes a node ready for a change; returns false if it is in a shared value and already has its new value, and throws if the
  /// change would reach aliases and may not.
  ///
  /// If shared values are separated, the first of the aliases gets the anchor and a copy of the old value. `new` is nil for a change
  /// inside the node; `removed` are the entries of the document that go with it.
  func mayChange(
    _ node: DraftNode, to new: Document? = nil, removing removed: Range<Int>? = nil
  ) throws(DecantError) -> Bool {
    try checkMergeKeys(node, new, aliases: [])
    guard rules == nil, !uses.isEmpty else { return true }
    let shared = sharedNodes(around: node)
    if !shared.isEmpty, let new, let old = value(of: node), (try? new.value) == old { return false }
    let removed = removed ?? 0..<0
    if aliasedValues == .separated {
      for anchor in shared { try separate(anchor, before: source.tape.end(of: anchor)) }
      for anchor in lostNodes(in: removed) { try separate(anchor, before: removed.upperBound) }
    } else {
      if let anchor = shared.first, aliasedValues == .refused {
        throw problem(anchor, isLost: false)
      }
      if let anchor = lostNodes(in: removed).first { throw problem(anchor, isLost: true) }
    }
    if let anchor = anchor(of: node) {
      try checkMergeKeys(node, new, aliases: liveUses(of: anchor))
    }
    return true
  }

  // MARK: Affected nodes

  /// The entry of the anchor of a node that is still the document's, or has moved to the node.
  private func anchor(of node: DraftNode) -> Int? {
    if let moved = bearers.first(where: { $0.value.node === node }) { return moved.key }
    guard let original = node.original, !node.losesAnchor else { return nil }
    return source.tape.anchor(of: original)
  }

  private func liveUses(of anchor: Int) -> [Int] {
    (uses[anchor] ?? []).filter { !isLost($0) }
  }

  /// The anchors of a node and of those around it to which aliases after them refer, outermost first.
  private func sharedNodes(around node: DraftNode) -> [Int] {
    var found: [Int] = []
    var next: DraftNode? = node
    while let node = next {
      if let anchor = anchor(of: node) {
        let end = source.tape.end(of: anchor)
        if liveUses(of: anchor).contains(where: { $0 >= end }) { found.append(anchor) }
      }
      next = node.parent
    }
    return found.reversed()
  }

  /// The anchors in a range to which aliases after it refer.
  private func lostNodes(in removed: Range<Int>) -> [Int] {
    let own = removed.filter { uses[$0] != nil && bearers[$0] == nil && !isLost($0) }
    let moved = bearers.filter { removed.contains($0.value.entry) }.map(\.key)
    return (own + moved.sorted()).filter { anchor in
      liveUses(of: anchor).contains { $0 >= removed.upperBound }
    }
  }

  private func problem(_ anchor: Int, isLost: Bool) -> DecantError {
    let uses = liveUses(of: anchor).map { alias in
      document.tape.path(to: alias).description
    }
    let name = source.tape.string(at: anchor)
    return DecantError(
      isLost ? .anchorInUse(name, uses: uses) : .sharedValue(name, uses: uses),
      offset: document.offset(at: anchor))
  }

  // MARK: Separation

  /// Moves an anchor to its first alias at or after `entry`, which becomes a copy of the value: that of the document, as no
  /// bearer has changed before its anchor moved on.
  private func separate(_ anchor: Int, before entry: Int) throws(DecantError) {
    let end = source.tape.end(of: anchor)
    let uses = liveUses(of: anchor)
    let bearer = bearers[anchor]
    guard let node = bearer?.node ?? node(ofEntry: anchor), !uses.contains(where: { $0 < end }),
      let first = uses.first(where: { $0 >= entry }), let alias = self.node(ofEntry: first)
    else { throw problem(anchor, isLost: false) }
    alias.replace(by: try expandedCopy(of: anchor, keepingAnchor: true))
    if case .open(let outer)? = alias.parent?.content { outer.valueChanged() }
    if bearer == nil { node.losesAnchor = true } else { node.dropAnchor() }
    lost.append(first..<first + 1)
    bearers[anchor] = (alias, first)
  }

  // MARK: Merge keys

  /// Throws if a merge key would get a value without keys, directly or where one of `aliases` is its value.
  private func checkMergeKeys(
    _ node: DraftNode, _ new: Document?, aliases: [Int]
  ) throws(DecantError) {
    guard source.hasMergeKeys, let new,
      ![.beginMapping, .beginSequence, .alias].contains(new.root.kind)
    else { return }
    for node in [node] + aliases.compactMap({ self.node(ofEntry: $0) }) where isMerged(node) {
      throw DecantError(
        .mergedValue(path(to: node).description), offset: offset(of: node))
    }
  }

  /// Whether a node is the value of a merge key, or an element of it.
  private func isMerged(_ node: DraftNode) -> Bool {
    var node = node
    while let parent = node.parent, case .open(let collection) = parent.content {
      guard collection.isMapping else {
        node = parent
        continue
      }
      guard let child = collection.index(of: node).map({ collection.children[$0] }),
        child.newKey == nil, let key = child.key
      else { return false }
      let tape = collection.source.tape
      return tape[tape.content(of: key)].flags.contains(.isMergeKey)
    }
    return false
  }

  // MARK: Copies

  /// Returns a copy of a node without the anchors in it, in which values replace aliases.
  func expandedCopy(
    of node: Int, keepingAnchor: Bool = false
  ) throws(DecantError) -> Document {
    let tape = source.tape
    var copy = Tape()
    if keepingAnchor, tape[node].kind == .anchor { try copy.append(node..<node + 1, of: tape) }
    var open = [node..<tape.end(of: node)]
    while let range = open.popLast() {
      guard let index = range.first else { continue }
      open.append(range.dropFirst())
      guard tape[index].kind != .anchor else { continue }
      try copies.count(index..<index + 1, of: tape)
      guard tape[index].kind == .alias, !tape[index].isKey,
        let anchor = source.anchor(ofAlias: index)
      else {
        try copy.append(index..<index + 1, of: tape)
        continue
      }
      guard tape.end(of: anchor) <= index else {
        throw DecantError(.cyclicAlias(tape.string(at: index)), offset: document.offset(at: index))
      }
      open.append(anchor..<tape.end(of: anchor))
    }
    return Document(copy)
  }
}

/// A limit on how much the edits of one text may copy: nodes and expanded aliases of the document, and what is new at several places.
///
/// Copies of copies grow exponentially. As many nodes as the text has bytes are free, since they are in proportion to it.
final class CopyBudget {
  private let limit: Int
  private var spent: Int

  init(_ options: ReadingOptions, of text: EditedBytes) {
    limit = options.maximumAliasNodes
    spent = -text.count * ReaderNeeds.boundedCopies.weightOfCopies
  }

  func count(_ range: Range<Int>, of tape: Tape) throws(DecantError) {
    for entry in tape.entries[range] where entry.depthChange >= 0 {
      try count(textOf: entry.textRange.count)
    }
  }

  func count(textOf length: Int) throws(DecantError) {
    spent += ReaderNeeds.boundedCopies.cost(ofTextOf: length)
    guard spent <= limit else { throw DecantError(.tooManyCopies(limit: limit)) }
  }
}
