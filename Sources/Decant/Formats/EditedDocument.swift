/// A document that is edited: its bytes and its nodes.
struct EditedDocument: Sendable {
  let bytes: EditedBytes
  /// The nodes; their offsets count from the first of `bytes`.
  let nodes: PartialDocument
  /// The line end of the bytes.
  let lineEnd: [UInt8]
  let write: @Sendable (Document, WritingOptions) throws(DecantError) -> [UInt8]

  var tape: Tape { nodes.tape }

  func offset(at index: Int) -> Int { nodes.offset(at: index) }

  struct Child: Sendable {
    /// The index of the key's first entry on the tape; nil in a sequence.
    let key: Int?
    let value: Int
    /// The number of the child in its collection, if it was counted.
    var ordinal: Int?

    var start: Int { key ?? value }
  }

  /// Returns the children of a collection that are in memory: all that a syntax may look at.
  func children(of node: Int) -> [Child] {
    let begin = tape.content(of: node)
    let isMapping = tape[begin].kind == .beginMapping
    let end = tape.end(of: node) - 1
    var children: [Child] = []
    var index = begin + 1
    while index < end {
      let value = isMapping ? tape.end(of: index) : index
      children.append(
        Child(
          key: isMapping ? index : nil, value: value,
          ordinal: nodes.ordinal(at: index) ?? children.count))
      index = tape.end(of: value)
    }
    return children
  }

  /// Returns the number of all children of a collection.
  func childCount(of node: Int) -> Int {
    nodes.ordinal(at: tape.end(of: node) - 1) ?? children(of: node).count
  }

  func isMapping(_ node: Int) -> Bool { tape[tape.content(of: node)].kind == .beginMapping }

  func isCollection(_ node: Int) -> Bool { tape[tape.content(of: node)].depthChange > 0 }

  /// Returns the text without final line feeds, with `indent` before all lines but the first.
  func written(
    _ document: Document, _ options: WritingOptions, indent: [UInt8] = []
  ) throws(DecantError) -> [UInt8] {
    var text = try write(document, options)
    while text.last == 0x0A { text.removeLast() }
    return text.indented(by: indent, lineEnd: lineEnd)
  }
}

extension EditedBytes {
  /// The line end of the first line; a line feed if it is longer than a megabyte.
  var lineEnd: [UInt8] {
    guard let end = prefix(1 << 20).firstIndex(of: 0x0A), end > 0, self[end - 1] == 0x0D else {
      return [0x0A]
    }
    return [0x0D, 0x0A]
  }
}

/// A node of an edited document and the path to it.
struct NodePlace: Sendable {
  /// The index of the node's first entry on the tape.
  let node: Int
  /// The enclosing collections, outermost first, with the index of the child on the path in each.
  let ancestors: [(node: Int, child: Int)]

  static let root = NodePlace(node: 0, ancestors: [])

  var parent: NodePlace? {
    ancestors.last.map { NodePlace(node: $0.node, ancestors: ancestors.dropLast()) }
  }
}
