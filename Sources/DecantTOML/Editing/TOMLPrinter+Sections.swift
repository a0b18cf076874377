internal import DecantCore
internal import DecantEditing

/// New tables with headers.
extension TOMLPrinter {
  /// A table that is printed.
  struct Section {
    enum Header {
      /// None, because the text has one already.
      case none
      case table
      case element
    }

    let header: Header
    /// Where the table begins on the tape.
    let table: Int
    let path: [UInt8]
    /// The key of the table.
    let name: [UInt8]
    /// The lines above the header.
    var above: [UInt8] = []
    var beside: [NodeComment] = []
    let models: TOMLModels
  }

  /// Where sections go.
  struct SectionSlot {
    /// The indentation of headers.
    let indent: [UInt8]
    /// The number of blank lines between sections.
    let blankLines: Int
    let spacing: TOMLPairSpacing

    /// Creates a slot like that of a section, which is near a statement.
    init(near statement: Int, in text: TOMLEditedText) {
      let section =
        text.statements.indices.contains(statement) ? text.statements[statement].section : -1
      indent = text.indentation(ofSection: section)
      blankLines = text.blankLineCount(near: statement)
      spacing = TOMLPairSpacing(ofNewSectionLike: section, in: text)
    }
  }

  /// Returns a section, or those of a sequence of tables, with the comments of the new node.
  func sections(
    of new: CommentedNode, path: [UInt8], isElement: Bool, indent: [UInt8], like models: TOMLModels
  ) -> [Section] {
    let begin = tape.content(of: 0)
    guard tape[begin].kind == .beginSequence else {
      let section = Section(
        header: isElement ? .element : .table, table: begin, path: path, name: path,
        above: text.commentLines(new.above, indent: indent), beside: new.beside, models: models)
      return [section]
    }
    let above = text.commentLines(new.above + new.beside, indent: indent)
    return elements(
      of: begin, path: path, name: path, above: above, indent: indent, like: models)
  }

  /// The comments of a sequence go above its first element: its elements are all that it has in the text.
  private func elements(
    of begin: Int, path: [UInt8], name: [UInt8], above: [UInt8], indent: [UInt8],
    like models: TOMLModels
  ) -> [Section] {
    let beside = begin + 1..<tape.endOfTrailingComments(from: begin + 1)
    var above = above + lines(of: beside, indent: indent)
    let models = text.elements(of: models)
    return tape.pairs(of: begin).map { pair in
      defer { above = [] }
      return Section(
        header: .element, table: pair.value, path: path, name: name,
        above: above + lines(of: pair.before, indent: indent),
        beside: tape.comments(in: pair.after), models: models)
    }
  }

  /// The lines of comments and blank lines, without blank ones at the beginning if these are there already.
  private func lines(
    of trivia: Range<Int>, indent: [UInt8], beginsWithBlanks: Bool = false
  ) -> [UInt8] {
    trivia.reduce(into: []) { lines, index in
      if tape[index].kind == .blankLine, beginsWithBlanks || !lines.isEmpty {
        lines += text.lineEnd
      }
      lines += text.commentLines(tape.comments(in: index..<index + 1), indent: indent)
    }
  }

  /// Returns the lines of sections and of those inside them, without the last line end.
  mutating func text(of sections: [Section], at slot: SectionSlot) throws(DecantError) -> [UInt8] {
    var result: [UInt8] = []
    var open = Array(sections.reversed())
    while let section = open.popLast() {
      let (lines, inner) = try lines(of: section, at: slot)
      open += inner.reversed()
      let begin = section.table + 1
      let comments = tape.comments(in: begin..<tape.endOfTrailingComments(from: begin))
      let beside = comments + section.beside
      let isImplied =
        section.header == .table && lines.isEmpty && !inner.isEmpty && beside.isEmpty
        && section.above.isEmpty
      guard !isImplied else { continue }
      if !result.isEmpty { result += text.blankLines(slot.blankLines) }
      if section.header != .none {
        let width = section.header == .table ? 1 : 2
        result += section.above
        result += text.commentLines(Array(beside.dropFirst()), indent: slot.indent) + slot.indent
        result += [UInt8](repeating: UInt8(ascii: "["), count: width) + section.path
        result += [UInt8](repeating: UInt8(ascii: "]"), count: width)
        result += text.commentAtEnd(Array(beside.prefix(1))) + text.lineEnd
      }
      result += lines
    }
    result.removeLast(result.isEmpty ? 0 : text.lineEnd.count)
    return result
  }

