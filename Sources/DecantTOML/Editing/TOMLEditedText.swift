internal import DecantCore
internal import DecantEditing

/// The text of a TOML document that is edited.
struct TOMLEditedText {
  typealias Statement = TOMLParsedText.Statement

  let document: EditedDocument
  let lines: SourceLines
  let parsed: TOMLParsedText

  init(_ document: EditedDocument) throws(DecantError) {
    self.init(
      document,
      try document.parsed.form { () throws(DecantError) in try TOMLParsedText(of: document) })
  }

  init(_ document: EditedDocument, _ parsed: TOMLParsedText) {
    self.document = document
    lines = SourceLines(document.bytes)
    self.parsed = parsed
  }

  var nodes: TOMLParsedText.Nodes { parsed.nodes }
  var statements: [Statement] { parsed.statements }
  var headers: [Int] { parsed.headers }
  var step: [UInt8] { parsed.step }
  var lineEnd: [UInt8] { document.lineEnd }

  // MARK: Nodes

  /// Returns the node that a value in brackets, or alone on its line, is in the parsed document.
  func node(_ value: Int) -> Int {
    let offset = document.offset(at: value)
    guard let statement = statement(at: offset) else { return 0 }
    let first = statements[statement].node
    return (first + 1..<nodes.count).binarySearch { nodes[$0].value.lowerBound > offset } - 1
  }

  /// Returns the node of a child with a number.
  func child(_ number: Int, of node: Int) -> Int {
    siblings(from: nodes[node].first).dropFirst(number).first { _ in true } ?? node
  }

  func parent(of node: Int) -> Int { Int(nodes[node].parent) }

  /// Whether the node is in an array or a table in braces, at any depth.
  func isInBrackets(_ node: Int) -> Bool {
    var outer = parent(of: node)
    while outer > 0, nodes[outer].isInLines { outer = parent(of: outer) }
    return outer > 0
  }

  /// Whether the node is a table, or a sequence of tables, that consists of lines.
  func isInLines(_ node: Int) -> Bool { !isInBrackets(node) && nodes[node].isInLines }

  /// The nodes from `node` on in the same parent.
  func siblings(from node: Int32) -> some Sequence<Int> {
    sequence(first: node) { nodes[Int($0)].next }.lazy.prefix { $0 >= 0 }.map { Int($0) }
  }

  func children(of node: Int) -> [Int] { Array(siblings(from: nodes[node].first)) }

  /// The elements of an array, or the values of the pairs of a table in braces, in the order of the text.
  ///
  /// A dotted key has its value in a table that has no braces of its own; the items of such a table are those inside it.
  func items(of node: Int) -> [Int] {
    guard nodes[node].kind != .array else { return children(of: node) }
    var items: [Int] = []
    var open = children(of: node)
    while let next = open.popLast() {
      if nodes[next].kind == .table { open += children(of: next) } else { items.append(next) }
    }
    return items.sorted { nodes[$0].entry < nodes[$1].entry }
  }

  func start(ofItem item: Int) -> Int {
    let node = nodes[item]
    return node.traits.contains(.isKeyed) ? Int(node.entry) : node.value.lowerBound
  }

  // MARK: Statements

  /// The first statement of a node or of one inside it; nil for the root of a document without any.
  func firstStatement(of node: Int) -> Int? {
    // A table is where it, or the first one inside of it, was defined first.
    var first: Int?
    var node = node
    while true {
      let own = nodes[node]
      if !own.isInLines || own.traits.contains(.hasHeader) {
        let statement = statement(at: own.value.lowerBound) ?? 0
        first = min(first ?? statement, statement)
      }
      guard own.isInLines, own.first >= 0 else { return first }
      node = Int(own.first)
    }
  }

  /// The statements of a node and of those inside it.
  func statements(of node: Int) -> [Int] {
    var found: [Int] = []
    var open = [node]
    while let next = open.popLast() {
      let node = nodes[next]
      if !node.isInLines || node.traits.contains(.hasHeader) {
        found += statement(at: node.value.lowerBound).map { [$0] } ?? []
      }
      if node.isInLines { open += siblings(from: node.first) }
    }
    return found.sorted()
  }

  /// Returns the statement in which a byte of a header or value is.
  func statement(at offset: Int) -> Int? {
    let next = (0..<statements.count).binarySearch { statements[$0].start > offset }
    return next > 0 ? next - 1 : nil
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
    guard nodes[table].traits.contains(.hasHeader) else { return nil }
    return statement(at: nodes[table].value.lowerBound).map { statements[$0].section }
  }

  /// The pairs outside of the table's own sections whose dotted keys lead into it, from the last one.
  func dottedPairs(of table: Int) -> [Int] {
    statements(of: table).reversed().filter { index in
      let statement = statements[index]
      return !statement.isHeader && partNumber(of: table, in: statement) >= 0
    }
  }

  // MARK: Keys

  /// The number of keys on the path to the node.
  func keyCount(of node: Int) -> Int {
    var count = 0
    var node = node
    while node > 0 {
      if nodes[node].traits.contains(.isKeyed) { count += 1 }
      node = parent(of: node)
    }
    return count
  }

