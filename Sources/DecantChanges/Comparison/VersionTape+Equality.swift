internal import DecantCore

package enum NumberComparison {
  case byValue
  case bySpelling
}

extension VersionTape {
  /// Whether the values of the nodes are equal, with keys in any order.
  package func areEqual(_ first: Int, _ second: Int, numbers: NumberComparison = .byValue) -> Bool {
    let (first, second) = (content(of: first), content(of: second))
    guard first != second else { return true }
    if let hash = collectionHashes[first], let other = collectionHashes[second], hash != other {
      return false
    }
    switch (tape[first].kind, tape[second].kind) {
    case (.beginSequence, .beginSequence):
      return areEqual(children: first, second, numbers)
    case (.beginMapping, .beginMapping):
      return areEqual(mappings: first, second, numbers)
    default:
      return areEqual(scalars: first, second, numbers)
    }
  }

  private func areEqual(
    children first: Int, _ second: Int, _ numbers: NumberComparison
  ) -> Bool {
    var (index, other) = (first + 1, second + 1)
    let (end, otherEnd) = (tape.partner(of: first), tape.partner(of: second))
    while index < end, other < otherEnd {
      guard areEqual(index, other, numbers: numbers) else { return false }
      index = tape.end(of: index)
      other = tape.end(of: other)
    }
    return index == end && other == otherEnd
  }

  private func areEqual(
    mappings first: Int, _ second: Int, _ numbers: NumberComparison
  ) -> Bool {
    var (key, otherKey) = (first + 1, second + 1)
    let (end, otherEnd) = (tape.partner(of: first), tape.partner(of: second))
    while key < end, otherKey < otherEnd, areEqual(key, otherKey) {
      let (value, otherValue) = (tape.end(of: key), tape.end(of: otherKey))
      guard areEqual(value, otherValue, numbers: numbers) else { return false }
      key = tape.end(of: value)
      otherKey = tape.end(of: otherValue)
    }
    guard key < end, otherKey < otherEnd else { return key == end && otherKey == otherEnd }
    guard let pairs = self.pairs(of: first), let others = self.pairs(of: second),
      pairs.keys.count == others.keys.count
    else { return false }
    return zip(pairs.keys, pairs.values).allSatisfy { key, value in
      others[key].map { areEqual(value, $0, numbers: numbers) } ?? false
    }
  }

  private func areEqual(
    scalars first: Int, _ second: Int, _ numbers: NumberComparison
  ) -> Bool {
    let (entry, other) = (tape[first], tape[second])
    guard entry.kind == other.kind || entry.kind.isNumber && other.kind.isNumber else {
      return false
    }
    let haveSameText = tape.text.withBytes {
      $0.extracting(entry.textRange).isEqual(to: $0.extracting(other.textRange))
    }
    guard !haveSameText else { return true }
    return switch entry.kind {
    case .integer, .real: numbers == .byValue && checkedValue(of: first) == checkedValue(of: second)
    case .date, .localTime, .uid: checkedValue(of: first) == checkedValue(of: second)
    default: false
    }
  }

  /// Whether the nodes are numbers that differ by at most `tolerance`.
  func areNear(_ first: Int, _ second: Int, within tolerance: Double) -> Bool {
    guard tolerance > 0 else { return false }
    guard let first = number(of: first), let second = number(of: second) else { return false }
    return abs(first - second) <= tolerance
  }

  /// The double that is nearest to the number of a node; nil for any other node.
  func number(of node: Int) -> Double? {
    let entry = tape[content(of: node)]
    guard entry.kind.isNumber else { return nil }
    return tape.text.withBytes { DoubleReading.value($0.extracting(entry.textRange)) }
  }

  /// Precondition: the nodes are equal.
  func haveKeysInSameOrder(_ first: Int, _ second: Int) -> Bool {
    guard content(of: first) != content(of: second) else { return true }
    let (children, others) = (children(of: first), children(of: second))
    let isMapping = kind(of: first) == .beginMapping
    return children.indices.allSatisfy { index in
      isMapping && index.isMultiple(of: 2)
        ? areEqual(children[index], others[index])
        : haveKeysInSameOrder(children[index], others[index])
    }
  }

  /// Returns the same number for equal nodes, and different ones for others.
  func numbers(of lists: [ArraySlice<Int>]) -> [[Int]] {
    var table = HashedIndices()
    var distinct: [Int] = []
    var numbersOfCollections: [Int: Int] = [:]
    numbersOfCollections.reserveCapacity(lists.map(\.count).max() ?? 0)
    return lists.map { nodes in
      nodes.map { node in
        let content = content(of: node)
        let isCollection = tape[content].depthChange > 0
        if isCollection, let number = numbersOfCollections[content] { return number }
        let number = table.index(valueHash(of: content), orAdding: distinct.count) {
          areEqual(distinct[$0], content)
        }
        if number == distinct.count { distinct.append(content) }
        if isCollection { numbersOfCollections[content] = number }
        return number
      }
    }
  }

  func scalarHash(of index: Int) -> UInt64 {
    let entry = tape[index]
    switch entry.kind {
    case .integer, .real:
      // Equal numbers have the same nearest double.
      let double = number(of: index) ?? 0
      return double == 0 ? 3 : double.bitPattern &* 0xD6E8_FEB8_6659_FD93
    case .date, .localTime, .uid:
      // Their texts are not canonical.
      return UInt64(bitPattern: Int64(checkedValue(of: index).hashValue))
    default:
      var digest = EventDigest()
      tape.text.withBytes { digest.add(entry.kind, [], $0.extracting(entry.textRange)) }
      return digest.hash
    }
  }
}

extension Event.Kind {
  fileprivate var isNumber: Bool { self == .integer || self == .real }
}
