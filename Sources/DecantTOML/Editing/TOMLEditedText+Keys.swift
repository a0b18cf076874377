internal import DecantCore

/// The keys of statements, which can have several parts.
extension TOMLEditedText {
  /// Returns the parts of the dotted key at `start`, with their quotes.
  func keyParts(from start: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var place = start
    while true {
      let first = lines.blankEnd(after: place)
      let end = keyEnd(from: first)
      parts.append(first..<end)
      place = lines.blankEnd(after: end)
      guard end > first, place < bytes.count, bytes[place] == UInt8(ascii: ".") else {
        return parts
      }
      place += 1
    }
  }

  private func keyEnd(from start: Int) -> Int {
    guard start < bytes.count else { return start }
    let quote = bytes[start]
    if quote == UInt8(ascii: "\"") { return lines.quotedEnd(start) }
    if quote == UInt8(ascii: "'") {
      return (bytes[(start + 1)...].firstIndex(of: quote) ?? bytes.count - 1) + 1
    }
    return bytes[start...].firstIndex { !TOMLParser.isBare($0) } ?? bytes.count
  }

  func keyParts(of statement: Statement) -> [Range<Int>] {
    guard statement.isHeader else { return keyParts(from: statement.start) }
    let isElement = bytes[statement.start + 1] == UInt8(ascii: "[")
    return keyParts(from: statement.start + (isElement ? 2 : 1))
  }

  /// Returns the number of the part of a statement's key that names `node`; negative if the key is inside it.
  func partNumber(of node: Int, in statement: Statement) -> Int {
    let outer = statement.isHeader ? 0 : keyCount(of: table(ofSection: statement.section))
    return keyCount(of: node) - outer - 1
  }

  /// The text of the path in a header for the table, without brackets.
  func path(of table: Int) -> [UInt8] {
    guard table > 0, let first = statementRange(of: table).first else { return [] }
    let statement = statements[first]
    let parts = keyParts(of: statement)
    let last = partNumber(of: table, in: statement)
    guard !statement.isHeader else {
      return Array(bytes[parts[0].lowerBound..<parts[last].upperBound])
    }
    let own = Array(bytes[parts[0].lowerBound..<parts[last].upperBound])
    let outer = path(of: self.table(ofSection: statement.section))
    return outer.isEmpty ? own : outer + [UInt8(ascii: ".")] + own
  }
}
