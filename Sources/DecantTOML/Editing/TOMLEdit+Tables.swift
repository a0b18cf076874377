internal import DecantCore
internal import DecantEditing

/// New lines, and tables in other shapes.
extension TOMLEdit {
  /// Where new pairs of a table go.
  private struct PairSlot {
    let statement: Int
    var isBefore = false
    var blankLines = 0
    var spacing: TOMLPairSpacing
    /// The part of a key like which new ones are spelled.
    var sibling: [UInt8]?
    var prefix: [UInt8] = []
    /// The header that the table gets.
    var header: [UInt8] = []
  }

  private func pairSlot(in table: Int) -> PairSlot {
    if let section = text.section(of: table) {
      let spacing = TOMLPairSpacing(ofSection: section, in: text)
      let own = text.statements(ofSection: section)
      let pairs = own.filter { !text.statements[$0].isHeader }
      guard let pair = pairs.last(where: { !removed.contains($0) }) ?? pairs.last else {
        return own.first.map { PairSlot(statement: $0, spacing: spacing) }
          ?? PairSlot(statement: 0, isBefore: true, blankLines: 1, spacing: spacing)
      }
      let sibling = text.keyParts(of: text.statements[pairs.last ?? pair]).last
      return PairSlot(statement: pair, spacing: spacing, sibling: sibling.map(text.lines.bytes))
    }
    let dotted = text.dottedPairs(of: table)
    if let last = dotted.first(where: { !removed.contains($0) }) ?? dotted.first {
      let statement = text.statements[last]
      let parts = text.keyParts(of: statement)
      let number = text.partNumber(of: table, in: statement)
      let dot = text.lines.bytes(parts[number].upperBound..<parts[number + 1].lowerBound)
      return PairSlot(
        statement: last, spacing: TOMLPairSpacing(ofSection: statement.section, in: text),
        sibling: parts.last.map(text.lines.bytes), prefix: spelled(parts[...number]) + dot)
    }
    // Only headers of tables inside it imply the table.
    let first = text.firstStatement(of: table) ?? 0
    var spacing = TOMLPairSpacing(ofSection: text.statements[first].section, in: text)
    spacing.column = nil
    let indent = text.lines.indentation(at: text.statements[first].start)
    return PairSlot(
      statement: first, isBefore: true, blankLines: text.blankLineCount(near: first),
      spacing: spacing,
      header: indent + [UInt8(ascii: "[")] + path(of: table) + [UInt8(ascii: "]")] + text.lineEnd)
  }

  /// Returns a line, with its comments.
  private func line(
    _ key: [UInt8], _ new: CommentedNode, _ spacing: TOMLPairSpacing, near: Int,
    like models: TOMLModels
  ) throws(DecantError) -> [UInt8] {
    let new = try new.onLine
    let start = spacing.keyText(key)
    var printer = TOMLPrinter(new.node, near: near, in: text)
    let value = try printer.value(
      column: spacing.indent.count + start.count, indent: spacing.indent, like: models)
    return text.commentLines(new.above, indent: spacing.indent) + spacing.indent + start + value
      + text.commentAtEnd(new.beside)
  }

  private mutating func insert(_ lines: [[UInt8]], at slot: PairSlot, in table: Int) {
    define(table)
    let new = lines.joined(separator: text.lineEnd)
    if let index = headers[table] { return added[index].text += text.lineEnd + new }
    if !slot.header.isEmpty { headers[table] = added.count }
    added.append(
      NewLines(
        statement: slot.statement, isBefore: slot.isBefore, isPairs: slot.header.isEmpty,
        text: slot.header + new, blankLines: slot.blankLines,
        depth: text.keyCount(of: table)))
  }

  // MARK: NewLines

  mutating func insert(_ new: [ChildChange], into table: Int) throws(DecantError) {
    let slot = pairSlot(in: table)
    let near = text.statements.isEmpty ? 0 : text.statements[slot.statement].node
    var lines: [[UInt8]] = []
    for child in new {
      guard let key = child.key, case .replaced(let value)? = child.value?.content else { continue }
      let name = Array(key.utf8)
      let plain = try value.withoutTrivia
      switch text.layout(of: plain.root, forKey: name, in: table) {
      case .section:
        try insertSections(CommentedNode(value), forKey: key, in: table)
      case .dotted where !value.hasTrivia:
        let prefix = slot.prefix + text.keyText(key, like: slot.sibling) + [UInt8(ascii: ".")]
        for pair in plain.root.pairs {
          guard let name = pair.key.text else { continue }
          let same = text.children(of: table).compactMap {
            text.child(of: $0, named: Array(name.utf8))
          }
          lines.append(
            try line(
              prefix + text.keyText(name, like: slot.sibling),
              CommentedNode(node: Document(copying: pair.value)), slot.spacing, near: near,
              like: TOMLModels(same: same)))
        }
      case .dotted, .braces, nil:
        let models =
          value.root.isTables || plain.root.kind == .beginSequence
          ? text.models(forKey: name, in: table) : TOMLModels()
        lines.append(
          try line(
            slot.prefix + text.keyText(key, like: slot.sibling), CommentedNode(value),
            slot.spacing, near: near, like: models))
      }
    }
    if !lines.isEmpty { insert(lines, at: slot, in: table) }
  }

