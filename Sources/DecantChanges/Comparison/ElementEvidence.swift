internal import DecantCore

/// What an element consists of: by what it has in common with another one, that may be the same one after a change.
struct ElementEvidence {
  enum Kind {
    case scalar, mapping, sequence
  }

  let kind: Kind
  /// The hashes of the pairs of a mapping, or of the elements of a sequence.
  let parts: Set<UInt64>
  /// The hash of the only key of a mapping.
  let onlyKey: UInt64?
  private let count: Int

  fileprivate init(_ kind: Kind, _ parts: [UInt64], onlyKey: UInt64? = nil) {
    self.kind = kind
    self.parts = Set(parts)
    self.onlyKey = onlyKey
    count = parts.count
  }

  /// Whether one may be the other after a change: they have something in common, or nothing that would stay the same.
  func mayBecome(_ other: Self) -> Bool {
    guard kind == other.kind else { return false }
    if kind == .scalar || count == 0 || other.count == 0 { return true }
    if count == 1, other.count == 1, kind == .sequence || onlyKey == other.onlyKey { return true }
    return !parts.isDisjoint(with: other.parts)
  }
}

extension SharedTape {
  func elementKind(of node: Int) -> ElementEvidence.Kind {
    switch kind(of: node) {
    case .beginMapping: .mapping
    case .beginSequence: .sequence
    default: .scalar
    }
  }

  func evidence(of node: Int) -> ElementEvidence {
    switch elementKind(of: node) {
    case .mapping:
      let children = children(of: node)
      let places = stride(from: 0, to: children.count, by: 2)
      let keys = places.map { valueHash(of: children[$0]) }
      let pairs = zip(keys, places).map { Self.hash(ofPair: $0, valueHash(of: children[$1 + 1])) }
      return ElementEvidence(.mapping, pairs, onlyKey: keys.count == 1 ? keys[0] : nil)
    case .sequence:
      return ElementEvidence(.sequence, children(of: node).map(valueHash))
    case .scalar: return ElementEvidence(.scalar, [])
    }
  }
}

// MARK: - Fields

extension SharedTape {
  /// Returns the numbers of the scalars in each field that identifies the elements of the lists.
  func identifyingFields(of lists: [[Int]]) -> [[[Int]]] {
    var all: [[NodePairs]] = []
    for list in lists {
      var mappings: [NodePairs] = []
      for element in list {
        guard let pairs = textPairs(of: element) else { return [] }
        mappings.append(pairs)
      }
      all.append(mappings)
    }
    guard let keys = all.lazy.flatMap({ $0 }).first?.keys else { return [] }
    return keys.compactMap { key in
      var nodes: [ArraySlice<Int>] = []
      for list in all {
        let values = list.compactMap { $0[key] }
        guard values.count == list.count, values.allSatisfy(mayIdentify), !areRising(values) else {
          return nil
        }
        nodes.append(values[...])
      }
      let numbers = numbers(of: nodes)
      return numbers.allSatisfy { Set($0).count == $0.count } ? numbers : nil
    }
  }

  /// Whether a value is hardly the same as another one by chance, as truth values are.
  func isDistinctive(_ node: Int) -> Bool {
    let entry = tape[content(of: node)]
    switch entry.kind {
    case .null, .true, .false: return false
    case .string: return !entry.textRange.isEmpty
    default: return true
    }
  }

  /// Whether the node is a scalar that can tell two elements apart.
  private func mayIdentify(_ node: Int) -> Bool {
    isDistinctive(node) && !tape[content(of: node)].textRange.isEmpty
  }

  /// Whether the nodes are numbers that rise, as those of places do.
  private func areRising(_ nodes: [Int]) -> Bool {
    guard nodes.count > 1 else { return false }
    var last = -Double.infinity
    for node in nodes {
      guard let number = number(of: node), number > last else { return false }
      last = number
    }
    return true
  }

  /// Returns a number for what is at `keys` in each element; nil if they do not identify all elements.
  func names(by keys: [DocumentPointer], of lists: [[Int]]) -> [[Int]]? {
    guard !keys.isEmpty else { return nil }
    var numbers: [Value: Int] = [:]
    var result: [[Int]] = []
    for list in lists {
      var names: [Int] = []
      for element in list {
        let values = keys.map { key in node(at: key, in: element).map(checkedValue) }
        guard values.contains(where: { $0 != nil }) else { return nil }
        let next = numbers.count
        let name = Value.sequence(values.map { $0.map { [$0] } ?? [] })
        names.append(numbers[name] ?? next)
        numbers[name] = numbers[name] ?? next
      }
      guard Set(names).count == names.count else { return nil }
      result.append(names)
    }
    return result
  }

  /// Returns the node at a place of mappings in another one.
  func node(at pointer: DocumentPointer, in node: Int) -> Int? {
    var node = node
    for token in pointer.tokens {
      guard let child = pairs(of: node)?[.string(token.string)] else { return nil }
      node = child
    }
    return node
  }
}
