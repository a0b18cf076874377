internal import DecantCore

/// The text of new keys and values.
extension TOMLEdit {
  private static let longestLine = 80

  /// Returns a key, in quotes if the one at `sibling` needs none but has some.
  func keyText(_ key: String, like sibling: Range<Int>?) -> [UInt8] {
    let isBare = !key.isEmpty && key.utf8.allSatisfy(TOMLParser.isBare)
    if let sibling, let quote = document.bytes[sibling].first {
      let content = document.bytes[sibling].dropFirst().dropLast()
      let needsNoQuotes = content.allSatisfy(TOMLParser.isBare)
      if quote == UInt8(ascii: "'"), !isBare || needsNoQuotes, Self.isLiteral(key) {
        return [quote] + key.utf8 + [quote]
      }
      if quote == UInt8(ascii: "\""), needsNoQuotes { return quoted(key) }
    }
    return isBare ? Array(key.utf8) : quoted(key)
  }

  /// Returns a new name of the key at `old`, in quotes if that has some.
  func renamedKey(_ key: String, inPlaceOf old: Range<Int>) -> [UInt8] {
    switch document.bytes[old].first {
    case UInt8(ascii: "'") where Self.isLiteral(key):
      [UInt8(ascii: "'")] + key.utf8 + [UInt8(ascii: "'")]
    case UInt8(ascii: "'"), UInt8(ascii: "\""): quoted(key)
    default: keyText(key, like: nil)
    }
  }

  private func quoted(_ string: String) -> [UInt8] {
    var text: [UInt8] = []
    string.withBytes { TOMLString.append($0, ascii: false, to: &text) }
    return text
  }

  private static func isLiteral(_ string: String, hasLines: Bool = false) -> Bool {
    string.utf8.allSatisfy { byte in
      switch byte {
      case 0x0A: hasLines
      case UInt8(ascii: "'"), 0x7F: false
      default: byte >= 0x20 || byte == 0x09
      }
    }
  }

  // MARK: Values

  func valueStyle(near node: Int) -> TOMLValueStyle { TOMLValueStyle(near: node, in: text) }

  /// Returns a value on one line, in the style of the values near a node.
  func compactText(_ value: Document, near node: Int) throws(DecantError) -> [UInt8] {
    let written = try writtenText(value, isCompact: true)
    switch value.root.kind {
    case .string: return valueStyle(near: node).quoted(written)
    case .beginMapping, .beginSequence:
      return value.hasTrivia ? written : valueStyle(near: node).onLine(written)
    default: return written
    }
  }

  private func writtenText(_ value: Document, isCompact: Bool) throws(DecantError) -> [UInt8] {
    var options = TOMLWritingOptions()
    // An array with a comment has a line for each element.
    if isCompact { options.indentation = value.hasTrivia ? .spaces(4) : .compact }
    var writer = TOMLDocumentWriter(value.tape, options)
    try writer.writeValue(0, column: 0)
    return writer.out
  }

  /// A collection whose layout a new one takes.
  struct Model {
    let node: Int
    /// Whether it has the same place as the new one, rather than another one beside it.
    let isSame: Bool
  }

  /// Returns the first filled collection of the same kind.
  private func model(of isMapping: Bool, _ nodes: [Int], isSame: Bool) -> Model? {
    let node = nodes.first {
      let node = text.nodes[$0]
      return node.kind == (isMapping ? .inlineTable : .array) && node.first >= 0
    }
    return node.map { Model(node: $0, isSame: isSame) }
  }

  /// Returns a value after a key that ends in `column` of a line with that indentation.
  func lineText(
    _ value: Document, column: Int, indent: [UInt8], near node: Int, like models: TOMLModels
  ) throws(DecantError) -> [UInt8] {
    let style = valueStyle(near: node)
    switch value.root.kind {
    case .string:
      let written = try writtenText(value, isCompact: false)
      return style.quoted(written).indented(by: [], lineEnd: lineEnd)
    case .beginMapping, .beginSequence:
      guard !value.hasTrivia else {
        return try writtenText(value, isCompact: true).indented(by: indent, lineEnd: lineEnd)
      }
      let key = Array("k = ".utf8)
      let new = try TOMLEditedText(
        EditedBytes(key + (try writtenText(value, isCompact: true))))
      let isMapping = value.root.kind == .beginMapping
      let model =
        model(of: isMapping, models.same, isSame: true)
        ?? model(of: isMapping, models.beside, isSame: false)
      return collectionText(of: 1, in: new, column: column, indent: indent, style, like: model)
    default: return try writtenText(value, isCompact: true)
    }
  }

