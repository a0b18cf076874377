internal import DecantCore
internal import DecantEditing

/// What the draft changes of its document.
extension Draft {
  /// The change of the document; nil if it stays as it is.
  var change: NodeChange? {
    get throws(DecantError) { try change(of: root) }
  }

  private func change(of node: DraftNode) throws(DecantError) -> NodeChange? {
    guard node.isReplaced else { return try change(inside: node) }
    return NodeChange(
      .replaced(try document(of: node)), comment: node.comment, losesComments: node.losesComments,
      // An anchor stays for its aliases, but a format that is written as a whole has its own.
      losesAnchor: node.losesAnchor || rules != nil)
  }

  /// Returns the change inside a node, relative to its tape: the document's, or that of its new value.
  private func change(inside node: DraftNode) throws(DecantError) -> NodeChange? {
    var content = NodeChange.Content.kept
    if case .open(let collection) = node.content, let children = try children(of: collection) {
      content = .children(children)
    }
    let losesAnchor = node.losesAnchor && !node.isReplaced
    if case .kept = content, node.comment == nil, !losesAnchor, !node.losesComments { return nil }
    return NodeChange(
      content, comment: node.comment, losesComments: node.losesComments, losesAnchor: losesAnchor)
  }

  /// Returns the changes of the children of a collection; nil if none of them changes.
  private func children(of collection: DraftCollection) throws(DecantError) -> [ChildChange]? {
    var isChanged =
      collection.hasInsertions || collection.hasRenames || !collection.removedNumbers.isEmpty
    var children: [ChildChange] = []
    for child in collection.ordered {
      var value: NodeChange?
      if let node = child.node {
        value = try child.isNew ? NodeChange(.replaced(commented(node))) : change(of: node)
      }
      if value != nil { isChanged = true }
      children.append(
        ChildChange(number: child.number, key: child.newKey?.string, value: value))
    }
    return isChanged ? children : nil
  }

  /// Returns a new node in which its comment in the draft replaces the comments above it.
  private func commented(_ node: DraftNode) throws(DecantError) -> Document {
    let document = try document(of: node)
    guard let comment = node.comment else { return document }
    let tape = document.tape
    let content = tape.content(of: 0)
    var result = Tape()
    try result.append(comment: comment)
    try result.append((0..<content).filter { !tape[$0].event.isTrivia }, of: tape)
    try result.append(content..<tape.count, of: tape)
    return Document(result)
  }
}

/// The draft as a document.
extension Draft {
  /// Returns a node as it is now, with the comments that are on the tapes unless it is stripped of them; a new value is without
  /// the anchor of the old one.
  func document(of node: DraftNode, isStripped: Bool = false) throws(DecantError) -> Document {
    let (source, index) = node.tapeNode
    return try source.tape.document(of: index, after: change(inside: node), isStripped: isStripped)
  }

  /// Returns the value of a node as it is now; nil if it has aliases of what is outside of it.
  func value(of node: DraftNode) -> Value? {
    try? document(of: node, isStripped: true).value
  }

  /// Adds the nodes of the document after its change, as a reader of the changed text has to find them.
  func add(_ change: NodeChange?, to digest: inout DocumentDigest) throws(DecantError) {
    digest.add(delimiter: .beginDocument)
    try source.tape.forEachPart(of: 0, after: change, isStripped: true) {
      (part) throws(DecantError) in
      switch part {
      case .kept(let range): source.tape.add(range, to: &digest)
      case .key(let key): key.withBytes { digest.add(.string, .isKey, $0) }
      case .comment: break
      case .new(let document):
        let new = try document.withDecimalNumbers.tape
        new.add(0..<new.count, to: &digest)
      }
    }
    digest.add(delimiter: .endDocument)
  }
}
