/// A node of a document that is compared with another one.
///
/// Precondition: `checkValues()` did not throw for the document.
struct ComparedNode {
  private let tape: Tape
  private let index: Int

  init(_ document: Document) {
    self.init(document.tape, 0)
  }

  private init(_ tape: Tape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  private var range: Range<Int> { index..<tape.end(of: index) }

  private func hasSameEvents(as other: ComparedNode) -> Bool {
    tape.hasSameEvents(range, as: other.range, of: other.tape)
  }

  private func children(of kind: Event.Kind) -> [ComparedNode]? {
    let content = tape.content(of: index)
    guard tape[content].kind == kind else { return nil }
    var children: [ComparedNode] = []
    var child = content + 1
    let end = tape.end(of: index) - 1
    while child < end {
      children.append(ComparedNode(tape, child))
      child = tape.end(of: child)
    }
    return children
  }
}

extension ComparedNode: ComparableNode {
  var pairs: NodePairs<ComparedNode>? {
    guard let children = children(of: .beginMapping) else { return nil }
    var keys: [Value] = []
    var values: [ComparedNode] = []
    for place in stride(from: 0, to: children.count, by: 2) {
      let key = children[place].content
      guard key.string != nil else { return nil }
      keys.append(key)
      values.append(children[place + 1])
    }
    return NodePairs(keys, values)
  }

  var elements: [ComparedNode]? { children(of: .beginSequence) }

  var content: Value {
    // Never null, by the precondition.
    (try? tape.value(of: index)) ?? .null
  }

  func hasKeysInOrder(of other: ComparedNode) -> Bool {
    hasSameEvents(as: other) || content.hasKeysInOrder(of: other.content)
  }

  static func == (first: ComparedNode, second: ComparedNode) -> Bool {
    first.hasSameEvents(as: second) || first.content == second.content
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(tape.valueHash(of: index))
  }
}

extension Document {
  package func checkValues() throws(DecantError) {
    try tape.checkValues()
  }
}

extension Tape {
  fileprivate func checkValues() throws(DecantError) {
    for index in 0..<count {
      let entry = self[index]
      switch entry.kind {
      case _ where entry.isKey && entry.kind != .string:
        // Such keys can be equal in different notations.
        _ = try value(of: 0)
        return
      case _ where entry.flags.contains(.isDuplicateKey):
        throw DecantError(.duplicateKey(string(at: index)), offset: offset(at: index))
      case .string where entry.flags.contains(.isEscaped), .date, .localTime, .uid, .alias:
        _ = try value(of: index)
      default: break
      }
    }
  }

  /// Returns the same hash for equal values, in any notation and order of keys.
  fileprivate func valueHash(of node: Int) -> UInt64 {
    let content = content(of: node)
    let entry = self[content]
    guard entry.depthChange > 0 else { return scalarHash(of: content) }
    var hash: UInt64 = entry.kind == .beginMapping ? 1 : 2
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var child = content + 1
    let end = end(of: node) - 1
    while child < end {
      let next = self.end(of: child)
      if entry.kind == .beginMapping {
        // A sum does not depend on the order.
        let pair = valueHash(of: child) &* factor &+ valueHash(of: next)
        hash &+= pair ^ pair >> 29
        child = self.end(of: next)
      } else {
        hash = (hash ^ hash >> 29) &* factor &+ valueHash(of: child)
        child = next
      }
    }
    return (hash ^ hash >> 32) &* factor
  }

  private func scalarHash(of index: Int) -> UInt64 {
    let entry = self[index]
    var digest = EventDigest()
    switch entry.kind {
    case .integer, .real:
      // Equal numbers have the same nearest double.
      let double = Double(string(at: index)) ?? 0
      return double == 0 ? 3 : double.bitPattern &* 0xD6E8_FEB8_6659_FD93
    case .date, .localTime, .uid:
      // Their texts are not canonical.
      return UInt64(entry.kind.rawValue)
    default:
      text.withBytes { digest.add(entry.kind, [], $0.extracting(entry.textRange)) }
      return digest.hash
    }
  }
}