  /// Returns the text of a node of a generated document.
  func valueText(
    of node: Int, in new: TOMLEditedText, column: Int, indent: [UInt8], _ style: TOMLValueStyle,
    like models: () -> TOMLModels
  ) -> [UInt8] {
    let written = Array(new.bytes[new.nodes[node].value])
    switch new.nodes[node].kind {
    case .string: return style.quoted(written).indented(by: [], lineEnd: lineEnd)
    case .array, .inlineTable:
      let model = model(of: new.nodes[node].isMapping, models().all, isSame: true)
      return collectionText(of: node, in: new, column: column, indent: indent, style, like: model)
    default: return written
    }
  }

  private func collectionText(
    of node: Int, in new: TOMLEditedText, column: Int, indent: [UInt8], _ style: TOMLValueStyle,
    like model: Model?
  ) -> [UInt8] {
    let written = Array(new.bytes[new.nodes[node].value])
    guard new.nodes[node].first >= 0 else { return written }
    guard !hasLinesInside(node, of: new) else { return written.indented(by: [], lineEnd: lineEnd) }
    let line = style.onLine(written)
    let isLong = column + line.count > Self.longestLine
    guard let model else {
      return isLong && new.nodes[node].kind == .array
        ? linedText(of: node, in: new, indent: indent, style, like: nil) : line
    }
    let width = width(of: model.node)
    let hasLines =
      isLined(model.node)
      ? model.isSame || isLong || width.map { column + $0 <= Self.longestLine } ?? false
      : isLong && new.nodes[node].kind == .array && width ?? 0 <= Self.longestLine
    return hasLines
      ? linedText(of: node, in: new, indent: indent, style, like: model.node) : line
  }

  /// Whether a comment or a string of several lines is inside a value, so that it cannot be on one line.
  private func hasLinesInside(_ node: Int, of new: TOMLEditedText) -> Bool {
    let range = new.nodes[node].value
    guard new.bytes[range].contains(where: EditedLines.isLineEnd) else { return false }
    var place = range.lowerBound
    while place < range.upperBound {
      // The writer ends the line of each element, and each comment.
      guard new.lines.commentEnd(place) == nil else { return true }
      switch new.bytes[place] {
      case UInt8(ascii: "\""):
        if new.bytes[place...].starts(with: "\"\"\"".utf8) { return true }
        place = new.lines.quotedEnd(place)
      case UInt8(ascii: "'"): return true
      default: place += 1
      }
    }
    return false
  }

  private func isLined(_ node: Int) -> Bool {
    let node = text.nodes[node]
    return node.first >= 0 && text.lines.beginsLine(start(ofItem: Int(node.first)))
  }

  private func start(ofItem item: Int) -> Int {
    let node = text.nodes[item]
    return node.marks.contains(.isKeyed) ? Int(node.entry) : node.value.lowerBound
  }

  /// The number of bytes of a value without the white space of its lines; nil if it is long or may have comments.
  private func width(of node: Int) -> Int? {
    let range = text.nodes[node].value
    guard range.count < 4 * Self.longestLine,
      !text.bytes[range].contains(UInt8(ascii: "#"))
    else { return nil }
    var width = 0
    var isLineStart = false
    for byte in text.bytes[range] {
      if EditedLines.isLineEnd(byte) { isLineStart = true }
      if isLineStart, EditedLines.isBlank(byte) || EditedLines.isLineEnd(byte) { continue }
      isLineStart = false
      width += 1
    }
    return width
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
      let (node, lines) = (text.nodes[node], text.lines)
      let first = text.nodes[Int(node.first)]
      let start = first.marks.contains(.isKeyed) ? Int(first.entry) : first.value.lowerBound
      let end = node.value.upperBound - 1
      outer = lines.indentation(at: node.value.lowerBound)
      inner = lines.indentation(at: start)
      closesOnLine = lines.beginsLine(end)
      close = lines.indentation(at: end)
      let last = text.nodes[Int(node.last)].value.upperBound
      hasFinalComma = text.bytes[lines.token(from: last, before: end)] == UInt8(ascii: ",")
    }

