internal import DecantCore
internal import DecantEditing

/// A printer of a new value, or of tables, that look like those nearby.
struct TOMLPrinter: ~Copyable {
  let text: TOMLEditedText
  let style: TOMLValueStyle
  let writer: TOMLDocumentWriter
  var tape: Tape { writer.document }

  private static let longestLine = 80

  init(_ value: Document, near node: Int, in text: TOMLEditedText) {
    self.text = text
    style = TOMLValueStyle(near: node, in: text)
    writer = TOMLDocumentWriter(value.tape)
  }

  // MARK: On one line

  private mutating func scalar(_ index: Int, isInTable: Bool) throws(DecantError) -> [UInt8] {
    writer.output.removeAll()
    try writer.writeScalar(index, isInTable: isInTable)
    return tape[index].kind == .string ? style.quoted(writer.out) : writer.out
  }

  func key(_ index: Int) -> [UInt8] {
    var key = Buffer<UInt8>()
    tape.append(key: index, ascii: false, to: &key)
    return key.withBytes { [UInt8]($0) }
  }

  /// Returns a value on one line.
  mutating func line(_ node: Int = 0) throws(DecantError) -> [UInt8] {
    var result: [UInt8] = []
    // Whether the last sign is an open bracket, and whether a comma is due.
    var (isOpen, needsComma) = (false, false)
    for index in tape.content(of: node)..<tape.end(of: node) where !tape[index].event.isTrivia {
      let entry = tape[index]
      if entry.depthChange < 0 {
        let isTable = entry.kind == .endMapping
        result += (isOpen ? [] : style.space(inBraces: isTable))
        result.append(UInt8(ascii: isTable ? "}" : "]"))
        (isOpen, needsComma) = (false, true)
        continue
      }
      if needsComma { result += style.comma }
      if isOpen { result += style.space(inBraces: result.last == UInt8(ascii: "{")) }
      (isOpen, needsComma) = (entry.depthChange > 0, entry.depthChange == 0 && !entry.isKey)
      if isOpen {
        result.append(UInt8(ascii: entry.kind == .beginMapping ? "{" : "["))
      } else if entry.isKey {
        result += style.sign.keyText(key(index))
      } else {
        result += try scalar(index, isInTable: true)
      }
    }
    return result
  }

  // MARK: On several lines

  /// Returns a value after a key that ends in `column` of a line with that indentation.
  mutating func value(
    _ node: Int = 0, column: Int, indent: [UInt8], like models: TOMLModels
  ) throws(DecantError) -> [UInt8] {
    let begin = tape.content(of: node)
    guard tape[begin].depthChange > 0 else {
      return try scalar(begin, isInTable: false).indented(by: [], lineEnd: text.lineEnd)
    }
    guard !writer.hasComment(in: begin..<tape.end(of: node)) else {
      writer.output.removeAll()
      try writer.writeValue(begin, column: 0)
      // The lines of a text in it are not those of the array.
      let hasLinesOfText = (begin..<tape.end(of: node)).contains { index in
        tape[index].kind == .string && tape.text[tape.textRange(at: index)].contains(0x0A)
      }
      return writer.out.indented(by: hasLinesOfText ? [] : indent, lineEnd: text.lineEnd)
    }
    let line = try line(node)
    guard tape.partner(of: begin) > begin + 1 else { return line }
    let isArray = tape[begin].kind == .beginSequence
    let isLong = column + line.count > Self.longestLine
    let isWanted = { [text] (node: Int) in
      text.nodes[node].kind == (isArray ? .array : .inlineTable) && text.nodes[node].first >= 0
    }
    let same = models.same.first(where: isWanted)
    guard let model = same ?? models.beside.first(where: isWanted) else {
      return isLong && isArray ? try lined(begin, indent: indent, like: nil) : line
    }
    let width = text.width(of: model)
    let hasLines =
      text.isLined(model)
      ? same != nil || isLong || width.map { column + $0 <= Self.longestLine } ?? false
      : isLong && isArray && width ?? 0 <= Self.longestLine
    return hasLines ? try lined(begin, indent: indent, like: model) : line
  }

