internal import DecantCore

/// What the parser has found in a document that is edited: its headers and pairs, in the order of the text.
///
///     [tool.black]        a statement of the table `black`, and the header of a section
///     line-length = 88    a statement of its value
///     a.b = [1, 2]        a statement of the array, and so one in the span of `a`
///
/// The span of a node is from the first to the last statement of it or of a node inside it; those of other nodes may be
/// between them, because tables can be in parts.
struct TOMLParsedText: Sendable {
  struct Statement: Sendable {
    let start: Int
    /// The end of the header or value.
    let end: Int
    /// The table of a header, or the value of a pair.
    let node: Int
    /// The number of the header before the statement, or of the header that it is; -1 before the first one.
    let section: Int
    let isHeader: Bool
    /// The numbers of the comments between the line before and the statement.
    fileprivate(set) var comments = 0..<0
    /// The end of the line, with the comment there, and the beginning of the next one.
    fileprivate(set) var lineEnd = 0
    fileprivate(set) var nextLine = 0
  }

  let nodes: [TOMLNode]
  /// The keys of the nodes, with their quotes.
  let keys: [Range<Int>]
  /// The parts of dotted keys before the last one, and all of those in headers.
  let parts: [Range<Int>]
  private(set) var statements: [Statement] = []
  /// The statements that are headers.
  private(set) var headers: [Int] = []
  /// The numbers of the comments after the last statement.
  private(set) var lastComments = 0..<0
  /// The white space before the elements of the first array with a line for each.
  private(set) var step = Array("    ".utf8)
  private(set) var spans: [Range<Int>]
  private(set) var isInBrackets: [Bool]
  private var places: [Int: Int] = [:]

  init(of document: EditedDocument) throws(DecantError) {
    var window = Window(document.bytes.makeSource())
    try window.showAll()
    let storage = window.shared
    let lines = SourceLines(document.bytes)
    var options = ReadingOptions()
    options.maximumDepth = .max
    options.duplicateKeys = .keep
    options.marksExtents = true
    var parser = TOMLParser(options, end: storage.count)
    try storage.withBytes { (span) throws(DecantError) in
      try parser.parse(span, from: lines.fileStart)
    }
    let tree = parser.takeTree()
    let nodes = (0..<tree.nodes.count).map { tree.nodes[$0] }
    self.nodes = nodes
    keys = storage.withBytes { span in
      nodes.map { $0.marks.contains(.isKeyed) ? tree.source(ofKeyOf: $0, span) : 0..<0 }
    }
    parts = (0..<tree.keyParts.count).map { tree.keyParts[$0].range }
    spans = Array(repeating: 0..<0, count: nodes.count)
    isInBrackets = Array(repeating: false, count: nodes.count)
    addPlaces()
    addStatements((0..<tree.sections.count).map { tree.sections[$0] })
    addLines(lines, document.comments)
    if let found = step(lines) { step = found }
  }

  private func step(_ lines: SourceLines) -> [UInt8]? {
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
      guard !isInBrackets[index], !node.isInLines else { continue }
      while let section = rest.first, section.header.lowerBound < Int(node.entry) {
        add(section)
        rest.removeFirst()
      }
      add(Int(node.entry)..<node.value.upperBound, index, isHeader: false)
    }
    for section in rest { add(section) }
  }

  private mutating func add(_ section: TOMLSection) {
    headers.append(statements.count)
    add(section.header, Int(section.table), isHeader: true)
  }

  private mutating func add(_ range: Range<Int>, _ node: Int, isHeader: Bool) {
    let index = statements.count
    statements.append(
      Statement(
        start: range.lowerBound, end: range.upperBound, node: node, section: headers.count - 1,
        isHeader: isHeader))
    var node = node
    while node >= 0 {
      spans[node] = (spans[node].isEmpty ? index : spans[node].lowerBound)..<index + 1
      node = Int(nodes[node].parent)
    }
  }

  private mutating func addLines(_ lines: SourceLines, _ comments: [Range<Int>]) {
    var next = 0
    func skip(to place: Int) {
      while next < comments.count, comments[next].lowerBound < place { next += 1 }
    }
    for index in statements.indices {
      let first = next
      skip(to: statements[index].start)
      statements[index].comments = first..<next
      skip(to: statements[index].end)
      var end = lines.blankEnd(after: statements[index].end, before: lines.count)
      if next < comments.count, comments[next].lowerBound == end {
        end = comments[next].upperBound
        next += 1
      }
      statements[index].lineEnd = end
      statements[index].nextLine = lines.afterLineEnd(at: end) ?? end
    }
    lastComments = next..<comments.count
  }

  /// Returns the node of the parsed form.
  func node(at node: Int, in document: EditedDocument) throws(DecantError) -> Int {
    guard node > 0 else { return 0 }
    let isSequence = document.isCollection(node) && !document.isMapping(node)
    let offset = document.offset(at: node)
    guard let found = places[Self.place(of: offset, isSequence)] else {
      throw DecantError(.specific(LayoutProblem(what: "this value")), offset: offset)
    }
    return found
  }
}

extension TOMLNode {
  var isSequence: Bool { kind == .tables || kind == .array }

  /// Whether the node has no bytes of its own but headers and keys.
  var isInLines: Bool { kind == .table || kind == .tables }
}
