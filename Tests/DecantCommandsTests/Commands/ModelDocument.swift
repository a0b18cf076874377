import Decant
import DecantTestSupport

/// A document whose nodes have identities that its text does not show.
struct ModelDocument {
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
    /// The comment above it.
    var comment: String?
  }

  private(set) var nodes: [Int: Node] = [:]
  /// Elements that were moved in their list.
  private(set) var moved: Set<Int> = []
  private var counter: Int
  private let isCommented: Bool

  static let root = 0

  /// Identities of nodes that a side adds begin with `first`.
  func numbering(from first: Int) -> ModelDocument {
    var copy = self
    copy.counter = first
    return copy
  }

  /// Each node but the root can have a comment of its own.
  init(_ value: Value, isCommented: Bool = false) {
    counter = 0
    self.isCommented = isCommented
    _ = add(value, in: nil, key: nil)
  }

  @discardableResult
  private mutating func add(_ value: Value, in parent: Int?, key: String?) -> Int {
    let id = counter
    counter += 1
    nodes[id] = Node(
      content: .scalar(value), parent: parent, key: key,
      comment: isCommented && parent != nil ? "c\(id)" : nil)
    switch value {
    case .mapping(let mapping):
      let children = mapping.map { add($0.value, in: id, key: $0.key.string ?? "") }
      nodes[id]?.content = .mapping(children)
    case .sequence(let elements):
      let children = elements.map { add($0, in: id, key: nil) }
      nodes[id]?.content = .sequence(children)
    default: break
    }
    return id
  }

  func children(of id: Int) -> [Int] {
    switch nodes[id]?.content {
    case .mapping(let children), .sequence(let children): children
    default: []
    }
  }

  func isMapping(_ id: Int) -> Bool {
    if case .mapping = nodes[id]?.content { true } else { false }
  }
  func isSequence(_ id: Int) -> Bool {
    if case .sequence = nodes[id]?.content { true } else { false }
  }

  /// All nodes in order of the document.
  func inOrder(from id: Int = root) -> [Int] {
    [id] + children(of: id).flatMap { inOrder(from: $0) }
  }

  /// The comments of all nodes.
  var comments: Set<String> { Set(nodes.values.compactMap(\.comment)) }

  /// The document as YAML in lines of its own, with the comments.
  var yaml: String {
    var lines: [String] = []
    write(Self.root, "", indent: "", to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ id: Int, _ lead: String, indent: String, to lines: inout [String]) {
    let children = children(of: id)
    guard !children.isEmpty else {
      // A scalar of JSON is one of YAML.
      let text = (try? value(of: id).text(as: .json)) ?? ""
      lines.append(lead + text.trimmingLineEnd)
      return
    }
    if !lead.isEmpty { lines.append(String(lead.dropLast())) }
    for child in children {
      if let comment = nodes[child]?.comment { lines.append("\(indent)# \(comment)") }
      let key = nodes[child]?.key.map { "\"\($0)\": " } ?? "- "
      write(child, indent + key, indent: indent + "  ", to: &lines)
    }
  }

  func value(of id: Int = root) -> Value {
    switch nodes[id]?.content {
    case .scalar(let value): return value
    case .sequence(let children): return .sequence(children.map { value(of: $0) })
    case .mapping(let children):
      var mapping = Mapping()
      for child in children {
        mapping[nodes[child]?.key ?? ""] = value(of: child)
      }
      return .mapping(mapping)
    case nil: return .null
    }
  }
}

// MARK: - Edits

extension ModelDocument {
  private mutating func setChildren(_ id: Int, _ body: (inout [Int]) -> Void) {
    var children = children(of: id)
    body(&children)
    let isMapping = isMapping(id)
    nodes[id]?.content = isMapping ? .mapping(children) : .sequence(children)
  }

  private mutating func detach(_ id: Int) {
    guard let parent = nodes[id]?.parent else { return }
    setChildren(parent) { $0.removeAll { $0 == id } }
  }

  private mutating func attach(_ id: Int, to parent: Int, key: String?, at place: Int) {
    nodes[id]?.parent = parent
    let isKeyed = isMapping(parent)
    nodes[id]?.key = isKeyed ? key : nil
    setChildren(parent) { $0.insert(id, at: min(place, $0.count)) }
  }

  private func place(in id: Int, _ random: inout SeededGenerator) -> Int {
    Int.random(in: 0...children(of: id).count, using: &random)
  }

  /// A new value that looks like `model` and occurs nowhere else.
  private func fresh(like model: Value?, _ random: inout SeededGenerator) -> Value {
    switch model {
    case .mapping(let mapping)?:
      var copy = Mapping()
      for (key, value) in mapping { copy.updateValue(fresh(like: value, &random), forKey: key) }
      return .mapping(copy)
    case .sequence(let elements)?:
      return .sequence(elements.map { fresh(like: $0, &random) })
    case .number?: return .number(Number(Int.random(in: 1000...999_999_999, using: &random)))
    default: return .string("v\(UInt32.random(in: 0 ... .max, using: &random))")
    }
  }

  /// Makes a random edit; there may be none of the kind that is drawn.
  mutating func edit(_ random: inout SeededGenerator) {
    let all = inOrder().dropFirst()
    guard let id = all.randomElement(using: &random), let node = nodes[id],
      let parent = node.parent
    else { return }
    let name = "n\(UInt32.random(in: 0 ... .max, using: &random))"
    switch Int.random(in: 0..<(isCommented ? 10 : 9), using: &random) {
    case 0, 1, 2:
      guard case .scalar(let old) = node.content else { return edit(&random) }
      let new = fresh(like: old, &random)
      nodes[id]?.content = .scalar(new)
    case 3:
      let sibling = children(of: parent).randomElement(using: &random).map { value(of: $0) }
      let new = add(fresh(like: sibling, &random), in: parent, key: name)
      attach(new, to: parent, key: name, at: place(in: parent, &random))
    case 4:
      let gone = inOrder(from: id)
      detach(id)
      for id in gone { nodes[id] = nil }
    case 5:
      guard isMapping(parent) else { return edit(&random) }
      nodes[id]?.key = name
    case 6:
      guard isSequence(parent), children(of: parent).count > 1 else { return edit(&random) }
      detach(id)
      attach(id, to: parent, key: nil, at: place(in: parent, &random))
      moved.insert(id)
    case 7:
      let own = Set(inOrder(from: id))
      let targets = inOrder().filter {
        !own.contains($0) && $0 != parent && (isMapping($0) || isSequence($0))
      }
      guard let target = targets.randomElement(using: &random) else { return }
      detach(id)
      let isTaken = children(of: target).contains { nodes[$0]?.key == node.key }
      attach(
        id, to: target, key: isTaken ? name : node.key ?? name, at: place(in: target, &random))
    case 8: renumber(parent)
    default: nodes[id]?.comment = "d\(UInt32.random(in: 0 ... .max, using: &random))"
    }
  }

  /// Gives the elements of a list with ordinals the numbers of their places.
  private mutating func renumber(_ list: Int) {
    guard isSequence(list) else { return }
    for (place, element) in children(of: list).enumerated() {
      for child in children(of: element) where nodes[child]?.key == "p" {
        nodes[child]?.content = .scalar(.number(Number(place + 1)))
      }
    }
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
