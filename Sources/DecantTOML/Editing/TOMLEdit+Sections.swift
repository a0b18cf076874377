internal import DecantCore

/// Tables with headers.
extension TOMLEdit {
  private static func isTables(_ new: Document) -> Bool {
    guard new.root.kind == .beginSequence,
      let elements = try? CommentedNode(node: new).elements
    else { return false }
    return !elements.isEmpty && elements.allSatisfy { $0.node.root.kind == .beginMapping }
  }

  // MARK: New text

  /// The place of a new section in the text.
  struct SectionPlace {
    /// The path in its header; empty for the root.
    let path: [UInt8]
    /// The indentation of its header.
    let indent: [UInt8]
    /// The number of a section beside it.
    var section: Int
    /// The number of blank lines between sections.
    let gap: Int
    var models: TOMLModels

    init(
      _ path: [UInt8], near section: Int, gap: Int, in text: TOMLEditedText, like models: TOMLModels
    ) {
      self.path = path
      self.section = section
      self.gap = gap
      self.models = models
      indent =
        section >= 0
        ? text.lines.indentation(at: text.statements[text.headers[section]].start) : []
    }
  }

  /// Returns the lines of a table, and the sections of those inside it.
  private func tableText(
    _ value: Document, at place: SectionPlace
  ) throws(DecantError) -> [UInt8] {
    let generated = try generatedText(of: value, at: place)
    let style = pairStyle(at: place)
    let near = place.models.all.first ?? text.table(ofSection: place.section)
    let values = valueStyle(near: near)
    var result: [UInt8] = []
    var written = 0
    func append(upTo end: Int) {
      result += Array(generated.bytes[written..<end]).indented(by: [], lineEnd: lineEnd)
      written = end
    }
    for statement in generated.statements {
      if statement.isHeader {
        if !result.isEmpty, generated.lines.isSpace(written..<statement.start) {
          result += lineEnd + blankLines(place.gap)
          written = statement.start
        }
        append(upTo: statement.start)
        let parts = generated.keyParts(of: statement)
        result += place.indent
        append(upTo: parts[0].lowerBound)
        if !place.path.isEmpty { result += place.path + [UInt8(ascii: ".")] }
      } else if let key = generated.keyParts(of: statement).last {
        append(upTo: statement.start)
        let value = generated.nodes[statement.node].value
        let name = Array(generated.bytes[statement.start..<key.upperBound])
        let start = style.keyText(name)
        result += style.indent + start
        result += valueText(
          of: statement.node, in: generated, column: style.indent.count + start.count,
          indent: style.indent, values
        ) { text.models(of: statement.node, in: generated, place.models) }
        written = value.upperBound
      }
    }
    append(upTo: generated.bytes.count)
    while let last = result.last, EditedLines.isLineEnd(last) { result.removeLast() }
    return result
  }

  private func generatedText(
    of table: Document, at place: SectionPlace
  ) throws(DecantError) -> TOMLEditedText {
    var options = TOMLWritingOptions()
    if let byte = text.step.first, text.step.allSatisfy({ $0 == byte }) {
      options.indentation = Indentation(byte: byte, width: text.step.count)
    }
    options.usesStyles = true
    let tape = styled(table, named: place.path, like: place.models)
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    var writer = TOMLDocumentWriter(tape, options)
    try writer.write(to: sink)
    try sink.flush()
    return try TOMLEditedText(EditedBytes(destination.bytes))
  }

  /// The style of the pairs of a new section.
  private func pairStyle(at place: SectionPlace) -> TOMLPairStyle {
    var style = TOMLPairStyle(ofSection: place.section, in: text)
    style.column = nil
    if style.before.count > 1 { style.before = [0x20] }
    if style.after.count > 1 { style.after = [0x20] }
    let isDeeper = place.section >= 0 && style.indent.starts(with: place.indent)
    style.indent = place.indent + (isDeeper ? style.indent.dropFirst(place.indent.count) : [])
    return style
  }

