/// A node of a document as it is after a change.
package enum ChangedNode: Sendable {
  case node(Document.Node)
  /// A collection some of whose children have changed.
  case children([(key: KeyText?, value: ChangedNode)])

  package init(_ node: Int, of document: EditedDocument, after change: NodeChange?) {
    switch change?.content {
    case .replaced(let new)?: self = .node(new.root)
    case .children(let children)?:
      let old = document.children(of: node)
      self = .children(
        children.map { child in
          let oldKey = child.number.flatMap { old[$0].key }
          let key =
            child.key.map { KeyText($0) }
            ?? oldKey.flatMap { Document.Node(tape: document.tape, index: $0).token }
          let value = child.number.map { old[$0].value } ?? node
          return (key, ChangedNode(value, of: document, after: child.value))
        })
    case .kept?, nil: self = .node(Document.Node(tape: document.tape, index: node))
    }
  }

  /// The text of a string.
  package var string: KeyText? {
    guard case .node(let node) = self, node.kind == .string else { return nil }
    return node.token
  }

  package var children: [(key: KeyText?, value: ChangedNode)] {
    switch self {
    case .children(let children): children
    case .node(let node):
      node.pairs.map { ($0.key.token, .node($0.value)) } + node.elements.map { (nil, .node($0)) }
    }
  }
}
