/// Tables with headers.
extension TOMLEdit {
  /// Whether a new value is written with headers, as most of those beside it, rather than on a line.
  func isSection(_ new: Document, in table: Int) -> Bool {
    let isTable = new.root.kind == .beginMapping
    guard isTable || Self.isTables(new) else { return false }
    if table > 0, text.section(of: table) == nil, lastDottedPair(of: table) != nil { return false }
    let siblings = text.children(of: table).reversed()
    for sibling in siblings {
      switch text.nodes[sibling].kind {
      case .table where isTable:
        return text.statements[text.statementRange(of: sibling).lowerBound].isHeader
      case .inlineTable where isTable: return false
      case .tables where !isTable: return true
      case .array where !isTable && hasTables(sibling): return false
      default: continue
      }
    }
    if isTable || text.nodes.contains(where: { $0.kind == .tables }) { return true }
    return !text.statements.contains { hasTables($0.node) }
  }

  private static func isTables(_ new: Document) -> Bool {
    var isEmpty = true
    for element in new.root.elements {
      guard element.kind == .beginMapping else { return false }
      isEmpty = false
    }
    return !isEmpty
  }

  private func hasTables(_ node: Int) -> Bool {
    let node = text.nodes[node]
    return node.kind == .array && node.first >= 0
      && text.nodes[Int(node.first)].kind == .inlineTable
  }

  // MARK: New text

  /// Returns the lines of a table, and the sections of those inside it, whose headers begin with `path`.
  private func tableText(
    _ value: Document, _ path: [UInt8], indent: [UInt8], nearSection section: Int
  ) throws(DecantError) -> [UInt8] {
    var options = WritingOptions()
    if let byte = text.step.first, text.step.allSatisfy({ $0 == byte }) {
      options.indentation = Indentation(byte: byte, width: text.step.count)
    }
    let generated = try TOMLEditedText(EditedBytes(try document.written(value, options)))
    let style = pairStyle(nearSection: section, indent)
    var result: [UInt8] = []
    var place = 0
    for statement in generated.statements {
      result += generated.bytes[place..<statement.start]
      if statement.isHeader {
        let parts = generated.keyParts(of: statement)
        result += indent + generated.bytes[statement.start..<parts[0].lowerBound]
        if !path.isEmpty { result += path + [UInt8(ascii: ".")] }
        place = parts[0].lowerBound
      } else if let key = generated.keyParts(of: statement).last {
        let value = generated.nodes[statement.node].value
        let name = Array(generated.bytes[statement.start..<key.upperBound])
        result += style.indent + style.keyText(name)
        place = value.lowerBound
      }
    }
    return result + generated.bytes[place...]
  }

  /// The style of the pairs of a new section after a header with the indentation.
  private func pairStyle(nearSection section: Int, _ indent: [UInt8]) -> TOMLPairStyle {
    var style = TOMLPairStyle(ofSection: section, in: text)
    style.column = nil
    if style.before.count > 1 { style.before = [0x20] }
    if style.after.count > 1 { style.after = [0x20] }
    let outer = indentation(ofSection: section)
    let isDeeper = section >= 0 && style.indent.starts(with: outer)
    style.indent = indent + (isDeeper ? style.indent.dropFirst(outer.count) : [])
    return style
  }

  private func indentation(ofSection section: Int) -> [UInt8] {
    guard section >= 0 else { return [] }
    return text.lines.indentation(at: text.statements[text.headers[section]].start)
  }

  /// Returns a section after the indentation of its header, which is left out if only tables are inside it.
  private func sectionText(
    _ value: Document, header: [UInt8], _ path: [UInt8], indent: [UInt8], nearSection section: Int
  ) throws(DecantError) -> [UInt8] {
    let lines = try tableText(value, path, indent: indent, nearSection: section)
    if lines.isEmpty { return header }
    let isImplied = lines.dropFirst(indent.count).first == UInt8(ascii: "[")
    let isElement = header.starts(with: "[[".utf8)
    if isImplied, !isElement { return Array(lines.dropFirst(indent.count)) }
    return header + lineEnd + (isImplied ? blankLines(1) : []) + lines
  }

  /// Returns the sections of a table or of a sequence of tables.
  private func sectionsText(
    _ value: Document, _ path: [UInt8], indent: [UInt8], nearSection section: Int, gap: Int
  ) throws(DecantError) -> [UInt8] {
    guard value.root.kind == .beginSequence else {
      let header = [UInt8(ascii: "[")] + path + [UInt8(ascii: "]")]
      return try sectionText(value, header: header, path, indent: indent, nearSection: section)
    }
    let header = Array("[[".utf8) + path + Array("]]".utf8)
    var result: [UInt8] = []
    for element in value.root.elements {
      if !result.isEmpty { result += lineEnd + blankLines(gap) + indent }
      result += try sectionText(
        try Document(copying: element), header: header, path, indent: indent, nearSection: section)
    }
    return result
  }

  // MARK: Insertion

  func sectionInsertion(
    of new: Document, forKey key: String, in table: Int
  ) throws(DecantError) -> [ByteEdit] {
    let outer = text.path(of: table)
    let path = (outer.isEmpty ? [] : outer + [UInt8(ascii: ".")]) + keyText(key, like: nil)
    let last =
      table == 0 ? text.statements.count - 1 : text.statementRange(of: table).upperBound - 1
    guard last >= 0 else {
      return endInsertion(try sectionsText(new, path, indent: [], nearSection: -1, gap: 1))
    }
    let section = text.statements[last].section
    let gap = text.blankLineCount(near: last)
    let indent = indentation(ofSection: section)
    let sections = try sectionsText(new, path, indent: indent, nearSection: section, gap: gap)
    return [insertion(of: indent + sections, afterSection: section, gap: gap)]
  }

