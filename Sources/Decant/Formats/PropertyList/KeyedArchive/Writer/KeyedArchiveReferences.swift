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

  private let tape: Tape
  /// The nodes with anchors, by the aliases that refer to them.
  private let targets: [Int: Int]
  private var labels: [String: Int] = [:]

  init(_ tape: Tape) throws(DecantError) {
    self.tape = tape
    targets = tape.anchorsOfAliases
    for index in tape.entries.indices where tape[index].kind == .tag {
      guard let label = KeyedArchiveLabel(tape.string(at: index))?.label else { continue }
      guard labels.updateValue(index, forKey: label) == nil else {
        throw DecantError(.keyedArchive(.repeatedLabel(label)), offset: tape.offset(at: index))
      }
    }
  }

  func node(_ start: Int) throws(DecantError) -> Node {
    var node = try described(start)
    // A reference may refer to another one, which would be a cycle if there were more than references.
    var rest = labels.count + 1
    while true {
      let next: Int
      if tape[node.content].kind == .alias {
        guard let target = targets[node.content] else {
          throw failure(tape.string(at: node.content), start)
        }
        next = target
      } else if node.tag == .reference {
        let label = tape.string(at: node.content)
        guard let target = labels[label], rest > 0 else { throw failure(label, start) }
        next = target
        rest -= 1
      } else {
        return node
      }
      node = try described(next)
      node.isShared = true
    }
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
      if label.label != nil { node.isShared = true }
    }
    return node
  }

  private func failure(_ label: String, _ node: Int) -> DecantError {
    DecantError(.keyedArchive(.unknownReference(label)), offset: tape.offset(at: node))
  }
}
