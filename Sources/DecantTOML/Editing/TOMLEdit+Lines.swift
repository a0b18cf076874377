internal import DecantCore

/// Pairs on lines, and the removal of lines.
extension TOMLEdit {
  // MARK: Insertion

  typealias ValueText =
    (_ column: Int, _ indent: [UInt8]) throws(DecantError) -> [UInt8]

  enum KeyName {
    /// The parts of a dotted key; a key without dots has one.
    case names([String])
    case spelled([UInt8])
  }

  struct NewPair {
    let key: KeyName
    var above: [NodeComment] = []
    var beside: NodeComment?
    let value: ValueText
  }

  private func keyText(_ key: KeyName, like sibling: Range<Int>?) -> [UInt8] {
    switch key {
    case .names(let names):
      Array(names.map { keyText($0, like: sibling) }.joined(separator: [UInt8(ascii: ".")]))
    case .spelled(let text): text
    }
  }

  /// Returns the node beside which a new pair of a table is inserted.
  func neighbor(ofNewPairIn table: Int) -> Int {
    let pair =
      text.section(of: table).flatMap { text.statements(ofSection: $0).last }
      ?? lastDottedPair(of: table)
    return pair.map { text.statements[$0].node } ?? table
  }

  /// Returns the models of a new value on a line.
  func models(
    of new: Document.Node, forKey key: [UInt8], in table: Int
  ) -> TOMLModels {
    guard new.kind == .beginMapping || new.kind == .beginSequence else { return TOMLModels() }
    return TOMLModels(
      same: text.twins(of: table).compactMap { text.child(of: $0, named: key) },
      beside: text.children(of: table).reversed())
  }

  /// Returns a table as pairs with dotted keys.
  func dottedPairs(
    of new: Document, forKey key: String, in table: Int
  ) throws(DecantError) -> [NewPair] {
    let near = neighbor(ofNewPairIn: table)
    var pairs: [NewPair] = []
    for pair in new.root.pairs {
      guard let name = pair.key.text else { continue }
      let value = try Document(copying: pair.value)
      let models = TOMLModels(
        same: text.children(of: table).compactMap { text.child(of: $0, named: Array(name.utf8)) })
      pairs.append(
        NewPair(key: .names([key, name])) { (column, indent) throws(DecantError) in
          try lineText(value, column: column, indent: indent, near: near, like: models)
        })
    }
    return pairs
  }

  /// Inserts pairs after the last one of a table, with comments above and beside them.
  func pairInsertion(
    of pairs: [NewPair], in table: Int
  ) throws(DecantError) -> [ByteEdit] {
    if let section = text.section(of: table) {
      let style = TOMLPairStyle(ofSection: section, in: text)
      let statements = text.statements(ofSection: section)
      let sibling = statements.last { !text.statements[$0].isHeader }.flatMap {
        text.keyParts(of: text.statements[$0]).last
      }
      let line = try lines(of: pairs, style, like: sibling)
      guard let last = statements.last else { return rootInsertion(line) }
      let place =
        text.statements[last].isHeader ? text.trailingEnd(of: last).end : text.lineEnd(of: last).end
      // Comments below a header are not about its first pair.
      let isBelowComment = place > text.lineEnd(of: last).end
      return [ByteEdit(place..<place, (isBelowComment ? lineEnd : []) + lineEnd + line)]
    }
    if let last = lastDottedPair(of: table) {
      let statement = text.statements[last]
      let parts = text.keyParts(of: statement)
      let number = text.partNumber(of: table, in: statement)
      let prefix = document.bytes[statement.start..<parts[number + 1].lowerBound]
      let style = TOMLPairStyle(ofSection: statement.section, in: text)
      let place = text.lineEnd(of: last).end
      let lines = try lines(of: pairs, style, like: parts.last, after: Array(prefix))
      return [ByteEdit(place..<place, lineEnd + lines)]
    }
    // Only headers of tables inside it imply the table.
    guard let first = text.statementRange(of: table).first else { return [] }
    let place = text.leadingStart(of: first)
    let indent = text.lines.indentation(at: text.statements[first].start)
    var style = TOMLPairStyle(ofSection: text.statements[first].section, in: text)
    style.column = nil
    let header = indent + [UInt8(ascii: "[")] + text.path(of: table) + [UInt8(ascii: "]")]
    let line = try lines(of: pairs, style, like: nil)
    let gap = blankLines(text.blankLineCount(near: first))
    return [ByteEdit(place..<place, header + lineEnd + line + lineEnd + gap)]
  }

