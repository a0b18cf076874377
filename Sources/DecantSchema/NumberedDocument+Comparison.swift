internal import DecantCore

/// Equality as JSON Schema has it: `1` equals `1.0`, and the order of keys does not matter. Equal nodes have equal hashes.
extension NumberedDocument {
  // MARK: Hashes

  /// Returns a hash that equal nodes of all instances have in common.
  func hash(of node: Int) -> Int {
    tape[node].depthChange > 0 ? hashes(of: node..<tape.end(of: node))[0] : hashOfScalar(node)
  }

  /// Returns the hashes of the values in `range`, which begins with a node and ends with it.
  func hashes(of range: Range<Int>) -> [Int] {
    var hashes = [Int](repeating: 0, count: range.count)
    // Backwards, so that those of the children are known.
    for node in range.reversed() where tape[node].depthChange >= 0 {
      let start = range.lowerBound
      switch kind(of: node) {
      case .array:
        var hasher = Hasher()
        hasher.combine(6)
        for child in values(of: node) { hasher.combine(hashes[child - start]) }
        hashes[node - start] = hasher.finalize()
      case .object:
        // A sum does not depend on the order.
        var sum = 0
        for child in values(of: node) {
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
    let kind = kind(of: node)
    hasher.combine(kind.rawValue)
    switch kind {
    case .boolean: hasher.combine(isTrue(node))
    case .number: hasher.combine(number(of: node))
    case .string: withText(of: node) { $0.hash(into: &hasher) }
    default: break
    }
    return hasher.finalize()
  }

  // MARK: Equality

  /// Whether a node equals one of another instance; numbers are equal if their values are.
  ///
  /// Takes the steps from the budget.
  func isEqual(
    _ node: Int, to otherNode: Int, of other: borrowing NumberedDocument, counting budget: inout Int
  ) -> Bool {
    guard tape[node].depthChange > 0 else { return isEqualScalar(node, to: otherNode, of: other) }
    var open = [(node, otherNode)]
    while let (node, otherNode) = open.popLast() {
      let kind = kind(of: node)
      budget -= 1 + stepsOfText(of: node) + 8 * count(of: node)
      guard kind == other.kind(of: otherNode), count(of: node) == other.count(of: otherNode) else {
        return false
      }
      switch kind {
      case .array: open += zip(values(of: node), other.values(of: otherNode))
      case .object:
        guard let pairs = pairs(node, otherNode, of: other) else { return false }
        open += pairs
      default: if !isEqualScalar(node, to: otherNode, of: other) { return false }
      }
    }
    return true
  }

  private func isEqualScalar(_ node: Int, to otherNode: Int, of other: borrowing NumberedDocument)
    -> Bool
  {
    let kind = kind(of: node)
    guard kind == other.kind(of: otherNode) else { return false }
    switch kind {
    case .boolean: return isTrue(node) == other.isTrue(otherNode)
    case .number: return number(of: node) == other.number(of: otherNode)
    case .string:
      return withText(of: node) { text in
        other.withText(of: otherNode) { $0.isEqual(to: text) }
      }
    default: return true
    }
  }

  /// Returns the values of the same keys; nil if a key is missing.
  private func pairs(_ node: Int, _ otherNode: Int, of other: borrowing NumberedDocument) -> [(
    Int, Int
  )]? {
    var others: [[UInt8]: Int] = [:]
    for child in other.values(of: otherNode) {
      others[other.withKey(of: child) { [UInt8]($0) }] = child
    }
    var pairs: [(Int, Int)] = []
    for child in values(of: node) {
      guard let match = others[withKey(of: child) { [UInt8]($0) }] else { return nil }
      pairs.append((child, match))
    }
    return pairs
  }
}