  /// The parts of the key of a pair, on a line or in braces.
  func keyParts(ofPair node: Int) -> [Range<Int>] {
    let last = parsed.key(of: node)
    return parsed.parts(in: Int(nodes[node].entry)..<last.lowerBound) + [last]
  }

  func keyParts(of statement: Statement) -> [Range<Int>] {
    statement.isHeader
      ? parsed.parts(in: statement.start..<statement.end) : keyParts(ofPair: statement.node)
  }

  /// Returns the number of the part of a statement's key that names `node`; negative if the key is inside it.
  func partNumber(of node: Int, in statement: Statement) -> Int {
    let outer = statement.isHeader ? 0 : keyCount(of: table(ofSection: statement.section))
    return keyCount(of: node) - outer - 1
  }

  /// What is between the key of a pair and its value, before and after the equals sign.
  func sign(ofPair node: Int) -> (before: [UInt8], after: [UInt8]) {
    let sign = lines.bytes(parsed.key(of: node).upperBound..<nodes[node].value.lowerBound)
    let equals = sign.firstIndex(of: UInt8(ascii: "=")) ?? 0
    return (Array(sign[..<equals]), Array(sign[(equals + 1)...]))
  }

  // MARK: Lines

  /// The end of the line of a statement, with the comment there.
  func lineEnd(of index: Int) -> Int {
    let end = lines.blankEnd(after: statements[index].end, before: lines.count)
    let comment = document.comments(in: end..<end + 1).first
    return comment?.upperBound ?? end
  }

  /// The beginning of the line after a statement.
  func nextLine(after index: Int) -> Int {
    let end = lineEnd(of: index)
    return lines.afterLineEnd(at: end) ?? end
  }

  /// The comments between a statement, or the end, and the line of the statement before.
  private func comments(before index: Int) -> ArraySlice<Range<Int>> {
    let start = index > 0 ? nextLine(after: index - 1) : 0
    let end = index < statements.count ? statements[index].start : lines.count
    return document.comments(in: start..<max(start, end))
  }

  /// The comments directly above a statement, without those that are about the file.
  func commentsAbove(_ index: Int) -> ArraySlice<Range<Int>> {
    let comments = comments(before: index)
    var first = comments.endIndex
    var lineStart = lines.lineStart(of: statements[index].start)
    while first > comments.startIndex,
      lines.afterLineEnd(at: comments[first - 1].upperBound) == lineStart
    {
      first -= 1
      lineStart = lines.lineStart(of: comments[first].lowerBound)
    }
    let run = comments[first...]
    return index > 0 ? run : run.dropFirst(HeadComments.count(ofFileIn: run.map(lines.bytes)))
  }

  /// The beginning of the comments directly above a statement, or of its line.
  func leadingStart(of index: Int) -> Int {
    lines.lineStart(of: commentsAbove(index).first?.lowerBound ?? statements[index].start)
  }

  /// The end of the comments directly below a statement, unless they are directly above the next one.
  func trailingEnd(of index: Int) -> (end: Int, next: Int) {
    let line = (end: lineEnd(of: index), next: nextLine(after: index))
    let isLast = index + 1 == statements.count
    var found = line
    for comment in comments(before: index + 1) {
      guard lines.lineStart(of: comment.lowerBound) == found.next else { break }
      found = (comment.upperBound, lines.afterLineEnd(at: comment.upperBound) ?? lines.count)
    }
    return !isLast && lines.lineStart(of: statements[index + 1].start) == found.next ? line : found
  }

  /// The number of blank lines before headers like those near a statement.
  func blankLineCount(near index: Int) -> Int {
    let section = statements.indices.contains(index) ? statements[index].section : -1
    let near = [section, section + 1, section + 2].first {
      headers.indices.contains($0) && headers[$0] > 0
    }
    guard let near else { return 1 }
    let start = leadingStart(of: headers[near])
    return min(lines.lineEndCount(in: lines.blankLinesStart(before: start)..<start), 2)
  }

  func blankLines(_ count: Int) -> [UInt8] { Array(repeatElement(lineEnd, count: count).joined()) }

  // MARK: Comments

  func commentLines(_ comments: [NodeComment], indent: [UInt8]) -> [UInt8] {
    comments.flatMap { CommentStyle.hashes.lines(of: $0) }.reduce(into: []) {
      $0 += indent + $1 + lineEnd
    }
  }

  /// Returns comments for the end of a line.
  func commentAtEnd(_ comments: [NodeComment]) -> [UInt8] {
    guard !comments.isEmpty else { return [] }
    return [0x20] + comments.flatMap { CommentStyle.hashes.lines(of: $0) }.joined(separator: [0x20])
  }

  func comments(_ ranges: some Sequence<Range<Int>>) -> [NodeComment] {
    ranges.map { NodeComment(text: lines.bytes($0.lowerBound + 1..<$0.upperBound), isBlock: false) }
  }
}
