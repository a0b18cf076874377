internal import DecantCore

/// The extents of the nodes of a TOML document.
///
///     [a.b]          begins `a.b`, which ends with `c`
///     c = [1]        is `[1]`
///     [x]
///     [a]            begins `a`, which ends with `d`; without this header, its beginning would be empty
///     d = 2
///
/// The extent of a table in lines may contain lines of other tables: its parts may be anywhere.
struct TOMLExtents: ~Copyable {
  /// Where the last line of each table ends.
  private var ends = Buffer<UInt32>()

  init() {}

  init(of tree: borrowing TOMLTree) {
    for index in 0..<tree.nodes.count {
      let node = tree.nodes[index]
      ends.append(node.kind == .table && !node.traits.contains(.hasHeader) ? 0 : node.end)
    }
    for index in 0..<tree.sections.count {
      let section = tree.sections[index]
      ends[Int(section.table)] = max(ends[Int(section.table)], section.end)
    }
    // A node has a greater number than its parent.
    for index in stride(from: ends.count - 1, to: 0, by: -1) {
      let parent = Int(tree.nodes[index].parent)
      ends[parent] = max(ends[parent], ends[index])
    }
  }

  func beginning(of node: TOMLNode) -> Range<Int> {
    switch node.kind {
    case .array, .inlineTable: Int(node.start)..<Int(node.start) + 1
    case .table where node.traits.contains(.hasHeader): node.value
    default: Int(node.start)..<Int(node.start)
    }
  }

  func end(of node: TOMLNode, at index: Int) -> Range<Int> {
    switch node.kind {
    case .array, .inlineTable: Int(node.end) - 1..<Int(node.end)
    default: Int(ends[index])..<Int(ends[index])
    }
  }
}

extension TOMLTree {
  /// Where the key of a node is, with its quotes.
  func source(ofKeyOf node: TOMLNode, _ bytes: RawSpan) -> Range<Int> {
    guard node.traits.contains(.hasDecodedKey) else {
      let quote = node.isQuoted(bytes) ? 1 : 0
      return node.key.lowerBound - quote..<node.key.upperBound + quote
    }
    let number = (0..<sourcesOfDecodedKeys.count).binarySearch {
      sourcesOfDecodedKeys[$0].text >= node.keyOffset
    }
    let source = sourcesOfDecodedKeys[number]
    return Int(source.start)..<Int(source.end)
  }
}