  private func lines(
    of pairs: [NewPair], _ style: TOMLPairStyle,
    like sibling: Range<Int>?, after prefix: [UInt8] = []
  ) throws(DecantError) -> [UInt8] {
    var lines: [UInt8] = []
    for pair in pairs {
      if !lines.isEmpty { lines += lineEnd }
      lines += commentLines(pair.above, indent: style.indent)
      lines += try line(style, prefix + keyText(pair.key, like: sibling), pair.value)
      lines += commentAtEnd(pair.beside)
    }
    return lines
  }

  /// Returns a pair; the line may be indented already.
  private func line(
    _ style: TOMLPairStyle, _ key: [UInt8], _ value: ValueText, isIndented: Bool = false
  ) throws(DecantError) -> [UInt8] {
    let key = style.keyText(key)
    let text = try value(style.indent.count + key.count, style.indent)
    return (isIndented ? [] : style.indent) + key + text
  }

  func blankLines(_ count: Int) -> [UInt8] {
    (0..<count).reduce(into: []) { lines, _ in lines += lineEnd }
  }

  /// Inserts the first line of the root, before the first header and its comments.
  private func rootInsertion(_ line: [UInt8]) -> [ByteEdit] {
    guard !text.headers.isEmpty else { return endInsertion(line) }
    let place = text.leadingStart(of: 0)
    return [ByteEdit(place..<place, line + lineEnd + lineEnd)]
  }

  /// Inserts text at the end of a document without statements.
  func endInsertion(_ new: [UInt8]) -> [ByteEdit] {
    let end = document.bytes.count
    let isLineStart = text.lines.lineStart(end) == end
    // The comments are the file's.
    let isBelowComment = text.lines.leadingStart(of: end, after: text.lines.fileStart) < end
    let gap = isBelowComment ? lineEnd : []
    return [ByteEdit(end..<end, (isLineStart ? [] : lineEnd) + gap + new + lineEnd)]
  }

  /// The last pair outside of the table's own sections whose dotted key leads into it.
  func lastDottedPair(of table: Int) -> Int? {
    text.statementRange(of: table).last { index in
      let statement = text.statements[index]
      return !statement.isHeader && text.isInside(statement.node, of: table)
        && text.partNumber(of: table, in: statement) >= 0
    }
  }

  // MARK: Removal

  /// Removes nodes on lines; the table around them stays, even if it is empty.
  func lineRemoval(of nodes: [Int], in parent: Int) throws(DecantError) -> [ByteEdit] {
    guard !text.isDefined(parent, without: nodes), let node = nodes.last,
      let first = text.statementRange(of: node).first
    else {
      return removal(ofStatements: nodes.flatMap { text.statements(of: $0) }.sorted())
    }
    if text.nodes[parent].kind == .tables {
      return try setting(parent) { _, _ in Array("[]".utf8) }
    }
    return removal(ofStatements: nodes.dropLast().flatMap { text.statements(of: $0) }.sorted())
      + emptying(parent, of: node, at: first)
  }

  /// Replaces the last node of a table by what keeps the table.
  private func emptying(_ parent: Int, of node: Int, at first: Int) -> [ByteEdit] {
    let statement = text.statements[first]
    if statement.isHeader {
      let header = [UInt8(ascii: "[")] + text.path(of: parent) + [UInt8(ascii: "]")]
      return replacing(node, at: first, by: header, withComments: true)
    }
    let part = text.keyParts(of: statement)[text.partNumber(of: parent, in: statement)]
    let style = TOMLPairStyle(ofPairAt: statement.start, in: text)
    let key = document.bytes[statement.start..<part.upperBound]
    return replacing(
      node, at: first, by: style.keyText(Array(key)) + Array("{}".utf8), withComments: true)
  }

