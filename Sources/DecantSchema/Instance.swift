internal import DecantCore

/// A document as the nodes that a schema distinguishes, in document order.
///
///     {"a": [1], "b": 2}      nodes │ object │ array "a" │ number │ number "b" │
///                               end     4          3          3          4
///
/// The children of a node follow it, and each begins where the one before it ends. Dates and data are strings, and a uid
/// is an object with the key `CF$UID`, as decant writes them in JSON. The schema itself is held in this form too.
struct Instance: Sendable {
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    case null, boolean, number, string, array, object
  }

  struct Node: BitwiseCopyable, Sendable {
    var kind: Kind
    /// The entry of the tape.
    var entry: Int32
    /// The entry of the key in the tape; `noKey`, or `uidKey`.
    var key: Int32
    /// The number of the key among the names of the schema; -1 if it is not one of these.
    var name: Int32 = -1
    /// After the last node inside.
    var end: Int32
    /// How many children there are.
    var count: Int32 = 0
    /// The node of whose key this is the text; -1 for all nodes of the document.
    var owner: Int32 = -1
  }

  private static let noKey: Int32 = -1
  private static let uidKey: Int32 = -2

  let tape: Tape
  private(set) var nodes: [Node] = []

  /// Creates an instance of a node of a document, with the numbers that `number` returns for keys.
  init(
    _ node: Document.Node, numbering number: (RawSpan) -> Int
  ) throws(DecantError) {
    tape = node.tape
    nodes.reserveCapacity(node.range.count)
    var open: [Int] = []
    var key = Self.noKey
    var name: Int32 = -1
    let uid = "CF$UID".withBytes { Int32(truncatingIfNeeded: number($0)) }
    for index in node.range {
      let entry = tape[index]
      if entry.isAnnotation { continue }
      if entry.depthChange < 0 {
        guard let top = open.popLast() else { break }
        nodes[top].end = Int32(nodes.count)
        continue
      }
      if entry.isKey {
        guard entry.depthChange == 0 else {
          throw DecantError(
            .notRepresentable(.collectionKey, target: "JSON Schema"), offset: tape.offset(at: index)
          )
        }
        key = Int32(index)
        name = Int32(truncatingIfNeeded: tape.withToken(at: index, number))
        continue
      }
      if let top = open.last { nodes[top].count += 1 }
      let kind: Kind =
        switch entry.kind {
        case .null: .null
        case .true, .false: .boolean
        case .integer, .real: .number
        case .beginSequence: .array
        case .beginMapping, .uid: .object
        default: .string
        }
      let next = Int32(nodes.count + 1)
      var node = Node(kind: kind, entry: Int32(index), key: key, name: name, end: next)
      if entry.kind == .uid {
        node.count = 1
        node.end = next + 1
        nodes.append(node)
        nodes.append(
          Node(kind: .number, entry: Int32(index), key: Self.uidKey, name: uid, end: next + 1))
      } else {
        if entry.depthChange > 0 { open.append(nodes.count) }
        nodes.append(node)
      }
      key = Self.noKey
      name = -1
    }
  }

  // MARK: Nodes

  func offset(of node: Int) -> Int { tape.offset(at: Int(nodes[node].entry)) }

  /// Returns the offset of the key, or of the node if it has no key.
  func offsetOfKey(of node: Int) -> Int {
    let key = nodes[node].key
    return key < 0 ? offset(of: node) : tape.offset(at: Int(key))
  }

  func isTrue(_ node: Int) -> Bool { tape[Int(nodes[node].entry)].kind == .true }

  /// Returns the value of a key with a number.
  func child(_ name: Int, of node: Int) -> Int? {
    children(of: node).first { nodes[$0].name == name }
  }

  func children(of node: Int) -> Children {
    Children(nodes: nodes, position: node + 1, end: Int(nodes[node].end))
  }

  struct Children: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate var position: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      guard position < end else { return nil }
      defer { position = Int(nodes[position].end) }
      return position
    }
  }

  // MARK: Texts

  /// Calls `body` with the text of a string, as in JSON, or of a number.
  func withText<R>(of node: Int, _ body: (RawSpan) -> R) -> R {
    let index = Int(nodes[node].entry)
    if index == Self.uidKey { return "CF$UID".withBytes(body) }
    if tape[index].kind == .data {
      return tape.text.withBytes { Base64.encode($0.extracting(tape.textRange(at: index))) }
        .withBytes(body)
    }
    return tape.withToken(at: index, body)
  }

  func string(of node: Int) -> String { withText(of: node) { String(utf8: $0) } }

  func number(of node: Int) -> ExactNumber { withText(of: node) { ExactNumber($0) } }

  func withKey<R>(of node: Int, _ body: (RawSpan) -> R) -> R {
    let key = nodes[node].key
    if key == Self.uidKey { return "CF$UID".withBytes(body) }
    return key == Self.noKey ? "".withBytes(body) : tape.withToken(at: Int(key), body)
  }

  func key(of node: Int) -> String { withKey(of: node) { String(utf8: $0) } }

  // MARK: Keys as strings

  /// Appends the key of `node` as a string, which is removed by `removeLastNode`; returns its node.
  mutating func appendKey(of node: Int) -> Int {
    let place = nodes.count
    nodes.append(
      Node(
        kind: .string, entry: nodes[node].key, key: Self.noKey, end: Int32(place + 1),
        owner: Int32(node)))
    return place
  }

  mutating func removeLastNode() { nodes.removeLast() }

  // MARK: Paths

  /// Returns the path from the root; for a key, that of its value.
  func path(to node: Int) -> DocumentPath {
    let target = nodes[node].owner >= 0 ? Int(nodes[node].owner) : node
    var steps: [DocumentPath.Step] = []
    var current = 0
    while current < target {
      var index = 0
      var next = current + 1
      while Int(nodes[next].end) <= target {
        next = Int(nodes[next].end)
        index += 1
      }
      steps.append(nodes[current].kind == .object ? .key(key(of: next)) : .index(index))
      current = next
    }
    return DocumentPath(steps)
  }
}

extension Tape {
  /// Calls `body` with the text of a scalar, which for null and booleans is their word.
  fileprivate func withToken<R>(at index: Int, _ body: (RawSpan) -> R) -> R {
    if let word = self[index].kind.word { return word.withBytes(body) }
    return text.withBytes { body($0.extracting(textRange(at: index))) }
  }
}
