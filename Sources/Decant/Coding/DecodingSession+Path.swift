/// Coding paths, which are computed only on request.
extension DecodingSession {
  func path(to node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = root
    while place != node, let step = step(from: place, towards: node) {
      path.append(step.key)
      place = step.node
    }
    return path
  }

  private func step(from place: Int, towards node: Int) -> (key: EventKey, node: Int)? {
    switch entries[place].kind {
    case .beginSequence:
      let end = partner(of: place)
      var element = entries.content(of: place + 1)
      var index = 0
      while element < end {
        if node < self.end(of: element) { return (EventKey(index: index), element) }
        element = self.end(of: element)
        if element < end { element = entries.content(of: element) }
        index += 1
      }
      return nil
    case .beginMapping:
      let end = partner(of: place)
      var pair = place + 1
      while pair < end {
        let key = entries.content(of: pair)
        let value = entries.content(of: self.end(of: key))
        if node < self.end(of: value) {
          let name = convertedName(of: self.key(at: key) ?? "", in: place)
          return (EventKey(stringValue: name), value)
        }
        pair = self.end(of: value)
      }
      return nil
    default:
      return nil
    }
  }

  /// Returns the node at a coding path, or the last node on the way that exists.
  func node(at path: [any CodingKey]) -> Int {
    var place = root
    for key in path {
      let next: Int?
      switch entries[place].kind {
      case .beginSequence: next = key.intValue.flatMap { element($0, of: place) }
      case .beginMapping: next = value(of: key, in: place)
      default: next = nil
      }
      guard let next else { return place }
      place = next
    }
    return place
  }

  private func element(_ index: Int, of sequence: Int) -> Int? {
    let end = partner(of: sequence)
    var element = sequence + 1
    for _ in 0..<max(index, 0) {
      guard element < end else { return nil }
      element = self.end(of: entries.content(of: element))
    }
    return element < end ? entries.content(of: element) : nil
  }

  func offset(of node: Int) -> Int { tape.offset(at: node) }
}
