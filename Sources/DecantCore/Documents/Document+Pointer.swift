extension Document.Node {
  /// The node at `pointer`; of equal keys, the first; a scalar key other than a string matches by its text.
  public subscript(pointer: DocumentPointer) -> Document.Node? {
    var node = self
    for token in pointer.tokens {
      guard let next = node.child(token) else { return nil }
      node = next
    }
    return node
  }

  /// Returns the value of a key, of equal ones the first, or the element with an index.
  @usableFromInline package func child(_ token: KeyText) -> Document.Node? {
    switch target.kind {
    case .beginMapping: self[token.string] ?? pairs.first { $0.key.token == token }?.value
    case .beginSequence: DocumentPointer.index(token).flatMap { self[$0] }
    default: nil
    }
  }

  /// The text that matches this node as a key; nil for collections, data and aliases.
  package var token: KeyText? {
    switch kind {
    case .alias: nil
    default: (kind.word ?? text).map { KeyText($0) }
    }
  }
}
