internal import DecantCore

/// New values, which look like what is beside them.
extension Reprint {
  /// Where the children of a new value go.
  package enum Placement {
    case lines(indent: [UInt8])
    case inline

    package var indent: [UInt8]? { if case .lines(let indent) = self { indent } else { nil } }
  }

  /// What is between two children.
  private func boundary(_ placement: Placement) -> [UInt8] {
    placement.indent.map { lineEnd + $0 } ?? []
  }

  /// A new item without its separator, and the comments around it.
  package struct NewItem {
    let text: [UInt8]
    var above: [NodeComment] = []
    var beside: [NodeComment] = []

    package init(text: [UInt8], above: [NodeComment] = [], beside: [NodeComment] = []) {
      self.text = text
      self.above = above
      self.beside = beside
    }
  }

  // MARK: Items

  func item(
    _ child: ChildChange, _ value: CommentedNode, _ placement: Placement,
    like sibling: EditedDocument.Child? = nil, key like: [UInt8]? = nil, isOnOneLine: Bool = false,
    string: [UInt8]? = nil, in name: String? = nil, before next: UInt8? = nil, note: [UInt8] = []
  ) throws(DecantError) -> NewItem {
    var text: [UInt8] = []
    var sign = usualSign(placement)
    if let key = child.key {
      sign = self.sign(of: sibling) ?? sign
      text = try printer.text(ofKey: key, like: like, in: document) + note + sign
    }
    var style = ValueStyle(
      sign: sign.withSingleBlanks, key: like, string: string, name: child.key ?? name)
    style.sibling = sibling?.value
    text += try self.text(
      of: value.node, isOnOneLine ? .inline : placement, style, before: next)
    return NewItem(text: text, above: value.above, beside: value.beside)
  }

  mutating func writeBeginning(of item: NewItem, _ placement: Placement) {
    out.write(text(above: item.above, boundary(placement)) + item.text)
  }

  mutating func finish(_ item: NewItem, _ separator: UInt8?, endsLine: Bool) {
    let separator = separator.map { [$0] } ?? []
    let comments = text(beside: item.beside, endsLine: endsLine)
    out.write(
      endsLine || printer.comments.areLines ? separator + comments : comments + separator)
  }

  // MARK: Siblings

  /// The bytes of the string, or of the key, nearest to a child in its collection that shows how others are written.
  func sibling(of child: Int, in spans: ChildSpans, isKey: Bool = false) -> [UInt8]? {
    for sibling in spans.children(near: child) {
      let node = isKey ? sibling.key : sibling.value
      guard let node, document.kind(of: node) == .string else { continue }
      let text = source.bytes(document.contentRange(of: node))
      if printer.isModel(text) { return text }
    }
    return nil
  }

  /// What is between the key and the value of a sibling, if that is only blanks and the sign.
  private func sign(of sibling: EditedDocument.Child?) -> [UInt8]? {
    guard let range = sibling.flatMap(document.signRange), !range.isEmpty,
      document.comments(in: range).isEmpty
    else { return nil }
    let sign = source.bytes(range)
    let marks = printer.keySign.filter { $0 != 0x20 }
    if printer.needsSpacedSign, sign.last.map(marks.contains) ?? true { return nil }
    return marks.allSatisfy(sign.contains) ? sign : nil
  }

  private func usualSign(_ placement: Placement) -> [UInt8] {
    if printer.keySign.isEmpty { return boundary(placement) }
    return layout.isSpaced || printer.needsSpacedSign
      ? printer.keySign : printer.keySign.filter { $0 != 0x20 }
  }

  /// The space after a separator that does not end its line.
  func usualSpacing(_ separator: ListSeparator) -> [UInt8] {
    layout.isSpaced && separator.byte != nil ? [0x20] : []
  }

  /// Whether the nearest collection of the kind of a new value, among its siblings, is on one line, as it can be.
  func hasOneLineSibling(near index: Int, of value: Document, in spans: ChildSpans) -> Bool {
    guard value.root.kind.depthChange > 0, !value.hasTrivia,
      !printer.brackets(isMapping: true).open.isEmpty
    else { return false }
    let before = spans.children[..<index].suffix(Self.siblingCount).reversed()
    let model = (before + spans.children[index...].prefix(Self.siblingCount)).first { child in
      document.kind(of: child.value) == value.root.kind
        && !document.children(of: child.value).isEmpty
    }
    return model.map { !source.hasLineEnd(in: document.range(of: $0.value)) } ?? false
  }

