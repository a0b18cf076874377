internal import DecantCore
internal import DecantEditing

/// The nodes like which a new value is written.
struct TOMLModels {
  /// Those with the same path: the value that is replaced, and those in other elements of the sequences around it.
  var same: [Int] = []
  /// Those with the same path in the tables beside the new one.
  var beside: [Int] = []

  var all: [Int] { same + beside }
}

extension TOMLEditedText {
  /// The number of elements, and of values beside a new one, that are looked at: an edit of all elements looks at a few for each.
  static let modelCount = 8

  /// Returns the bytes of a key between its quotes; nil for an element, and for a key with escapes.
  func key(of node: Int) -> [UInt8]? {
    let node = nodes[node]
    return node.traits.contains(.isKeyed) && !node.traits.contains(.hasDecodedKey)
      ? lines.bytes(node.key) : nil
  }

  func child(of node: Int, named key: [UInt8]) -> Int? {
    guard nodes[node].isMapping else { return nil }
    return siblings(from: nodes[node].first).first {
      nodes[$0].key.count == key.count && self.key(of: $0) == key
    }
  }

  /// Whether the keys of a table are those.
  func hasKeys(_ keys: Set<[UInt8]>, _ table: Int) -> Bool {
    guard nodes[table].isMapping else { return false }
    var count = 0
    for child in siblings(from: nodes[table].first) {
      guard let key = key(of: child), keys.contains(key) else { return false }
      count += 1
    }
    return count == keys.count
  }

  private func firstElements(of node: Int) -> [Int] {
    nodes[node].isSequence
      ? Array(siblings(from: nodes[node].first).prefix(Self.modelCount)) : []
  }

  /// Returns the nodes with the same path in other elements of the sequences around a node.
  func twins(of node: Int) -> [Int] {
    var path: [Int] = []
    var outer = node
    while outer > 0 {
      path.append(outer)
      outer = parent(of: outer)
    }
    var twins: [Int] = []
    for node in path.reversed() {
      if nodes[node].traits.contains(.isKeyed) {
        twins = key(of: node).map { key in twins.compactMap { child(of: $0, named: key) } } ?? []
      } else {
        let next = siblings(from: nodes[node].next).prefix(Self.modelCount)
        let others = firstElements(of: parent(of: node)) + next + twins.flatMap(firstElements)
        twins = Array(others.filter { $0 != node }.prefix(Self.modelCount))
      }
    }
    return twins
  }

  /// The models of a new value of a table.
  func models(forKey key: [UInt8], in table: Int) -> TOMLModels {
    TOMLModels(
      same: twins(of: table).compactMap { child(of: $0, named: key) },
      beside: children(of: table).suffix(Self.modelCount).reversed())
  }

  /// The models of a value inside of a new one.
  func models(_ outer: TOMLModels, forKey key: [UInt8]) -> TOMLModels {
    TOMLModels(
      same: outer.same.compactMap { child(of: $0, named: key) },
      beside: outer.beside.compactMap { child(of: $0, named: key) })
  }

  func elements(of outer: TOMLModels) -> TOMLModels {
    TOMLModels(
      same: outer.same.flatMap(firstElements), beside: outer.beside.flatMap(firstElements))
  }
}