  /// Returns the lines of the pairs of a table, and the sections inside it.
  private mutating func lines(
    of section: Section, at slot: SectionSlot
  ) throws(DecantError) -> (lines: [UInt8], inner: [Section]) {
    var lines: [UInt8] = []
    var inner: [Section] = []
    var next = tape.endOfTrailingComments(from: section.table + 1)
    let end = tape.partner(of: section.table)
    while let pair = tape.pair(at: next, before: end, isKeyed: true) {
      next = pair.next
      let name = Array(tape.text[tape.textRange(at: pair.key)])
      let models = text.models(section.models, forKey: name)
      let outer = section.path.isEmpty ? [] : section.path + [UInt8(ascii: ".")]
      let path = outer + key(pair.key)
      let above =
        self.lines(of: pair.before, indent: slot.indent)
        + self.lines(of: pair.between, indent: slot.indent)
      let beside = tape.comments(in: pair.after)
      let besideLines = self.lines(of: pair.after, indent: slot.indent)
      switch text.layout(
        of: try plain(pair.value), like: models, in: section.models, section.name)
      {
      case .section where tape[pair.value].kind == .beginMapping:
        inner.append(
          Section(
            header: .table, table: pair.value, path: path, name: name, above: above,
            beside: beside, models: models))
      case .section:
        inner += elements(
          of: pair.value, path: path, name: name, above: above + besideLines,
          indent: slot.indent, like: models)
      case .dotted:
        let prefix = key(pair.key) + [UInt8(ascii: ".")]
        lines += above + besideLines
        for part in tape.pairs(of: pair.value) {
          let name = Array(tape.text[tape.textRange(at: part.key)])
          let models = text.models(models, forKey: name)
          lines += try line(part, after: prefix, slot.spacing, like: models, isFirst: lines.isEmpty)
        }
      case .braces, nil:
        lines += try line(pair, after: [], slot.spacing, like: models, isFirst: lines.isEmpty)
      }
    }
    lines += self.lines(
      of: next..<end, indent: slot.spacing.indent, beginsWithBlanks: !lines.isEmpty)
    return (lines, inner)
  }

  private func plain(_ value: Int) throws(DecantError) -> Document.Node {
    let node = Document.Node(tape: tape, index: value)
    guard writer.hasComment(in: value..<tape.end(of: value)) else { return node }
    return try Document(copying: node).withoutTrivia.root
  }

  /// Returns the line of a pair, with its comments.
  private mutating func line(
    _ pair: CommentedChild, after prefix: [UInt8], _ spacing: TOMLPairSpacing,
    like models: TOMLModels,
    isFirst: Bool
  ) throws(DecantError) -> [UInt8] {
    let lead = lines(of: pair.before, indent: spacing.indent, beginsWithBlanks: !isFirst)
    var above = tape.comments(in: pair.between)
    let beside = tape.comments(in: pair.after)
    let range = pair.value..<tape.end(of: pair.value)
    let isHoisted = tape[pair.value].kind == .beginMapping && writer.hasComment(in: range)
    if isHoisted { above += tape.comments(in: range) }
    above += beside.dropFirst()
    let start = spacing.keyText(prefix + key(pair.key))
    let column = spacing.indent.count + start.count
    let value =
      try isHoisted
      ? line(pair.value) : value(pair.value, column: column, indent: spacing.indent, like: models)
    return lead + text.commentLines(above, indent: spacing.indent) + spacing.indent + start + value
      + text.commentAtEnd(Array(beside.prefix(1))) + text.lineEnd
  }
}