  // MARK: Replacements and first children

  mutating func replace(_ context: Context, by new: Document) throws(DecantError) {
    let node = context.node
    let range = document.range(of: node)
    let spans = document.isCollection(node) ? spans(of: context) : nil
    let isLined = spans.flatMap { $0.count > 0 ? $0.beginsLine(0) : nil } ?? context.hasLines
    let placement: Placement =
      isLined ? .lines(indent: source.indentation(at: range.lowerBound)) : .inline
    let isString = document.kind(of: node) == .string
    let key =
      spans.flatMap { sibling(of: 0, in: $0, isKey: true) }
      ?? context.outer.flatMap { sibling(of: $0.child, in: $0.spans, isKey: true) }
    let style = ValueStyle(
      sign: usualSign(placement), key: key,
      string: isString ? source.bytes(document.contentRange(of: node)) : context.sibling,
      name: context.name)
    let new = try printer.node(new).node
    out.write(
      try text(of: new, placement, style, before: source.byte(at: range.upperBound)))
  }

  /// Prints the first children of an empty collection.
  mutating func printFirst(
    _ children: [ChildChange], at context: Context
  ) throws(DecantError) {
    let range = document.range(of: context.node)
    let isMapping = document.isMapping(context.node)
    let outer = context.hasLines ? source.indentation(at: range.lowerBound) : []
    let separator = printer.separator(isMapping: isMapping)
    var values: [CommentedNode] = []
    for child in children { values.append(try newValue(of: child)) }
    let spans = spans(of: context)
    let interior = spans?.interior ?? range.upperBound..<range.upperBound
    let hasComments = spans?.hasComments(interior) ?? false
    let isFile = spans != nil && document.closingBracket(of: context.node).isEmpty
    let isLined = context.hasLines || hasComments || values.contains(where: needsLines)
    let inner = isFile ? [] : outer + layout.indentation.bytes
    let placement: Placement = isLined ? .lines(indent: inner) : .inline
    if spans == nil {
      out.copy(to: range.lowerBound)
      out.write(printer.brackets(isMapping: isMapping).open)
    } else {
      out.copy(to: interior.lowerBound)
    }
    if hasComments {
      let last = document.comments(in: interior).last ?? interior
      out.copy(to: last.upperBound)
      out.write(lineEnd)
      let opening = spans?.joint(before: 0).tail ?? interior
      if isFile || !(opening.contains(last.lowerBound)) { out.write(lineEnd) }
      out.write(inner)
    } else if isLined, !isFile {
      out.write(lineEnd + inner)
    }
    for (index, child) in children.enumerated() {
      if index > 0 { out.write(isLined ? lineEnd + inner : usualSpacing(separator)) }
      let item = try item(
        child, values[index], placement, string: context.sibling, in: context.name)
      writeBeginning(of: item, placement)
      let isLast = index == children.count - 1
      let byte = !isLast || separator.isAfterLast ? separator.byte : nil
      finish(item, byte, endsLine: isLined)
    }
    if isLined { out.write(lineEnd + (isFile ? [] : outer)) }
    if spans == nil { out.write(printer.brackets(isMapping: isMapping).close) }
    out.skip(to: spans == nil ? range.upperBound : interior.upperBound)
  }

  // MARK: Values

  /// Returns the value of a new child, with its comments apart.
  func newValue(of child: ChildChange) throws(DecantError) -> CommentedNode {
    try printer.node(child.newValue)
  }

  /// The spelling of a value and of those inside it.
  package struct ValueStyle {
    /// What is between keys and values.
    var sign: [UInt8]
    /// The bytes of a key and of a string in the same quotes.
    package let key: [UInt8]?
    package let string: [UInt8]?
    /// The nearest key above.
    var name: String?
    /// The value beside a new child.
    package var sibling: Int?
  }

