internal import DecantCore
internal import DecantEditing

/// What the parser has found in a document that is edited: its headers and pairs, in the order of the text.
///
///     [tool.black]        a statement of the table `black`, and the header of a section
///     line-length = 88    a statement of its value
///     a.b = [1, 2]        a statement of the array, and one of those of `a`
///
/// `@unchecked Sendable`: nothing in it changes.
final class TOMLParsedText: @unchecked Sendable {
  struct Statement: Sendable {
    let start: Int
    /// The end of the header or value.
    let end: Int
    /// The table of a header, or the value of a pair.
    let node: Int
    /// The number of the header before the statement, or of the header that it is; -1 before the first one.
    let section: Int
    let isHeader: Bool
  }

  private let tree: TOMLTree
  private let bytes: ByteStorage
  let statements: [Statement]
  /// The statements that are headers.
  let headers: [Int]
  /// The white space before the elements of the first array with a line for each.
  let step: [UInt8]

  init(of document: EditedDocument) throws(DecantError) {
    var window = Window(document.bytes.makeSource())
    try window.showAll()
    bytes = window.shared
    let lines = SourceLines(document.bytes)
    var options = ReadingOptions()
    options.maximumDepth = .max
    options.duplicateKeys = .keep
    options.needs.insert(.extents)
    var parser = TOMLParser(options, end: bytes.count)
    try bytes.withBytes { (span) throws(DecantError) in
      try parser.parse(span, from: lines.fileStart)
    }
    tree = parser.takeTree()
    (statements, headers) = Self.statements(of: tree)
    step = Self.step(of: tree, lines) ?? Array("    ".utf8)
  }

  private static func step(of tree: borrowing TOMLTree, _ lines: SourceLines) -> [UInt8]? {
    for index in 0..<tree.nodes.count {
      let node = tree.nodes[index]
      guard node.kind == .array, node.first >= 0 else { continue }
      let first = tree.nodes[Int(node.first)].value.lowerBound
      guard lines.beginsLine(first) else { continue }
      let outer = lines.indentation(at: node.value.lowerBound)
      let inner = lines.indentation(at: first)
      guard inner.count > outer.count, inner.starts(with: outer) else { continue }
      return Array(inner.dropFirst(outer.count))
    }
    return nil
  }

  private static func statements(
    of tree: borrowing TOMLTree
  ) -> (all: [Statement], headers: [Int]) {
    var (all, headers): ([Statement], [Int]) = ([], [])
    var section = 0
    func addHeaders(before offset: Int) {
      while section < tree.sections.count, tree.sections[section].header.lowerBound < offset {
        let header = tree.sections[section]
        headers.append(all.count)
        all.append(
          Statement(
            start: header.header.lowerBound, end: header.header.upperBound,
            node: Int(header.table), section: section, isHeader: true))
        section += 1
      }
    }
    var end = 0
    for index in 1..<max(1, tree.nodes.count) {
      let node = tree.nodes[index]
      // A node in brackets begins before the end of the pair.
      guard !node.isInLines, node.value.lowerBound >= end else { continue }
      addHeaders(before: Int(node.entry))
      end = node.value.upperBound
      all.append(
        Statement(
          start: Int(node.entry), end: end, node: index, section: section - 1, isHeader: false))
    }
    addHeaders(before: .max)
    return (all, headers)
  }

  // MARK: Nodes

  /// The nodes of the parsed document, each with a greater number than the one that contains it.
  struct Nodes: RandomAccessCollection {
    fileprivate let text: TOMLParsedText

    var startIndex: Int { 0 }
    var endIndex: Int { text.tree.nodes.count }

    subscript(index: Int) -> TOMLNode { text.tree.nodes[index] }
  }

  var nodes: Nodes { Nodes(text: self) }

  /// Where the key of a node is, with its quotes.
  func key(of node: Int) -> Range<Int> {
    bytes.withBytes { tree.source(ofKeyOf: tree.nodes[node], $0) }
  }

  /// Returns the parts of dotted keys before the last one, or all of those of a header, that begin in a range.
  func parts(in range: Range<Int>) -> [Range<Int>] {
    let all = 0..<tree.keyParts.count
    let first = all.binarySearch { tree.keyParts[$0].range.lowerBound >= range.lowerBound }
    return (first..<all.upperBound).lazy.map { self.tree.keyParts[$0].range }
      .prefix { $0.lowerBound < range.upperBound }.map(\.self)
  }
}

extension TOMLNode {
  var isSequence: Bool { kind == .tables || kind == .array }

  /// Whether the node has no bytes of its own but headers and keys.
  var isInLines: Bool { kind == .table || kind == .tables }
}