  /// Returns a section after the indentation of its header, which is left out if only tables are inside it.
  private func sectionText(
    _ value: CommentedNode, header: [UInt8], at place: SectionPlace
  ) throws(DecantError) -> [UInt8] {
    let value = try value.asSection
    let lines = try tableText(value.node, at: place)
    let above = commentLines(value.above, indent: place.indent)
    let isImplied = lines.dropFirst(place.indent.count).first == UInt8(ascii: "[")
    let isElement = header.starts(with: "[[".utf8)
    if isImplied, !isElement, !value.hasComments {
      return Array(lines.dropFirst(place.indent.count))
    }
    let header =
      (above.isEmpty ? [] : above.dropFirst(place.indent.count) + place.indent) + header
      + commentAtEnd(value.beside.first)
    if lines.isEmpty { return header }
    return header + lineEnd + (isImplied ? blankLines(place.gap) : []) + lines
  }

  /// Returns the sections of a table or of a sequence of tables.
  private func sectionsText(
    _ value: CommentedNode, at place: SectionPlace
  ) throws(DecantError) -> [UInt8] {
    guard value.node.root.kind == .beginSequence else {
      let header = [UInt8(ascii: "[")] + place.path + [UInt8(ascii: "]")]
      return try sectionText(value, header: header, at: place)
    }
    let header = Array("[[".utf8) + place.path + Array("]]".utf8)
    var place = place
    place.models = text.elements(of: place.models)
    var result: [UInt8] = []
    // Between the elements there is no place for the comments of the sequence.
    var above = value.above + value.beside + value.beginComments
    for element in try value.elements {
      if !result.isEmpty { result += lineEnd + blankLines(place.gap) + place.indent }
      let element = CommentedNode(
        above: above + element.above, beside: element.beside, node: element.node)
      above = []
      result += try sectionText(element, header: header, at: place)
    }
    return result
  }

  // MARK: Insertion

  func sectionInsertion(
    of new: CommentedNode, forKey key: String, in table: Int
  ) throws(DecantError) -> [ByteEdit] {
    let outer = text.path(of: table)
    let path = (outer.isEmpty ? [] : outer + [UInt8(ascii: ".")]) + keyText(key, like: nil)
    let last =
      table == 0 ? text.statements.count - 1 : text.statementRange(of: table).upperBound - 1
    guard last >= 0 else {
      let place = SectionPlace(path, near: -1, gap: 1, in: text, like: TOMLModels())
      return endInsertion(try sectionsText(new, at: place))
    }
    let name = Array(key.utf8)
    let place = SectionPlace(
      path, near: text.statements[last].section, gap: text.blankLineCount(near: last), in: text,
      like: TOMLModels(
        same: text.twins(of: table).compactMap { text.child(of: $0, named: name) },
        beside: text.children(of: table).suffix(TOMLEditedText.modelCount).reversed()))
    return [insertion(of: place.indent + (try sectionsText(new, at: place)), place)]
  }

  /// Inserts sections after the one beside which they are.
  private func insertion(of new: [UInt8], _ place: SectionPlace) -> ByteEdit {
    let last = text.statements(ofSection: place.section).upperBound - 1
    let end = text.trailingEnd(of: last).end
    return ByteEdit(end..<end, lineEnd + blankLines(place.gap) + new)
  }

  /// Inserts elements into a sequence of tables with headers.
  func elementInsertion(
    of new: [NewChild], in tables: Int, _ tapeNode: Int
  ) throws(DecantError) -> [ByteEdit] {
    guard new.allSatisfy({ $0.value.root.kind == .beginMapping }) else {
      return try sequenceReplacement(of: tables, tapeNode, by: new)
    }
    var edits: [ByteEdit] = []
    for child in new {
      edits += try elementInsertion(of: CommentedNode(child.value), at: child.index, in: tables)
    }
    return edits
  }

  private func elementInsertion(
    of new: CommentedNode, at index: Int, in tables: Int
  ) throws(DecantError) -> [ByteEdit] {
    let elements = text.children(of: tables)
    let sibling = elements[min(index, elements.count - 1)]
    let statements = text.statementRange(of: sibling)
    let header = text.statements[statements.lowerBound]
    let models = TOMLModels(
      same: Array(([sibling] + text.twins(of: sibling)).prefix(TOMLEditedText.modelCount)))
    var place = SectionPlace(
      text.path(of: tables), near: header.section,
      gap: text.blankLineCount(near: statements.lowerBound), in: text, like: models)
    let block =
      place.indent
      + (try sectionText(
        new, header: Array(document.bytes[header.start..<header.end]), at: place))
    guard index < elements.count else {
      place.section = text.statements[statements.upperBound - 1].section
      return [insertion(of: block, place)]
    }
    let start = text.leadingStart(of: statements.lowerBound)
    return [ByteEdit(start..<start, block + lineEnd + blankLines(place.gap))]
  }

