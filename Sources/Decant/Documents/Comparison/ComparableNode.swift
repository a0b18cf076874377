/// A node that a comparison descends into: a value, or a node of a document.
protocol ComparableNode: Hashable {
  /// The keys and values of a mapping with only text keys; nil for other nodes.
  var pairs: NodePairs<Self>? { get }
  var elements: [Self]? { get }
  var content: Value { get }

  /// Precondition: the nodes are equal.
  func hasKeysInOrder(of other: Self) -> Bool
}

struct NodePairs<Node> {
  let keys: [Value]
  let values: [Node]
  private let places: [Value: Int]

  /// Up to this count, a linear search is faster than hashing.
  private static var listLimit: Int { 8 }

  init(_ keys: [Value], _ values: [Node]) {
    self.keys = keys
    self.values = values
    places =
      keys.count > Self.listLimit ? Dictionary(uniqueKeysWithValues: zip(keys, keys.indices)) : [:]
  }

  subscript(key: Value) -> Node? {
    let place = keys.count > Self.listLimit ? places[key] : keys.firstIndex(of: key)
    return place.map { values[$0] }
  }
}

extension Value: ComparableNode {
  var pairs: NodePairs<Value>? {
    guard case .mapping(let mapping) = self, mapping.allSatisfy({ $0.key.string != nil }) else {
      return nil
    }
    return NodePairs(Array(mapping.keys), Array(mapping.values))
  }

  var elements: [Value]? {
    if case .sequence(let elements) = self { elements } else { nil }
  }

  var content: Value { self }

  func hasKeysInOrder(of other: Value) -> Bool {
    switch (self, other) {
    case (.mapping(let first), .mapping(let second)):
      first.count == second.count
        && zip(first, second).allSatisfy {
          $0.key == $1.key && $0.value.hasKeysInOrder(of: $1.value)
        }
    case (.sequence(let first), .sequence(let second)):
      zip(first, second).allSatisfy { $0.hasKeysInOrder(of: $1) }
    default: true
    }
  }
}
