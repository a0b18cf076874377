internal import DecantCore

/// What the draft changes of its document.
extension Draft {
  /// The change of the document; nil if there is none.
  var change: NodeChange? {
    get throws(DecantError) { try change(of: root) }
  }

  private func change(of node: DraftNode) throws(DecantError) -> NodeChange? {
    var content = NodeChange.Content.kept
    if node.isReplaced {
      content = .replaced(try document(of: node))
    } else if case .open(let collection) = node.content,
      let children = try children(of: collection)
    {
      content = .children(children)
    }
    if case .kept = content, node.comment == nil, !node.losesAnchor, !node.losesComments {
      return nil
    }
    return NodeChange(
      content, comment: node.comment, losesComments: node.losesComments,
      losesAnchor: node.losesAnchor)
  }

  /// Returns the children of a collection; nil if they are those of the document, none of which changes.
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

  /// Returns a new node with the comments above it.
  private func commented(_ node: DraftNode) throws(DecantError) -> Document {
    let document = try document(of: node)
    guard let comment = node.comment else { return document }
    return try document.commented(by: comment)
  }
}

extension Document {
  /// The document with lines of comment above its root, in place of those that are there.
  func commented(by lines: [String]) throws(DecantError) -> Document {
    var result = Tape()
    try result.append(comment: lines)
    let content = tape.content(of: 0)
    try result.append((0..<content).filter { !tape[$0].event.isTrivia }, of: tape)
    try result.append(content..<tape.count, of: tape)
    return Document(result)
  }
}