  /// Replaces a table or sequence of tables by a pair in the table around it.
  func setting(_ node: Int, to value: @escaping ValueText) throws(DecantError) -> [ByteEdit] {
    let parent = text.parent(of: node)
    guard let first = text.statementRange(of: node).first else { return [] }
    if let pair = lastDottedPair(of: node) {
      let statement = text.statements[pair]
      let part = text.keyParts(of: statement)[text.partNumber(of: node, in: statement)]
      let style = TOMLPairStyle(ofPairAt: statement.start, in: text)
      let key = document.bytes[statement.start..<part.upperBound]
      return replacing(node, at: pair, by: try line(style, Array(key), value, isIndented: true))
    }
    let statement = text.statements[first]
    let part = text.keyParts(of: statement)[text.partNumber(of: node, in: statement)]
    let key = KeyName.spelled(Array(document.bytes[part]))
    let isAlone = text.statements(of: node).count == text.statements.count
    // The comments of a table stay; those of the elements of a sequence go with them.
    let isTable = text.nodes[node].kind == .table
    let (above, beside) = isTable ? comments(ofStatement: first) : ([], [])
    guard isAlone || !text.isDefined(parent, without: [node]) else {
      let pair = NewPair(key: key, above: above, beside: beside.first, value: value)
      return try pairInsertion(of: [pair], in: parent) + runs(of: node).map(removal)
    }
    var style = TOMLPairStyle(ofSection: statement.section, in: text)
    style.column = nil
    let header = [UInt8(ascii: "[")] + text.path(of: parent) + [UInt8(ascii: "]")]
    let line = try line(style, keyText(key, like: nil), value, isIndented: parent == 0)
    return replacing(
      node, at: first,
      by: (parent == 0 ? [] : header + lineEnd) + line + commentAtEnd(beside.first),
      withComments: !isTable)
  }

  /// Runs of consecutive statements of a node.
  private func runs(of node: Int) -> [ClosedRange<Int>] {
    runs(of: text.statements(of: node))
  }

  private func runs(of statements: [Int]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for index in statements {
      if let last = runs.last, last.upperBound + 1 == index {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }

  func removal(ofStatements statements: [Int]) -> [ByteEdit] {
    runs(of: statements).map(removal)
  }

  /// Replaces the statements of a node that are together with one of them by other text, and removes the rest.
  func replacing(
    _ node: Int, at statement: Int, by new: [UInt8], withComments: Bool = false
  ) -> [ByteEdit] {
    runs(of: node).map { run in
      guard run.contains(statement) else { return removal(of: run) }
      var start = text.statements[run.lowerBound].start
      if withComments {
        start = text.lines.blankEnd(after: text.leadingStart(of: run.lowerBound))
      }
      let isSection = run.contains { text.statements[$0].isHeader }
      var end = text.statements[run.upperBound].end
      if isSection {
        end = text.trailingEnd(of: run.upperBound).end
      } else if run.count > 1 || withComments {
        end = text.lineEnd(of: run.upperBound).end
      }
      return ByteEdit(start..<end, new)
    }
  }

  private func removal(of run: ClosedRange<Int>) -> ByteEdit {
    let start = text.leadingStart(of: run.lowerBound)
    var end = text.lineEnd(of: run.upperBound).next
    if text.statements[run.lowerBound].isHeader {
      end = text.trailingEnd(of: run.upperBound).next
    }
    let before = text.blankLinesStart(before: start)
    let next = text.blankLinesEnd(from: end)
    if end == document.bytes.count { return finalRemoval(before..<end) }
    // The blank lines on one side are enough.
    let isFirst = before == text.lines.lineStart(0)
    return ByteEdit(start..<(before < start || isFirst ? next : end))
  }

  /// Removes also the line end before, at the end of a document without one.
  private func finalRemoval(_ range: Range<Int>) -> ByteEdit {
    let bytes = document.bytes
    guard range.upperBound == bytes.count, !range.isEmpty, range.lowerBound > 0,
      EditedLines.isLineEnd(bytes[range.lowerBound - 1]),
      !EditedLines.isLineEnd(bytes[bytes.count - 1])
    else { return ByteEdit(range) }
    var start = range.lowerBound - 1
    if bytes[start] == 0x0A, start > 0, bytes[start - 1] == 0x0D { start -= 1 }
    return ByteEdit(start..<range.upperBound)
  }
}