    /// The indentation in excess of the outer one.
    var step: [UInt8]? {
      inner.count > outer.count && inner.starts(with: outer)
        ? Array(inner.dropFirst(outer.count)) : nil
    }
  }

  /// The depth to which a collection has lines like its model.
  private static let deepestLines = 16

  /// Returns a collection with a line for each item, like its model.
  private func linedText(
    of node: Int, in new: TOMLEditedText, indent: [UInt8], _ style: TOMLValueStyle,
    like model: Int?, depth: Int = 0
  ) -> [UInt8] {
    let isTable = new.nodes[node].isMapping
    let layout = model.map { LineLayout(of: $0, in: text) }
    let inner =
      layout?.outer == indent
      ? layout?.inner ?? [] : indent + (layout?.step ?? text.step)
    var result = [UInt8(ascii: isTable ? "{" : "[")]
    for (index, child) in new.children(of: node).enumerated() {
      if index > 0 { result.append(UInt8(ascii: ",")) }
      result += lineEnd + inner
      if isTable, let key = new.keyParts(from: Int(new.nodes[child].entry)).last {
        result += style.sign.keyText(Array(new.bytes[key]))
      }
      let kind = new.nodes[child].kind
      let item = model.flatMap { model in
        text.children(of: model).first { text.nodes[$0].kind == kind && isLined($0) }
      }
      let hasLines = item != nil && new.nodes[child].first >= 0 && depth < Self.deepestLines
      result +=
        hasLines
        ? linedText(of: child, in: new, indent: inner, style, like: item, depth: depth + 1)
        : style.onLine(Array(new.bytes[new.nodes[child].value]))
    }
    guard layout?.closesOnLine ?? true else {
      return result + [UInt8(ascii: isTable ? "}" : "]")]
    }
    if layout?.hasFinalComma ?? !isTable { result.append(UInt8(ascii: ",")) }
    let close = layout?.outer == indent ? layout?.close ?? indent : indent
    return result + lineEnd + close + [UInt8(ascii: isTable ? "}" : "]")]
  }

  /// Returns a value in the notation of the one that it replaces.
  func replacingText(_ value: Document, of node: Int) throws(DecantError) -> [UInt8] {
    let old = text.nodes[node]
    let start = old.value.lowerBound
    let lines = text.lines
    if old.kind == .string, value.root.kind == .string, let string = value.root.text,
      let spelled = spelled(string, like: old.value)
    {
      return spelled
    }
    let isCollection = value.root.kind != .string
    guard !text.isInBrackets(node) || isCollection && isLined(node) else {
      return try compactText(value, near: node)
    }
    return try lineText(
      value, column: start - lines.lineStart(start), indent: lines.indentation(at: start),
      near: node, like: TOMLModels(same: [node] + text.twins(of: node)))
  }

  /// Returns nil if the quotes at `old` cannot contain the text.
  private func spelled(_ string: String, like old: Range<Int>) -> [UInt8]? {
    let bytes = document.bytes[old]
    guard let quote = bytes.first else { return nil }
    let isTriple = bytes.starts(with: [quote, quote, quote]) && bytes.count >= 6
    let beginsWithLine = isTriple && EditedLines.isLineEnd(bytes[old.lowerBound + 3])
    if quote == UInt8(ascii: "'") {
      guard Self.isLiteral(string, hasLines: isTriple) else { return nil }
      guard isTriple else { return [quote] + string.utf8 + [quote] }
      let needsLine = beginsWithLine || string.utf8.first == 0x0A
      let quotes = [quote, quote, quote]
      return (quotes + (needsLine ? [0x0A] : []) + string.utf8 + quotes)
        .indented(by: [], lineEnd: lineEnd)
    }
    guard isTriple else { return quoted(string) }
    var text: [UInt8] = []
    string.withBytes { TOMLString.appendLines($0, ascii: false, to: &text) }
    if !beginsWithLine, string.utf8.first != 0x0A { text.remove(at: 3) }
    return text.indented(by: [], lineEnd: lineEnd)
  }
}
