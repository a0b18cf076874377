internal import DecantCore
internal import DecantEditing

/// A document that is being changed: edits change the draft before a byte of the text changes.
final class Draft {
  let document: EditedDocument
  let root: DraftNode
  let source: DraftTape
  /// The rules of a format that is written as a whole: paths lead through aliases, and anchors move.
  let rules: (any WholeDocumentRules)?
  /// The syntax of a format that is edited in index.
  let syntax: (any EditingSyntax)?
  let aliasedValues: AliasedValues
  let copies: CopyBudget

  /// The ranges of the tape that were replaced or removed.
  var lost: [Range<Int>] = []
  private(set) var isChanged = false
  /// Whether a new key of a mapping whose keys are sorted goes to its slot among them.
  var sortsNewKeys = true
  /// How many values have been set in new slots.
  var additions = 0
  var notes: [EditNote] = []
  /// The aliases that refer to each node with an anchor, in ascending order, by the entry of the anchor.
  ///
  /// Where an anchor has moved, the other aliases refer to its bearer.
  lazy var uses = Dictionary(
    grouping: source.aliases.keys.sorted(), by: { source.aliases[$0] ?? 0 })

  /// The nodes to which anchors have moved, and the entries of the aliases that they were, by the entry of the anchor.
  var bearers: [Int: (node: DraftNode, entry: Int)] = [:]

  init(
    of document: EditedDocument, gaps: [Int: DocumentGap] = [:], rules: (any WholeDocumentRules)?,
    syntax: (any EditingSyntax)? = nil, _ aliasedValues: AliasedValues, copies: CopyBudget
  ) {
    self.document = document
    self.rules = rules
    self.syntax = syntax
    self.aliasedValues = aliasedValues
    self.copies = copies
    source = DraftTape(document.tape, gaps: gaps)
    root = DraftNode(.part(source, 0), original: 0, in: nil)
  }

  var followsAliases: Bool { rules != nil || aliasedValues != .refused }

  // MARK: Changing

  func replace(_ node: DraftNode, by new: Document) throws(DecantError) {
    var new = try rules?.replacement(of: node.documentNode, by: new) ?? new
    if node.original == nil { new = try new.commented(like: node.documentNode) }
    var removed: Range<Int>?
    if let original = node.original, !node.isReplaced {
      removed = source.tape.content(of: original)..<source.tape.end(of: original)
    }
    guard try mayChange(node, to: new, removing: removed) else { return }
    if let removed { lost.append(removed) }
    if case .open(let outer)? = node.parent?.content { outer.valueChanged() }
    node.replace(by: new)
    isChanged = true
  }

  /// Inserts a child before the one at an index of an open collection, or at the end.
  func insert(
    _ new: Document, forKey key: KeyText?, at index: Int? = nil, in node: DraftNode,
    order: DraftCollection.NewKeyOrder = .usual
  ) throws(DecantError) {
    guard let collection = node.opened(), try mayChange(node) else { return }
    if let key { try rules?.check(newKey: key.string, in: node.documentNode) }
    var order = order
    if case .usual = order, !sortsNewKeys { order = .last }
    if case .usual = order, let key, let original = node.original, !node.isReplaced,
      let slot = syntax?.slot(ofNewKey: key.string, new, in: original, of: document)
    {
      order = .before(slot.index, rank: slot.rank)
    }
    let end = collection.children.count
    collection.insert(new, forKey: key, at: index ?? end, in: node, order: order)
    isChanged = true
  }

  /// Removes nodes, none of which is inside another one.
  func remove(_ nodes: [DraftNode]) throws(DecantError) {
    var rest = nodes[...]
    while let first = rest.first, let parent = first.parent, let collection = parent.opened() {
      var indices: [Int] = []
      while let next = rest.first, next.parent === parent {
        rest.removeFirst()
        guard let index = collection.index(of: next) else { continue }
        if try mayRemove(collection.children[index], of: collection, in: parent) {
          indices.append(index)
        }
      }
      guard !indices.isEmpty else { continue }
      collection.remove(at: indices)
      isChanged = true
    }
  }

  private func mayRemove(
    _ child: DraftCollection.Child, of collection: DraftCollection, in node: DraftNode
  ) throws(DecantError) -> Bool {
    guard let value = child.value, collection.source === source else {
      return try mayChange(node)
    }
    let range = (child.key ?? value)..<source.tape.end(of: value)
    guard try mayChange(node, removing: range) else { return false }
    lost.append(range)
    return true
  }

  func rename(at index: Int, to key: KeyText, in node: DraftNode) throws(DecantError) {
    guard let collection = node.opened(), try mayChange(node) else { return }
    collection.rename(at: index, to: key)
    isChanged = true
  }

  // MARK: Aliases

  /// Returns the node that an alias refers to, if a path may lead through it, or else the node.
  func followed(_ node: DraftNode) throws(DecantError) -> DraftNode {
    guard node.kind == .alias else { return node }
    let (tape, index) = node.tapeNode
    let alias = tape.tape.content(of: index)
    let anchor = tape === source ? source.anchor(ofAlias: alias) : nil
    guard followsAliases, let anchor else {
      throw DecantError(
        .throughAlias(tape.tape.string(at: alias)),
        offset: document.offset(at: anchor ?? node.nearestOriginal))
    }
    if aliasedValues == .separated, rules == nil {
      lost.append(alias..<alias + 1)
      node.replace(by: try expandedCopy(of: anchor))
      isChanged = true
      return node
    }
    return self.node(ofEntry: anchor) ?? node
  }

  /// Returns the node that an alias refers to; if paths do not lead through aliases, the alias itself.
  func followedIfPossible(_ node: DraftNode) throws(DecantError) -> DraftNode {
    followsAliases ? try followed(node) : node
  }

  /// Returns the node of the draft whose annotation or content an entry of the document is; nil in a key, and where the
  /// document has been changed.
  func node(ofEntry entry: Int) -> DraftNode? {
    var node = root
    while let original = node.original, !node.isReplaced {
      guard entry > source.tape.content(of: original) else { return node }
      guard let collection = node.opened(), collection.source === source,
        let index = collection.children.firstIndex(where: { child in
          !child.isRemoved
            && child.value.map { $0 <= entry && entry < source.tape.end(of: $0) } ?? false
        })
      else { return nil }
      node = collection.node(at: index, in: node)
    }
    return nil
  }

  func isLost(_ entry: Int) -> Bool { lost.contains { $0.contains(entry) } }

  // MARK: Looking

  /// The kind of a node, of an alias that of the node it refers to; nil for the spelling of a number or of data.
  func kind(of node: DraftNode) -> Event.Kind? {
    let (tape, index) = node.tapeNode
    return kind(tape, index)
  }

  func kind(_ tape: DraftTape, _ index: Int) -> Event.Kind? {
    let node = tape.followedNode(index)
    return node.kind == .string && rules?.isText(node) == false ? nil : node.kind
  }

  func holdsOnlyText(_ node: DraftNode) -> Bool {
    node.opened()?.holdsOnlyText { kind($0, $1) == .string } ?? false
  }

  func offset(of node: DraftNode) -> Int { document.offset(at: node.nearestOriginal) }
}