  private func insertion(of new: [UInt8], afterSection section: Int, gap: Int) -> ByteEdit {
    let place = text.trailingEnd(of: text.statements(ofSection: section).upperBound - 1).end
    return ByteEdit(place..<place, lineEnd + blankLines(gap) + new)
  }

  /// Inserts an element of a sequence of tables with headers.
  func elementInsertion(
    of new: Document, at index: Int, in tables: Int, _ tapeNode: Int
  ) throws(DecantError) -> [ByteEdit] {
    guard new.root.kind == .beginMapping else {
      let children = document.children(of: tapeNode)
      let place =
        index < children.count
        ? children[index].start : document.tape.end(of: tapeNode) - 1
      return try sequenceReplacement(of: tables, tapeNode, place..<place, by: new)
    }
    let elements = text.children(of: tables)
    let sibling = text.statementRange(of: elements[min(index, elements.count - 1)])
    let header = text.statements[sibling.lowerBound]
    let gap = text.blankLineCount(near: sibling.lowerBound)
    let indent = indentation(ofSection: header.section)
    let block =
      indent
      + (try sectionText(
        new, header: Array(document.bytes[header.start..<header.end]), text.path(of: tables),
        indent: indent, nearSection: header.section))
    guard index < elements.count else {
      let section = text.statements[sibling.upperBound - 1].section
      return [insertion(of: block, afterSection: section, gap: gap)]
    }
    let place = text.leadingStart(of: sibling.lowerBound)
    return [ByteEdit(place..<place, block + lineEnd + blankLines(gap))]
  }

  // MARK: Replacement

  func rootReplacement(by new: Document) throws(DecantError) -> [ByteEdit] {
    guard new.root.kind == .beginMapping else { throw DecantError(.toml(.rootIsNotATable)) }
    guard let first = text.statements.first else {
      let lines = try tableText(new, [], indent: [], nearSection: -1)
      return lines.isEmpty ? [] : endInsertion(lines)
    }
    let lines = try tableText(new, [], indent: [], nearSection: -1)
    let start = text.lines.lineStart(first.start)
    return [ByteEdit(start..<text.lineEnd(of: text.statements.count - 1).end, lines)]
  }

  /// Replaces a table, or a sequence of tables, that consists of lines.
  func sectionReplacement(
    of node: Int, _ tapeNode: Int, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    let isTable = text.nodes[node].kind == .table
    if isTable, new.root.kind == .beginMapping {
      if let section = text.section(of: node) {
        return try replacement(ofSection: section, node, by: new)
      }
    } else if isTable, text.nodes[text.parent(of: node)].kind == .tables {
      let end = document.tape.end(of: tapeNode)
      return try sequenceReplacement(
        of: text.parent(of: node), outerSequence(of: tapeNode), tapeNode..<end, by: new)
    }
    let isSame = isTable ? new.root.kind == .beginMapping : Self.isTables(new)
    if isSame, lastDottedPair(of: node) == nil, let first = text.statementRange(of: node).first {
      let section = text.statements[first].section
      let sections = try sectionsText(
        new, text.path(of: node), indent: indentation(ofSection: section), nearSection: section,
        gap: text.blankLineCount(near: first))
      return replacing(node, at: first, by: sections)
    }
    return try setting(node) { (column, indent) throws(DecantError) in
      try lineText(new, column: column, indent: indent)
    }
  }

  /// Replaces what is after the header of a table, and the tables inside it.
  private func replacement(
    ofSection section: Int, _ table: Int, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    let own = text.statements(ofSection: section)
    let lines = try tableText(
      new, text.path(of: table), indent: indentation(ofSection: section), nearSection: section)
    let beginsWithHeader = lines.drop { EditedLines.isBlank($0) }.first == UInt8(ascii: "[")
    let start = text.lineEnd(of: own.lowerBound).end
    let end = own.count > 1 ? text.trailingEnd(of: own.upperBound - 1).end : start
    let body = lines.isEmpty ? [] : lineEnd + (beginsWithHeader ? blankLines(1) : []) + lines
    let others = text.statements(of: table).filter { !own.contains($0) }
    return [ByteEdit(start..<end, body)] + removal(ofStatements: others)
  }

  private func outerSequence(of tapeNode: Int) -> Int {
    var depth = 0
    var index = tapeNode
    while index > 0, depth <= 0 {
      index -= 1
      depth += document.tape[index].depthChange
    }
    return index
  }

  /// Replaces a sequence of tables by an array, in which other nodes are at `range` of the tape.
  private func sequenceReplacement(
    of tables: Int, _ tapeNode: Int, _ range: Range<Int>, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    var tape = Tape()
    try tape.append(tapeNode..<range.lowerBound, of: document.tape)
    try tape.append(0..<new.tape.count, of: new.tape)
    try tape.append(range.upperBound..<document.tape.end(of: tapeNode), of: document.tape)
    let sequence = Document(tape)
    return try setting(tables) { (column, indent) throws(DecantError) in
      try lineText(sequence, column: column, indent: indent)
    }
  }
}