  private mutating func insertSections(
    _ new: CommentedNode, forKey key: String, in table: Int
  ) throws(DecantError) {
    let outer = path(of: table)
    let path = (outer.isEmpty ? [] : outer + [UInt8(ascii: ".")]) + text.keyText(key)
    let last = table == 0 ? text.statements.count - 1 : text.statements(of: table).last ?? -1
    var end = last
    var near = 0
    if last >= 0 {
      let section = text.statements[last].section
      end = text.statements(ofSection: section).upperBound - 1
      near = text.table(ofSection: section)
    }
    let models = TOMLModels(
      same: text.models(forKey: Array(key.utf8), in: table).same,
      beside: text.children(of: table).suffix(TOMLEditedText.modelCount).reversed())
    define(table)
    try insert(
      new, path: path, at: end, near: models.all.first ?? near, last, like: models,
      depth: text.keyCount(of: table))
  }

  /// Inserts sections like those near a statement.
  private mutating func insert(
    _ new: CommentedNode, path: [UInt8], at statement: Int, isBefore: Bool = false, near node: Int,
    _ neighbor: Int, isElement: Bool = false, like models: TOMLModels, depth: Int
  ) throws(DecantError) {
    var printer = TOMLPrinter(new.node, near: node, in: text)
    let slot = TOMLPrinter.SectionSlot(near: neighbor, in: text)
    let sections = printer.sections(
      of: new, path: path, isElement: isElement, indent: slot.indent, like: models)
    let lines = try printer.text(of: sections, at: slot)
    added.append(
      NewLines(
        statement: max(statement, 0), isBefore: isBefore, isPairs: false, text: lines,
        blankLines: slot.blankLines, depth: depth))
  }

  // MARK: Sequences of tables

  mutating func make(
    _ children: [ChildChange], ofTables change: Change, _ open: inout [Change]
  ) throws(DecantError) {
    let node = change.node
    let isUniform = children.allSatisfy { child in
      guard case .replaced(let new)? = child.value?.content else { return true }
      return new.root.kind == .beginMapping
    }
    guard isUniform else { return try setArray(change) }
    let elements = text.children(of: node)
    _ = try keep(children, of: change, &open)
    var following: Int?
    var new: [(document: Document, following: Int?)] = []
    for child in children.reversed() {
      if let number = child.number { following = number }
      guard child.number == nil, case .replaced(let document)? = child.value?.content else {
        continue
      }
      new.append((document, following))
    }
    for (document, following) in new.reversed() {
      let sibling = elements[following ?? elements.count - 1]
      let own = text.statements(of: sibling)
      guard let first = own.first, let last = own.last else { continue }
      let twins = ([sibling] + text.twins(of: sibling)).prefix(TOMLEditedText.modelCount)
      define(node)
      try insert(
        CommentedNode(document), path: path(of: node),
        at: following == nil ? last : first, isBefore: following != nil, near: sibling, first,
        isElement: true, like: TOMLModels(same: Array(twins)),
        depth: text.keyCount(of: node))
    }
  }

  /// Makes an array of a sequence of tables, of which an element becomes another value.
  private mutating func setArray(_ change: Change) throws(DecantError) {
    let node = change.node
    let parent = text.parent(of: node)
    let first = text.firstStatement(of: node) ?? 0
    let section = first > 0 ? text.statements[first - 1].section : -1
    let own = text.section(of: parent)
    let hasComments = text.ranges(of: node).contains { !document.comments(in: $0).isEmpty }
    guard own == section || own == nil, !hasComments else {
      throw DecantError(
        .toml(.elementIsNotATable(String(decoding: path(of: node), as: UTF8.self))),
        offset: text.statements[first].start)
    }
    let new = try document.tape.document(
      of: change.tapeNode, after: change.change, isStripped: true)
    try set(node, to: new, [], [])
  }

  // MARK: Replacement

