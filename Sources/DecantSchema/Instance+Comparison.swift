internal import DecantCore

/// Equality as JSON Schema has it: `1` equals `1.0`, and the order of keys does not matter. Equal nodes have equal hashes.
extension Instance {
  // MARK: Hashes

  /// Returns a hash that equal nodes of all instances have in common.
  func hash(of node: Int) -> Int {
    nodes[node].kind == .array || nodes[node].kind == .object
      ? hashes(of: node..<Int(nodes[node].end))[0] : hashOfScalar(node)
  }

  /// Returns the hashes of the nodes in `range`, which begins with a node and ends with it.
  func hashes(of range: Range<Int>) -> [Int] {
    var hashes = [Int](repeating: 0, count: range.count)
    // Backwards, so that those of the children are known.
    for node in range.reversed() {
      let start = range.lowerBound
      switch nodes[node].kind {
      case .array:
        var hasher = Hasher()
        hasher.combine(6)
        for child in children(of: node) { hasher.combine(hashes[child - start]) }
        hashes[node - start] = hasher.finalize()
      case .object:
        // A sum does not depend on the order.
        var sum = 0
        for child in children(of: node) {
          var hasher = Hasher()
          withKey(of: child) { $0.hash(into: &hasher) }
          hasher.combine(hashes[child - start])
          sum &+= hasher.finalize()
        }
        var hasher = Hasher()
        hasher.combine(7)
        hasher.combine(sum)
        hashes[node - start] = hasher.finalize()
      default:
        hashes[node - start] = hashOfScalar(node)
      }
    }
    return hashes
  }

  private func hashOfScalar(_ node: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(nodes[node].kind.rawValue)
    switch nodes[node].kind {
    case .boolean: hasher.combine(isTrue(node))
    case .number: hasher.combine(number(of: node))
    case .string: withText(of: node) { $0.hash(into: &hasher) }
    default: break
    }
    return hasher.finalize()
  }

  // MARK: Equality

  /// Whether a node equals one of another instance; numbers are equal if their values are.
  func isEqual(_ node: Int, to otherNode: Int, of other: Instance) -> Bool {
    var open = [(node, otherNode)]
    while let (node, otherNode) = open.popLast() {
      let (mine, its) = (nodes[node], other.nodes[otherNode])
      guard mine.kind == its.kind, mine.count == its.count else { return false }
      switch mine.kind {
      case .null: break
      case .boolean:
        if isTrue(node) != other.isTrue(otherNode) { return false }
      case .number:
        if number(of: node) != other.number(of: otherNode) { return false }
      case .string:
        let isSame = withText(of: node) { text in
          other.withText(of: otherNode) { $0.isEqual(to: text) }
        }
        if !isSame { return false }
      case .array: open += zip(children(of: node), other.children(of: otherNode))
      case .object:
        guard let pairs = pairs(node, otherNode, of: other) else { return false }
        open += pairs
      }
    }
    return true
  }

  /// Returns the values of the same keys; nil if a key is missing.
  private func pairs(_ node: Int, _ otherNode: Int, of other: Instance) -> [(Int, Int)]? {
    var pairs: [(Int, Int)] = []
    guard nodes[node].count > 8 else {
      for child in children(of: node) {
        let match = other.children(of: otherNode).first { otherChild in
          withKey(of: child) { key in
            other.withKey(of: otherChild) { $0.isEqual(to: key) }
          }
        }
        guard let match else { return nil }
        pairs.append((child, match))
      }
      return pairs
    }
    var values: [[UInt8]: Int] = [:]
    for child in other.children(of: otherNode) {
      values[other.withKey(of: child) { [UInt8]($0) }] = child
    }
    for child in children(of: node) {
      guard let match = values[withKey(of: child) { [UInt8]($0) }] else { return nil }
      pairs.append((child, match))
    }
    return pairs
  }
}
