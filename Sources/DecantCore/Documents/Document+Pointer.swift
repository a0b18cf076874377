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

  /// Returns the nodes that match `tokens`, where `-1` is the last element and `*` each child, and their tokens.
  package func matches(
    _ tokens: ArraySlice<KeyText>
  ) -> [(tokens: [KeyText], node: Document.Node)] {
    var found: [(tokens: [KeyText], node: Document.Node)] = [([], self)]
    for token in tokens {
      found = found.flatMap { way, node in
        node.children(matching: token).map { (way + [$0.token], $0.node) }
      }
    }
    return found
  }

  private func children(matching token: KeyText) -> [(token: KeyText, node: Document.Node)] {
    if let child = child(token) { return [(token, child)] }
    switch (token, kind) {
    case ("-1", .beginSequence):
      let elements = Array(elements)
      return elements.last.map { [(KeyText(String(elements.count - 1)), $0)] } ?? []
    case ("*", .beginSequence):
      return elements.enumerated().map { (KeyText(String($0.offset)), $0.element) }
    case ("*", .beginMapping):
      return pairs.compactMap { pair in pair.key.token.map { ($0, pair.value) } }
    default:
      return []
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
