/// Coding paths, which are computed only on request.
extension DecodingSession {
  func path(to node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = Document.Node(tape: tape, index: 0)
    while place.content != node, let step = step(from: place, towards: node) {
      path.append(step.key)
      place = step.node
    }
    return path
  }

  private func step(
    from place: Document.Node, towards node: Int
  ) -> (key: EventKey, node: Document.Node)? {
    switch place.kind {
    case .beginSequence:
      place.elements.enumerated().first { $0.element.range.upperBound > node }
        .map { (EventKey(index: $0.offset), $0.element) }
    case .beginMapping:
      place.pairs.first { $0.value.range.upperBound > node }.map { key, value in
        let name = convertedName(of: self.key(at: key.content) ?? "", in: place.content)
        return (EventKey(stringValue: name), value)
      }
    default: nil
    }
  }

  /// Returns the node at a coding path, or the last node on the way that exists.
  func node(at path: [any CodingKey]) -> Int {
    var place = Document.Node(tape: tape, index: 0)
    for key in path {
      let next: Document.Node? =
        switch place.kind {
        case .beginSequence: key.intValue.flatMap { place[$0] }
        case .beginMapping:
          value(of: key, in: place.content).map { Document.Node(tape: tape, index: $0) }
        default: nil
        }
      guard let next else { break }
      place = next
    }
    return place.content
  }
}