  mutating func replaceLines(of change: Change, by new: Document) throws(DecantError) {
    let node = change.node
    let isTable = text.nodes[node].kind == .table
    let models = TOMLModels(same: [node] + text.twins(of: node))
    let isSame = isTable ? new.root.kind == .beginMapping : new.root.isTables
    if isTable, isSame, let section = text.section(of: node) {
      comment(change)
      return try replaceBody(ofSection: section, node, by: new, like: models)
    }
    guard let first = text.firstStatement(of: node) else { return }
    var (above, beside) = (text.comments(text.commentsAbove(first)), text.commentsBeside(first))
    if change.change.losesComments { (above, beside) = ([], []) }
    if let lines = change.change.comment { above = lines.map { NodeComment(entered: $0) } }
    guard isSame, new.root.isTables, text.dottedPairs(of: node).isEmpty else {
      // The comments of the elements of a sequence go with them.
      return try set(
        node, to: new, isTable || change.change.comment != nil ? above : [], isTable ? beside : [])
    }
    removeLines(of: node)
    define(node)
    try insert(
      CommentedNode(above: above, node: new), path: path(of: node), at: first, near: node, first,
      like: models, depth: text.keyCount(of: node))
  }

  /// Replaces what is after the header of a table, and the tables inside it.
  private mutating func replaceBody(
    ofSection section: Int, _ table: Int, by new: Document, like models: TOMLModels
  ) throws(DecantError) {
    let own = text.statements(ofSection: section)
    let slot = TOMLPrinter.SectionSlot(near: own.lowerBound, in: text)
    let lines = try body(new, of: table, at: slot, like: models)
    let start = text.lineEnd(of: own.lowerBound)
    let end = own.count > 1 ? text.trailingEnd(of: own.upperBound - 1).end : start
    let beginsWithHeader = lines.drop(while: SourceLines.isBlank).first == UInt8(ascii: "[")
    let space = text.lineEnd + text.blankLines(beginsWithHeader ? slot.blankLines : 0)
    pieces.append(ByteEdit(start..<end, lines.isEmpty ? [] : space + lines))
    removed.formUnion(text.statements(of: table).filter { !own.contains($0) })
  }

  private func body(
    _ new: Document, of table: Int, at slot: TOMLPrinter.SectionSlot, like models: TOMLModels
  ) throws(DecantError) -> [UInt8] {
    var printer = TOMLPrinter(new, near: table, in: text)
    let path = path(of: table)
    let section = TOMLPrinter.Section(
      header: .none, table: printer.tape.content(of: 0), path: path, name: path, models: models)
    return try printer.text(of: [section], at: slot)
  }

  mutating func replaceRoot(by new: Document) throws(DecantError) {
    guard new.root.kind == .beginMapping else { throw DecantError(.toml(.rootIsNotATable)) }
    let slot = TOMLPrinter.SectionSlot(near: -1, in: text)
    let lines = try body(new, of: 0, at: slot, like: TOMLModels(same: [0]))
    removeLines(of: 0)
    guard !lines.isEmpty else { return }
    added.append(
      NewLines(statement: 0, isBefore: false, isPairs: true, text: lines, blankLines: 1, depth: 0))
  }

  /// Replaces a table or sequence of tables by a pair in the table around it.
  mutating func set(
    _ node: Int, to new: Document, _ above: [NodeComment], _ beside: [NodeComment]
  ) throws(DecantError) {
    let parent = text.parent(of: node)
    let statements = text.statements(of: node)
    removeLines(of: node)
    let dotted = text.dottedPairs(of: node).last
    guard let first = dotted ?? statements.first else { return }
    let statement = text.statements[first]
    let parts = text.keyParts(of: statement)
    let number = text.partNumber(of: node, in: statement)
    let models = TOMLModels(same: [node] + text.twins(of: node))
    let isOne = dotted == nil || statements.count == 1
    let new = CommentedNode(above: above, beside: isOne ? beside : [], node: new)
    guard dotted == nil else {
      let spacing = TOMLPairSpacing(ofPair: statement.node, in: text)
      let slot = PairSlot(statement: first, spacing: spacing)
      let line = try line(spelled(parts[...number]), new, spacing, near: node, like: models)
      return insert([line], at: slot, in: parent)
    }
    let slot = pairSlot(in: parent)
    let key = slot.prefix + spelled(parts[number...number])
    insert(
      [try line(key, new, slot.spacing, near: node, like: models)], at: slot, in: parent)
  }
}

extension TOMLEditedText {
  func commentsBeside(_ index: Int) -> [NodeComment] {
    comments(document.comments(in: statements[index].end..<lineEnd(of: index)))
  }
}
