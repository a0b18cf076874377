import Decant
import DecantTestSupport

/// A document whose nodes have identities and comments, of which its text shows only some.
struct EditedDocument {
  enum Content: Equatable {
    case scalar(Value)
    case mapping([Int])
    case sequence([Int])
  }

  struct Node: Equatable {
    var content: Content
    var parent: Int?
    /// The key in a mapping.
    var key: String?
    /// The comment above it, of one or more lines, and the one after it.
    var comments: [String?] = [nil, nil]
  }

  static let root = 0

  var nodes: [Int: Node] = [:]
  /// The identity of the next node.
  var next = 0
  /// Whether the elements of the root are documents.
  let isStream: Bool

  /// Some nodes get comments, one in `scarcity`.
  init(
    _ value: Value, isStream: Bool, scarcity: Int? = nil, _ random: inout SeededGenerator
  ) {
    self.isStream = isStream
    add(value, in: nil, key: nil)
    guard let scarcity else { return }
    for id in inOrder().dropFirst() where Int.random(in: 0..<scarcity, using: &random) == 0 {
      // The first key follows the dash of its element.
      let parent = nodes[id]?.parent ?? Self.root
      let isFirst = isMapping(parent) && children(of: parent).first == id
      let isTrailing = isScalar(id) && (isFirst || Bool.random(using: &random))
      if isFirst, !isTrailing { continue }
      let lines = isTrailing ? 1 : [1, 1, 2, 3].randomElement(using: &random) ?? 1
      nodes[id]?.comments[isTrailing ? 1 : 0] = (1...lines).map { "about \(id) \($0)" }
        .joined(separator: "\n")
    }
  }

  /// Adds a node without adding it to its parent's children.
  @discardableResult
  mutating func add(_ value: Value, in parent: Int?, key: String?) -> Int {
    let id = next
    next += 1
    nodes[id] = Node(content: .scalar(value), parent: parent, key: key)
    setContent(value, of: id)
    return id
  }

  mutating func setContent(_ value: Value, of id: Int) {
    for child in children(of: id) { removeTree(child) }
    switch value {
    case .mapping(let mapping):
      let children = mapping.map { add($0.value, in: id, key: $0.key.string ?? "") }
      nodes[id]?.content = .mapping(children)
    case .sequence(let elements):
      let children = elements.map { add($0, in: id, key: nil) }
      nodes[id]?.content = .sequence(children)
    default: nodes[id]?.content = .scalar(value)
    }
  }

  private mutating func removeTree(_ id: Int) {
    for id in inOrder(from: id) { nodes[id] = nil }
  }

  mutating func remove(_ id: Int) {
    detach(id)
    removeTree(id)
  }

  mutating func detach(_ id: Int) {
    guard let parent = nodes[id]?.parent else { return }
    setChildren(parent, children(of: parent).filter { $0 != id })
  }

  mutating func attach(_ id: Int, to parent: Int, key: String?, at place: Int) {
    nodes[id]?.parent = parent
    let isKeyed = isMapping(parent)
    nodes[id]?.key = isKeyed ? key : nil
    var children = children(of: parent)
    children.insert(id, at: min(place, children.count))
    setChildren(parent, children)
  }

  mutating func setChildren(_ id: Int, _ children: [Int]) {
    let isMapping = isMapping(id)
    nodes[id]?.content = isMapping ? .mapping(children) : .sequence(children)
  }

  // MARK: Reading

  func children(of id: Int) -> [Int] {
    switch nodes[id]?.content {
    case .mapping(let children), .sequence(let children): children
    default: []
    }
  }

  func child(of id: Int, _ key: String?) -> Int? {
    isMapping(id) ? children(of: id).first { nodes[$0]?.key == key } : nil
  }

  func isMapping(_ id: Int) -> Bool {
    if case .mapping = nodes[id]?.content { true } else { false }
  }
  func isScalar(_ id: Int) -> Bool { if case .scalar = nodes[id]?.content { true } else { false } }
  func isSequence(_ id: Int) -> Bool {
    if case .sequence = nodes[id]?.content { true } else { false }
  }

  func inOrder(from id: Int = root) -> [Int] {
    [id] + children(of: id).flatMap { inOrder(from: $0) }
  }

  func path(of id: Int) -> [String] {
    guard let node = nodes[id], let parent = node.parent else { return [] }
    let place = children(of: parent).firstIndex(of: id) ?? 0
    return path(of: parent) + [node.key ?? "\(place)"]
  }

  func value(of id: Int = root) -> Value {
    switch nodes[id]?.content {
    case .scalar(let value): return value
    case .sequence(let children): return .sequence(children.map { value(of: $0) })
    case .mapping(let children):
      var mapping = Mapping()
      for child in children { mapping[nodes[child]?.key ?? ""] = value(of: child) }
      return .mapping(mapping)
    case nil: return .null
    }
  }

  /// The lines of all comments.
  var commentLines: Set<String> { Set(nodes.values.flatMap(\.commentLines)) }

  /// Renames identities; all that are not in `names` stay.
  func renaming(_ names: [Int: Int]) -> EditedDocument {
    guard !names.isEmpty else { return self }
    func name(_ id: Int) -> Int { names[id] ?? id }
    var copy = self
    copy.nodes = [:]
    for (id, node) in nodes {
      var node = node
      node.parent = node.parent.map(name)
      switch node.content {
      case .mapping(let children): node.content = .mapping(children.map(name))
      case .sequence(let children): node.content = .sequence(children.map(name))
      case .scalar: break
      }
      copy.nodes[name(id)] = node
    }
    return copy
  }
}

extension EditedDocument.Node {
  var commentLines: [String] {
    comments.compactMap(\.self).flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// What it is but for its children.
  var shape: EditedDocument.Content {
    switch content {
    case .scalar: content
    case .mapping: .mapping([])
    case .sequence: .sequence([])
    }
  }
}

extension Value {
  /// A text of several lines.
  var isText: Bool { string?.contains("\n") ?? false }

  /// Whether few elements share it by chance; a number is telling as an `id`.
  func isTelling(as key: String?) -> Bool {
    switch self {
    case .string(let text):
      !EditedDocument.commonTexts.contains(text) && text.contains { $0.isLetter }
    case .number(let number): key == "id" || abs(number.int ?? 0) >= 1000
    default: false
    }
  }
}

extension EditedDocument {
  static let commonTexts: Set<String> = [
    "dev", "ops", "qa", "info", "warn", "debug", "on", "off", "linux", "mac", "red", "green",
    "blue", "gray", "tcp", "udp", "always", "never", "dist", "src", "t",
  ]
}
