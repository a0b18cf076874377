/// Says a tree that an encoder has built as events, batch by batch.
struct TreeEvents: ~Copyable {
  private let tree: EncodingTree
  /// The node whose events these are.
  private let root: Int32
  /// The node whose events come next; -1 after the last.
  private var node: Int32
  private var isBegun = false
  private var rewriter: KeyRewriter?
  /// The keys of the mappings that are open, where two may have become equal.
  private var keys = MappingKeys()

  /// Where in an input the value came from, if it came from one.
  private let origin: Int

  init(_ tree: EncodingTree, from root: Int = EncodingTree.root, at origin: Int = 0) {
    self.tree = tree
    self.root = Int32(truncatingIfNeeded: root)
    node = self.root
    self.origin = origin
    rewriter = tree.options.keyEncodingStrategy.style.map { KeyRewriter($0) }
  }

  /// Appends the next events of the document to `batch`; false when all is said.
  mutating func fill(_ batch: inout EventBatch) throws(DecantError) -> Bool {
    guard node >= 0 else { return false }
    batch.refer(toText: tree.text, at: origin)
    if !isBegun {
      batch.append(.beginDocument)
      isBegun = true
    }
    let tree = tree
    try tree.nodes.withSpan { (nodes) throws(DecantError) in try fill(&batch, from: nodes) }
    return true
  }

  private mutating func fill(
    _ batch: inout EventBatch, from nodes: Span<EncodingTree.Node>
  ) throws(DecantError) {
    while node >= 0, !batch.isFull {
      let entry = nodes[Int(node)]
      if entry.keyFlags.contains(.isKey) { try sayKey(entry, nodes, &batch) }
      switch entry.kind {
      case .beginMapping, .beginSequence:
        batch.append(entry.kind)
        if rewriter != nil, entry.kind == .beginMapping { keys.beginMapping() }
        guard entry.count == 0 else {
          node = entry.first
          continue
        }
        end(entry.kind, &batch)
      case .endDocument:
        // A value that was promised and never came.
        batch.append(.beginMapping)
        batch.append(.endMapping)
      default:
        batch.events.append(
          Event(
            entry.kind, flags: entry.flags, at: 0, textAt: Int(entry.start),
            count: Int(entry.length)))
      }
      goOn(from: entry, nodes, &batch)
    }
  }

  /// Ends the collections that end behind a node, and goes to the next one.
  private mutating func goOn(
    from entry: EncodingTree.Node, _ nodes: Span<EncodingTree.Node>, _ batch: inout EventBatch
  ) {
    var entry = entry
    while entry.next < 0, node != root {
      node = entry.parent
      entry = nodes[Int(node)]
      end(entry.kind, &batch)
    }
    node = node == root ? -1 : entry.next
    if node < 0 { batch.append(.endDocument) }
  }

  private mutating func end(_ kind: Event.Kind, _ batch: inout EventBatch) {
    batch.append(kind == .beginMapping ? .endMapping : .endSequence)
    if rewriter != nil, kind == .beginMapping { keys.endMapping() }
  }

  private mutating func sayKey(
    _ entry: EncodingTree.Node, _ nodes: Span<EncodingTree.Node>, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard rewriter != nil else {
      batch.events.append(
        Event(
          .string, flags: entry.keyFlags, at: 0, textAt: Int(entry.keyStart),
          count: Int(entry.keyLength)))
      return
    }
    let key = try tree.text.withBytes { (text) throws(DecantError) in
      let key = text.extracting(entry.keyRange)
      let isVerbatim = nodes[Int(entry.parent)].hasVerbatimKeys
      return isVerbatim ? [UInt8](key) : rewriter?.rewrite(key) ?? []
    }
    try key.withBytes { (key) throws(DecantError) in
      guard try !keys.take(key, flags: .isKey) else {
        throw DecantError(.collidingKeys(String(utf8: key)))
      }
      let flags = entry.keyFlags.intersection([.isKey, .isPlainText])
      batch.append(.string, text: key, flags: flags)
    }
  }
}

extension Pipeline {
  /// Writes the document that an encoder has built.
  mutating func pour(_ tree: EncodingTree) throws(DecantError) {
    let alwaysUsed: Format.Abilities = [.null, .booleans, .numbers]
    guardFidelity(
      of: tree.used.union(alwaysUsed),
      Format.Limits(
        integers: tree.hasWideIntegers ? .any : .bits64,
        reals: tree.hasExactScalars ? .any : .double,
        dates: tree.hasExactScalars ? .any : .double))
    var events = TreeEvents(tree)
    var batch = EventBatch()
    while try events.fill(&batch) {
      try pass(batch)
      batch.removeAll()
    }
  }
}
