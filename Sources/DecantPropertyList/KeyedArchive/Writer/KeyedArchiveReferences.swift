internal import DecantCore

/// The nodes of a document that aliases and labels refer to.
struct KeyedArchiveReferences {
  /// A node, with the references to it resolved.
  struct Node {
    /// Its first annotation.
    var start: Int
    var content: Int
    var tag: KeyedArchiveTag?
    var isShared = false
  }

  private final class Known {
    var nodes: [Int: Node] = [:]
  }

  private let tape: Tape
  private let known = Known()
  /// The nodes with anchors, by the aliases that refer to them.
  private let targets: [Int: Int]
  private var labels: [KeyText: Int] = [:]

  init(_ tape: Tape) throws(DecantError) {
    self.tape = tape
    targets = tape.anchorsOfAliases
    for index in tape.entries.indices where tape[index].kind == .tag {
      guard let label = KeyedArchiveLabel(tape.string(at: index))?.label else { continue }
      guard labels.updateValue(index, forKey: KeyText(label)) == nil else {
        throw DecantError(.keyedArchive(.repeatedLabel(label)), offset: tape.offset(at: index))
      }
    }
  }

  func node(_ start: Int) throws(DecantError) -> Node {
    var node = try described(start)
    // An alias may refer to a reference by label.
    while let next = try target(of: node) {
      node = try shared(next)
    }
    return node
  }

  private func target(of node: Node) throws(DecantError) -> Int? {
    let isAlias = tape[node.content].kind == .alias
    guard isAlias || node.tag == .reference else { return nil }
    let name = tape.name(at: node.content)
    guard let target = isAlias ? targets[node.content] : labels[name] else {
      throw DecantError(
        .keyedArchive(.unknownReference(name.string)), offset: tape.offset(at: node.start))
    }
    return target
  }

  /// The tag of a node is parsed once, however many references to it there are.
  private func shared(_ start: Int) throws(DecantError) -> Node {
    if let node = known.nodes[start] { return node }
    var node = try described(start)
    node.isShared = true
    known.nodes[start] = node
    return node
  }

  private func described(_ start: Int) throws(DecantError) -> Node {
    var node = Node(start: start, content: tape.content(of: start))
    for index in start..<node.content {
      if tape[index].kind == .anchor { node.isShared = true }
      guard tape[index].kind == .tag else { continue }
      let text = tape.string(at: index)
      guard let label = KeyedArchiveLabel(text) else {
        throw DecantError(.keyedArchive(.misplacedTag(text)), offset: tape.offset(at: index))
      }
      node.tag = label.tag
      guard label.label != nil else { continue }
      // Labels of references could refer to each other.
      guard label.tag != .reference else {
        throw DecantError(.keyedArchive(.misplacedTag(text)), offset: tape.offset(at: index))
      }
      node.isShared = true
    }
    return node
  }
}
