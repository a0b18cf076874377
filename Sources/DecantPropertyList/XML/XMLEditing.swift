internal import DecantCore

struct XMLEditing: BracketedSyntax {
  var writer: Format { .xmlPropertyList }
  var comments: EditedLines.Comments { .markup }
  var keyGap: [UInt8] { [] }
  var usualIndentation: Indentation { .tab }
  var prefersLines: Bool { true }

  func separator(isMapping: Bool, in document: EditedDocument) -> ItemList.Separator { .none }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    let name = isMapping ? "dict" : "array"
    return (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  }

  func keyText(
    _ key: String, like sibling: Range<Int>?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    let text = try element(of: try Document(.string(key)), WritingOptions(), in: document)
    let content = text.dropFirst("<string>".utf8.count).dropLast("</string>".utf8.count)
    return Array("<key>".utf8) + Array(content).indented(by: [], lineEnd: document.lineEnd)
      + Array("</key>".utf8)
  }

  func text(
    of value: Document, _ options: WritingOptions, indent: [UInt8], in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    indented(
      try element(of: value, options, in: document), by: indent, lineEnd: document.lineEnd)
  }

  private func element(
    of value: Document, _ options: WritingOptions, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    var text = try document.writtenWhole(value, options)[...]
    if let start = text.indices.first(where: { text[$0...].starts(with: "<plist".utf8) }),
      let end = text[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      text = text[(end + 1)...]
    }
    while let first = text.first, first == 0x0A || first == 0x20 { text.removeFirst() }
    while let last = text.last, last == 0x0A || last == 0x20 { text.removeLast() }
    text.removeLast(Array("</plist>".utf8).count)
    while let last = text.last, last == 0x0A || last == 0x20 { text.removeLast() }
    return Array(text)
  }

  /// Does not indent lines inside strings, where white space is content; a line end there is a line feed, whatever its bytes.
  private func indented(_ text: [UInt8], by indent: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < text.count {
      if text[place...].starts(with: "<string>".utf8) || text[place...].starts(with: "<key>".utf8) {
        // The writer escapes every other `<` of a text.
        var end = place + 1
        while end < text.count, text[end] != UInt8(ascii: "<") { end += 1 }
        result += Array(text[place..<end]).indented(by: [], lineEnd: lineEnd)
        place = end
      } else {
        result += text[place] == 0x0A ? lineEnd + indent : [text[place]]
        place += 1
      }
    }
    return result
  }
}