  // MARK: Replacement

  func rootReplacement(by new: Document) throws(DecantError) -> [ByteEdit] {
    guard new.root.kind == .beginMapping else { throw DecantError(.toml(.rootIsNotATable)) }
    let place = SectionPlace([], near: -1, gap: 1, in: text, like: TOMLModels(same: [0]))
    let lines = try tableText(new, at: place)
    guard !text.statements.isEmpty else { return lines.isEmpty ? [] : endInsertion(lines) }
    let start = text.leadingStart(of: 0)
    return [ByteEdit(start..<text.lineEnd(of: text.statements.count - 1).end, lines)]
  }

  /// Replaces a table, or a sequence of tables, that consists of lines.
  func sectionReplacement(
    of node: Int, _ tapeNode: Int, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    let isTable = text.nodes[node].kind == .table
    let models = TOMLModels(same: [node] + text.twins(of: node))
    if isTable, new.root.kind == .beginMapping {
      if let section = text.section(of: node) {
        return try replacement(ofSection: section, node, by: new, like: models)
      }
    } else if isTable, text.nodes[text.parent(of: node)].kind == .tables {
      let end = document.tape.end(of: tapeNode)
      return try sequenceReplacement(
        of: text.parent(of: node), outerSequence(of: tapeNode), tapeNode..<end, by: new)
    }
    let isSame = isTable ? new.root.kind == .beginMapping : Self.isTables(new)
    if isSame, lastDottedPair(of: node) == nil, let first = text.statementRange(of: node).first {
      let place = SectionPlace(
        text.path(of: node), near: text.statements[first].section,
        gap: text.blankLineCount(near: first), in: text, like: models)
      return replacing(node, at: first, by: try sectionsText(CommentedNode(node: new), at: place))
    }
    return try setting(node) { (column, indent) throws(DecantError) in
      try lineText(new, column: column, indent: indent, near: node, like: models)
    }
  }

  /// Replaces what is after the header of a table, and the tables inside it.
  private func replacement(
    ofSection section: Int, _ table: Int, by new: Document, like models: TOMLModels
  ) throws(DecantError) -> [ByteEdit] {
    let own = text.statements(ofSection: section)
    let place = SectionPlace(
      text.path(of: table), near: section, gap: text.blankLineCount(near: own.lowerBound), in: text,
      like: models)
    let lines = try tableText(new, at: place)
    let beginsWithHeader = lines.drop { EditedLines.isBlank($0) }.first == UInt8(ascii: "[")
    let start = text.lineEnd(of: own.lowerBound).end
    let end = own.count > 1 ? text.trailingEnd(of: own.upperBound - 1).end : start
    let body =
      lines.isEmpty ? [] : lineEnd + (beginsWithHeader ? blankLines(place.gap) : []) + lines
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

  /// Replaces a sequence of tables by an array with new elements.
  private func sequenceReplacement(
    of tables: Int, _ tapeNode: Int, by new: [NewChild]
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: tapeNode)
    var tape = Tape()
    var place = tapeNode
    for child in new {
      let next =
        child.index < children.count
        ? children[child.index].start : document.tape.end(of: tapeNode) - 1
      try tape.append(place..<next, of: document.tape)
      try tape.append(0..<child.value.tape.count, of: child.value.tape)
      place = next
    }
    try tape.append(place..<document.tape.end(of: tapeNode), of: document.tape)
    return try sequenceReplacement(of: tables, by: Document(tape))
  }

  /// Replaces a sequence of tables by an array, in which another node is at `range` of the tape.
  private func sequenceReplacement(
    of tables: Int, _ tapeNode: Int, _ range: Range<Int>, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    var tape = Tape()
    try tape.append(tapeNode..<range.lowerBound, of: document.tape)
    try tape.append(0..<new.tape.count, of: new.tape)
    try tape.append(range.upperBound..<document.tape.end(of: tapeNode), of: document.tape)
    return try sequenceReplacement(of: tables, by: Document(tape))
  }

  private func sequenceReplacement(
    of tables: Int, by sequence: Document
  ) throws(DecantError) -> [ByteEdit] {
    let models = TOMLModels(same: text.twins(of: tables))
    return try setting(tables) { (column, indent) throws(DecantError) in
      try lineText(sequence, column: column, indent: indent, near: tables, like: models)
    }
  }
}
