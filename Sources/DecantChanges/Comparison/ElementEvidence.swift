internal import DecantCore

/// The parts of an element: by the parts that two elements have in common, one may be the other after a change.
struct ElementEvidence {
  enum Kind {
    case scalar, mapping, sequence
  }

  let kind: Kind
  /// The hashes of the pairs of a mapping, of the elements of a sequence, or of the lines of a text.
  let parts: Set<UInt64>

  fileprivate init(_ kind: Kind, _ parts: [UInt64]) {
    self.kind = kind
    self.parts = Set(parts)
  }
}

extension VersionTape {
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
      let indices = stride(from: 0, to: children.count, by: 2)
      let keys = indices.map { valueHash(of: children[$0]) }
      let pairs = zip(keys, indices).map { Self.hash(ofPair: $0, valueHash(of: children[$1 + 1])) }
      return ElementEvidence(.mapping, pairs)
    case .sequence:
      return ElementEvidence(.sequence, children(of: node).map(valueHash))
    case .scalar: return ElementEvidence(.scalar, lineHashes(of: node))
    }
  }
}

extension VersionTape {
  /// Returns the hashes of the lines of a text of several lines.
  private func lineHashes(of node: Int) -> [UInt64] {
    guard let text = longText(of: node) else { return [] }
    return text.split(separator: UInt8(ascii: "\n")).map { line in
      var digest = EventDigest()
      Array(line).withBytes { digest.add(.string, [], $0) }
      return digest.hash
    }
  }

  /// Returns a text of several lines; nil for other nodes.
  func longText(of node: Int) -> [UInt8]? {
    let entry = tape[content(of: node)]
    guard entry.kind == .string, !entry.textRange.isEmpty else { return nil }
    let hasLines = tape.text.withBytes {
      $0.firstIndex(of: UInt8(ascii: "\n"), in: entry.textRange) != nil
    }
    return hasLines ? checkedValue(of: node).string.map { Array($0.utf8) } : nil
  }
}

// MARK: - Fields

/// The values of one field in the elements of lists, where those of one list are different.
struct ElementField {
  /// A number for the value in each element that has the field, by its index in each list.
  let numbers: [[Int: Int]]
  /// Where each value is, in each list.
  let indices: [[Int: Int]]
  let isInAll: Bool
  /// Whether elements hardly have an equal value by chance.
  let proves: Bool
  /// Whether a new value says that an element is another one: names and texts do; numbers and lists often change.
  let refutes: Bool
  /// What names an element by convention counts twice.
  let weight: Int
  /// Whether the values are numbers that rise along a list: its order in disguise, but for a name that another element has.
  let isRising: Bool
}

extension VersionTape {
  /// Returns the fields of the mappings in the lists, whose values tell apart the elements of each list.
  func telling(of lists: [[Int]]) -> [Value: ElementField] {
    var fields: [Value: [[(index: Int, node: Int)]]] = [:]
    for (list, elements) in lists.enumerated() {
      for (index, element) in elements.enumerated() {
        guard let pairs = textPairs(of: element) else { continue }
        for (key, node) in zip(pairs.keys, pairs.values) {
          fields[key, default: lists.map { _ in [] }][list].append((index, node))
        }
      }
    }
    let counts = lists.map(\.count)
    var result: [Value: ElementField] = [:]
    for (key, nodes) in fields { result[key] = field(key, of: nodes, counts) }
    return result
  }

  private func field(
    _ key: Value, of nodes: [[(index: Int, node: Int)]], _ counts: [Int]
  ) -> ElementField? {
    let values = nodes.map { $0.map(\.node) }
    let all = values.joined()
    let isRising = values.contains(where: areRising)
    let areScalars = all.allSatisfy { elementKind(of: $0) == .scalar }
    let isName = areScalars && (key.token.map(Self.names.contains) ?? false)
    guard all.allSatisfy(isDistinctive), isName || !isRising else { return nil }
    let distinct = numbers(of: values.map { $0[...] })
    guard distinct.allSatisfy({ Set($0).count == $0.count }) else { return nil }
    var numbers: [[Int: Int]] = []
    var indices: [[Int: Int]] = []
    for (nodes, distinct) in zip(nodes, distinct) {
      let pairs = zip(nodes.map(\.index), distinct)
      numbers.append(Dictionary(uniqueKeysWithValues: pairs))
      indices.append(Dictionary(uniqueKeysWithValues: pairs.map { ($1, $0) }))
    }
    let areNumbers = areScalars && all.allSatisfy { number(of: $0) != nil }
    let areMany = values.contains { $0.count >= (areNumbers ? 8 : 4) }
    let areLong = all.allSatisfy { tape[content(of: $0)].textRange.count >= 6 }
    let isInAll = zip(counts, values).allSatisfy { $0 == $1.count }
    return ElementField(
      numbers: numbers, indices: indices, isInAll: isInAll && !isRising,
      proves: areScalars && !isRising && (isName || areMany || areLong),
      refutes: areScalars && (isName || !areNumbers && isInAll), weight: isName ? 2 : 1,
      isRising: isRising)
  }

  /// What names something by convention.
  private static let names: Set<KeyText> = [
    "id", "_id", "uuid", "guid", "identifier", "key", "name",
  ]

  /// Whether a value is hardly the same as another one by chance, as truth values are.
  func isDistinctive(_ node: Int) -> Bool {
    let entry = tape[content(of: node)]
    switch entry.kind {
    case .null, .true, .false: return false
    case .string: return !entry.textRange.isEmpty
    default: return true
    }
  }

  /// Whether the nodes are numbers that rise, as those of positions do.
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

  /// Returns the node at a path of keys.
  func node(at pointer: DocumentPointer, in node: Int) -> Int? {
    var node = node
    for token in pointer.tokens {
      guard let child = pairs(of: node)?[.string(token.string)] else { return nil }
      node = child
    }
    return node
  }
}
