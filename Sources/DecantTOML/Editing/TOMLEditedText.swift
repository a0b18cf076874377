internal import DecantCore

/// The text of a TOML document that is edited, with the places of its headers and pairs.
///
///     [tool.black]        a statement of the table `black`, and the header of a section
///     line-length = 88    a statement of its value
///     a.b = [1, 2]        a statement of the array, and so one in the span of `a`
///
/// The span of a node is from the first to the last statement of it or of a node inside it; those of other nodes may be
/// between them, because tables can be in parts.
struct TOMLEditedText: Sendable {
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

  let bytes: EditedBytes
  let lines: EditedLines
  let nodes: [TOMLNode]
  private(set) var statements: [Statement] = []
  /// The statements that are headers.
  private(set) var headers: [Int] = []
  /// The white space before the elements of arrays with a line for each.
  private(set) var step: [UInt8] = Array("    ".utf8)

  private var spans: [Range<Int>]
  private var isInBrackets: [Bool]
  private var places: [Int: Int] = [:]

  init(_ bytes: EditedBytes) throws(DecantError) {
    self.bytes = bytes
    lines = EditedLines(bytes: bytes, comments: .tightHashes)
    var window = Window(bytes.makeSource())
    try window.showAll()
    let storage = window.shared
    var options = ReadingOptions()
    options.maximumDepth = .max
    options.duplicateKeys = .keep
    var parser = TOMLParser(options, end: storage.count)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    try storage.withBytes { (span) throws(DecantError) in
      try parser.parse(span, from: bytes.starts(with: mark) ? mark.count : 0)
    }
    let tree = parser.takeTree()
    nodes = (0..<tree.nodes.count).map { tree.nodes[$0] }
    let sections = (0..<tree.sections.count).map { tree.sections[$0] }
    spans = Array(repeating: 0..<0, count: nodes.count)
    isInBrackets = Array(repeating: false, count: nodes.count)
    addPlaces()
    addStatements(sections)
    if let step = lineStep { self.step = step }
  }

  private mutating func addPlaces() {
    for index in nodes.indices.dropFirst() {
      let parent = Int(nodes[index].parent)
      let isInValue = nodes[parent].kind == .array || nodes[parent].kind == .inlineTable
      isInBrackets[index] = isInBrackets[parent] || isInValue
      places[Self.place(of: nodes[index].value.lowerBound, nodes[index].isSequence)] = index
    }
  }

  private static func place(of offset: Int, _ isSequence: Bool) -> Int {
    offset << 1 | (isSequence ? 1 : 0)
  }

  private mutating func addStatements(_ sections: [TOMLSection]) {
    var rest = sections[...]
    for (index, node) in nodes.enumerated().dropFirst() {
      let isPair = !isInBrackets[index] && node.kind != .table && node.kind != .tables
      guard isPair else { continue }
      while let section = rest.first, section.header.lowerBound < Int(node.entry) {
        add(section)
        rest.removeFirst()
      }
      add(from: Int(node.entry), to: node.value.upperBound, index, isHeader: false)
    }
    for section in rest { add(section) }
  }

  private mutating func add(_ section: TOMLSection) {
    headers.append(statements.count)
    add(
      from: section.header.lowerBound, to: section.header.upperBound, Int(section.table),
      isHeader: true)
  }

  private mutating func add(from start: Int, to end: Int, _ node: Int, isHeader: Bool) {
    let index = statements.count
    statements.append(
      Statement(
        start: start, end: end, node: node, section: headers.count - 1, isHeader: isHeader))
    var node = node
    while node >= 0 {
      spans[node] = (spans[node].isEmpty ? index : spans[node].lowerBound)..<index + 1
      node = Int(nodes[node].parent)
    }
  }

  private var lineStep: [UInt8]? {
    for node in nodes where node.kind == .array && node.first >= 0 {
      let first = nodes[Int(node.first)].value.lowerBound
      guard lines.beginsLine(first) else { continue }
      let outer = lines.indentation(at: node.value.lowerBound)
      let inner = lines.indentation(at: first)
      guard inner.count > outer.count, inner.starts(with: outer) else { continue }
      return Array(inner.dropFirst(outer.count))
    }
    return nil
  }

  // MARK: Nodes

  /// Returns the node of the parsed form, unless a stage has replaced it since.
  func node(at node: Int, in document: EditedDocument) throws(DecantError) -> Int {
    guard node > 0 else { return 0 }
    let isSequence = document.isCollection(node) && !document.isMapping(node)
    let offset = document.offset(at: node)
    guard let found = places[Self.place(of: offset, isSequence)] else {
      throw DecantError(.specific(LayoutProblem(what: "this value")), offset: offset)
    }
    return found
  }

  func parent(of node: Int) -> Int { Int(nodes[node].parent) }

  /// Whether the node is in an array or a table in braces, at any depth.
  func isInBrackets(_ node: Int) -> Bool { isInBrackets[node] }

  /// Whether the node is a table, or a sequence of tables, that consists of lines.
  func isInLines(_ node: Int) -> Bool {
    !isInBrackets[node] && (nodes[node].kind == .table || nodes[node].kind == .tables)
  }

  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = Int(nodes[node].first)
    while child >= 0 {
      children.append(child)
      child = Int(nodes[child].next)
    }
    return children
  }

  func isInside(_ node: Int, of outer: Int) -> Bool {
    // A node has a greater number than its parent.
    var node = node
    while node > outer { node = parent(of: node) }
    return node == outer
  }

  /// The number of keys on the path to the node.
  func keyCount(of node: Int) -> Int {
    var count = 0
    var node = node
    while node > 0 {
      if nodes[node].marks.contains(.isKeyed) { count += 1 }
      node = parent(of: node)
    }
    return count
  }

  // MARK: Statements

  func statementRange(of node: Int) -> Range<Int> { spans[node] }

  func statements(of node: Int) -> [Int] {
    spans[node].filter { isInside(statements[$0].node, of: node) }
  }

  /// Whether the table or sequence exists also without the statements of some nodes directly inside it.
  func isDefined(_ node: Int, without children: [Int]) -> Bool {
    guard node > 0 else { return true }
    let children = Set(children)
    return spans[node].contains { index in
      var other = statements[index].node
      while other > node, !children.contains(other) { other = parent(of: other) }
      return other == node
    }
  }

  /// The table to which the lines of a section belong.
  func table(ofSection section: Int) -> Int {
    section < 0 ? 0 : statements[headers[section]].node
  }

  /// The statements of a section, with its header.
  func statements(ofSection section: Int) -> Range<Int> {
    let start = section < 0 ? 0 : headers[section]
    let end = section + 1 < headers.count ? headers[section + 1] : statements.count
    return start..<end
  }

  /// Returns the number of the section whose header defines the table; nil if none does.
  func section(of table: Int) -> Int? {
    guard table > 0 else { return -1 }
    guard nodes[table].marks.contains(.hasHeader) else { return nil }
    let header = spans[table].first {
      statements[$0].isHeader && statements[$0].node == table
    }
    return header.map { statements[$0].section }
  }
}

extension TOMLNode {
  var isSequence: Bool { kind == .tables || kind == .array }
}