  /// The depth to which a collection has lines like its model.
  private static let deepestLines = 16

  /// Returns a collection with a line for each item, like its model.
  private mutating func lined(
    _ begin: Int, indent: [UInt8], like model: Int?, depth: Int = 0
  ) throws(DecantError) -> [UInt8] {
    let isTable = tape[begin].kind == .beginMapping
    let layout = model.map { LineLayout(of: $0, in: text) }
    let inner =
      layout?.outer == indent
      ? layout?.inner ?? [] : indent + (layout?.step ?? text.step)
    var result = [UInt8(ascii: isTable ? "{" : "[")]
    for (index, pair) in tape.pairs(of: begin).enumerated() {
      if index > 0 { result.append(UInt8(ascii: ",")) }
      result += text.lineEnd + inner
      if isTable { result += style.sign.keyText(key(pair.key)) }
      let kind: TOMLNode.Kind? =
        switch tape[pair.value].kind {
        case .beginMapping: .inlineTable
        case .beginSequence: .array
        default: nil
        }
      let item = model.flatMap { model in
        text.children(of: model).first { text.nodes[$0].kind == kind && text.isLined($0) }
      }
      let isEmpty = tape.partner(of: pair.value) <= pair.value + 1
      result +=
        item != nil && kind != nil && !isEmpty && depth < Self.deepestLines
        ? try lined(pair.value, indent: inner, like: item, depth: depth + 1) : try line(pair.value)
    }
    let close = [UInt8(ascii: isTable ? "}" : "]")]
    guard layout?.closesOnLine ?? true else { return result + close }
    if layout?.hasFinalComma ?? !isTable { result.append(UInt8(ascii: ",")) }
    let outer = layout?.outer == indent ? layout?.close ?? indent : indent
    return result + text.lineEnd + outer + close
  }

  /// The lines of a collection that has one for each item.
  private struct LineLayout {
    /// The indentation of the line on which the collection begins.
    let outer: [UInt8]
    let inner: [UInt8]
    /// The indentation of the bracket that closes it.
    let close: [UInt8]
    /// Whether that bracket is on a line of its own.
    let closesOnLine: Bool
    let hasFinalComma: Bool

    init(of node: Int, in text: TOMLEditedText) {
      let (lines, value) = (text.lines, text.nodes[node].value)
      let close = value.upperBound - 1
      outer = lines.indentation(at: text.nodes[node].value.lowerBound)
      inner = lines.indentation(at: text.start(ofItem: Int(text.nodes[node].first)))
      closesOnLine = lines.beginsLine(close)
      self.close = lines.indentation(at: close)
      let end = text.items(of: node).last.map { text.nodes[$0].value.upperBound } ?? close
      hasFinalComma = text.document.sign(in: end..<close, lines) != nil
    }

    /// The indentation in excess of the outer one.
    var step: [UInt8]? {
      inner.count > outer.count && inner.starts(with: outer)
        ? Array(inner.dropFirst(outer.count)) : nil
    }
  }
}

extension TOMLEditedText {
  /// Whether the items of an array or a table in braces have lines of their own.
  func isLined(_ node: Int) -> Bool {
    let first = Int(nodes[node].first)
    return first >= 0 && lines.beginsLine(start(ofItem: first))
  }

  /// The number of bytes of a value without the white space of its lines; nil if it is long or has comments.
  fileprivate func width(of node: Int) -> Int? {
    let range = nodes[node].value
    guard range.count < 320, document.comments(in: range).isEmpty else { return nil }
    return lines.bytes(range).split(whereSeparator: SourceLines.isLineEnd).reduce(0) {
      width, line in
      width + (width == 0 ? line[...] : line.drop(while: SourceLines.isBlank)).count
    }
  }
}
