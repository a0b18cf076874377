/// Lists of plain values, which are taken from their events in one go.
///
/// Each is nil for a node that is anything else than exactly such a list.
extension DecodingSession {
  func doubles(at node: Int) -> [Double]? {
    scalars(at: node) { plainDouble(at: $0) }
  }

  func integers(at node: Int) -> [Int]? {
    scalars(at: node) { plainInteger(at: $0, as: Int.self) }
  }

  func booleans(at node: Int) -> [Bool]? {
    scalars(at: node) { element in
      switch events[element].kind {
      case .true: true
      case .false: false
      default: nil
      }
    }
  }

  func texts(at node: Int) -> [String]? {
    scalars(at: node) { plainText(at: $0) }
  }

  /// Lists of doubles, as the points of a line are.
  func listsOfDoubles(at node: Int) -> [[Double]]? {
    list(at: node, room: 0) { list in
      // What is one level deeper may be too deep.
      isDeep(by: 1) ? nil : doubles(at: list)
    }
  }

  // MARK: Elements

  @inline(__always)
  private func scalars<Element>(
    at node: Int, _ element: (_ node: Int) -> Element?
  ) -> [Element]? {
    list(at: node, room: end(of: node) - node - 2, element)
  }

  @inline(__always)
  private func list<Element>(
    at node: Int, room: Int, _ element: (_ node: Int) -> Element?
  ) -> [Element]? {
    guard events[node].kind == .beginSequence, !isDeep(by: 0) else { return nil }
    let end = partner(of: node)
    var list: [Element] = []
    var place = events.content(of: node + 1)
    while place < end {
      guard let value = element(place) else { return nil }
      if list.isEmpty { list.reserveCapacity(room) }
      // A copy of a list would be counted, which takes longer than all else here.
      list.append(consume value)
      place = events.content(of: self.end(of: place))
    }
    return list
  }
}
