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

  /// Returns a value on one line.
  func compactText(_ value: Document) throws(DecantError) -> [UInt8] {
    var options = TOMLWritingOptions()
    options.indentation = .compact
    var writer = TOMLDocumentWriter(value.tape, options)
    try writer.writeValue(0, column: 0)
    return writer.out
  }

  /// Returns a value after a key that ends in `column` of a line with that indentation.
  func lineText(
    _ value: Document, column: Int, indent: [UInt8]
  ) throws(DecantError) -> [UInt8] {
    if value.root.kind == .beginSequence {
      let text = try compactText(value)
      if column + text.count > Self.longestLine, value.root.elements.contains(where: { _ in true })
      {
        return try linedText(
          value, indent: indent + self.text.step, close: indent, hasFinalComma: true)
      }
      return text
    }
    guard value.root.kind == .string else { return try compactText(value) }
    var writer = TOMLDocumentWriter(value.tape, TOMLWritingOptions())
    try writer.writeScalar(0, isInTable: false)
    return writer.out.indented(by: [], lineEnd: lineEnd)
  }

  private func linedText(
    _ sequence: Document, indent: [UInt8], close: [UInt8], hasFinalComma: Bool
  ) throws(DecantError) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "[")]
    var isFirst = true
    for element in sequence.root.elements {
      if !isFirst { result.append(UInt8(ascii: ",")) }
      isFirst = false
      result += lineEnd + indent + (try compactText(try Document(copying: element)))
    }
    if hasFinalComma { result.append(UInt8(ascii: ",")) }
    return result + lineEnd + close + [UInt8(ascii: "]")]
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
    if old.kind == .array, old.first >= 0, value.root.kind == .beginSequence,
      value.root.elements.contains(where: { _ in true })
    {
      let first = text.nodes[Int(old.first)].value.lowerBound
      if lines.beginsLine(first) {
        let last = text.nodes[Int(old.last)].value.upperBound
        let mark = lines.token(from: last, before: old.value.upperBound)
        return try linedText(
          value, indent: lines.indentation(at: first), close: lines.indentation(at: start),
          hasFinalComma: document.bytes[mark] == UInt8(ascii: ","))
      }
    }
    guard !text.isInBrackets(node) else { return try compactText(value) }
    return try lineText(
      value, column: start - lines.lineStart(start), indent: lines.indentation(at: start))
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