  func text(
    of value: Document, _ placement: Placement, _ style: ValueStyle, before next: UInt8?
  ) throws(DecantError) -> [UInt8] {
    if let text = try printer.text(of: value, placement, style, in: self) { return text }
    var result: [UInt8] = []
    try append(value.tape, 0, placement, style, before: next, to: &result)
    return result
  }

  private func append(
    _ tape: Tape, _ index: Int, _ placement: Placement, _ style: ValueStyle, before next: UInt8?,
    to result: inout [UInt8]
  ) throws(DecantError) {
    let begin = tape.content(of: index)
    let indent = placement.indent
    guard tape[begin].depthChange > 0 else {
      let node = Document.Node(tape: tape, index: index)
      let slot = ScalarSlot(like: style.string, next: next, indent: indent, key: style.name)
      result += try printer.text(of: node, at: slot, in: document)
      return
    }
    let isMapping = tape[begin].kind == .beginMapping
    let pairs = tape.pairs(of: begin)
    let end = tape.partner(of: begin)
    let opening = tape.comments(in: begin + 1..<tape.endOfTrailingComments(from: begin + 1))
    let closing = (pairs.last?.next ?? begin + 1 + opening.count)..<end
    guard !pairs.isEmpty || !opening.isEmpty || tape.hasComment(in: closing) else {
      result += printer.emptyText(isMapping: isMapping, indent: indent, in: document)
      return
    }
    let separator = printer.separator(isMapping: isMapping)
    let (open, close) = printer.brackets(isMapping: isMapping)
    let inner = indent.map { Placement.lines(indent: $0 + layout.indentation.bytes) } ?? .inline
    let boundary = boundary(inner)
    let (hasLines, hasNotes) = (indent != nil, printer.hasNotes)
    var style = style
    if printer.keySign.isEmpty { style.sign = boundary }
    result += open
    if hasLines { result += text(beside: opening, endsLine: true) }
    for (number, pair) in pairs.enumerated() {
      result += number > 0 && !hasLines ? usualSpacing(separator) : boundary
      append(above: pair.before, of: tape, boundary, to: &result)
      if !hasNotes { append(above: pair.between, of: tape, boundary, to: &result) }
      if isMapping {
        let key = tape.string(at: tape.content(of: pair.key))
        result += try printer.text(ofKey: key, like: style.key, in: document)
        if hasNotes { result += text(beside: tape.comments(in: pair.between), endsLine: false) }
        result += style.sign
        style.name = key
      }
      let isLast = number == pairs.count - 1
      let byte = !isLast || separator.isAfterLast ? separator.byte : nil
      try append(tape, pair.value, inner, style, before: byte ?? close.first, to: &result)
      let after = tape.comments(in: pair.after)
      let isNote = hasNotes && after.allSatisfy(\.isBlock)
      if isNote { result += text(beside: after, endsLine: false) }
      if let byte { result.append(byte) }
      if isLast, byte != nil, !hasLines, hasNotes { result.append(0x20) }
      if !isNote { result += text(beside: after, endsLine: hasLines) }
    }
    if tape.hasComment(in: closing) {
      result += boundary
      append(above: closing, of: tape, boundary, to: &result)
      result.removeLast(boundary.count)
    }
    result += self.boundary(placement) + close
    // On one line, they would be those of the first child.
    if !hasLines { result += text(beside: opening, endsLine: false) }
  }

  /// Appends comments and blank lines, each on a line of its own if children are.
  private func append(
    above trivia: Range<Int>, of tape: Tape, _ boundary: [UInt8], to result: inout [UInt8]
  ) {
    for index in trivia {
      if tape[index].kind == .blankLine, !boundary.isEmpty {
        result.insert(contentsOf: lineEnd, at: result.count - boundary.count)
      }
      result += text(above: tape.comments(in: index..<index + 1), boundary)
    }
  }
}

extension [UInt8] {
  /// The sign with single blanks: `a   = 1` may be in line with other pairs, and those inside a new value are not.
  fileprivate var withSingleBlanks: [UInt8] {
    var result: [UInt8] = []
    for byte in self where byte != 0x20 || result.last != 0x20 { result.append(byte) }
    return result
  }
}
