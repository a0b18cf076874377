internal import DecantCore

struct XMLEditing: BracketedSyntax {
  var writer: Format { .xmlPropertyList }
  var comments: EditedLines.Comments { .markup }
  var keyGap: [UInt8] { [] }
  var usualIndentation: Indentation { .tab }
  var prefersLines: Bool { true }

  func separator(isMapping: Bool) -> ItemList.Separator { .none }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    let name = isMapping ? "dict" : "array"
    return (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  }

  func interior(_ open: Int, _ close: Int, in lines: EditedLines) -> Range<Int>? {
    guard open < close else { return nil }
    return tagEnd(open, in: lines)..<close
  }

  func collectionEnd(_ close: Int, in lines: EditedLines) -> Int { tagEnd(close, in: lines) }

  func scalarEnd(_ start: Int, in lines: EditedLines) -> Int {
    let bytes = lines.bytes
    var place = start
    var depth = 0
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") {
        place += 1
        continue
      }
      if let end = lines.commentEnd(place) {
        place = end
        continue
      }
      if bytes[place...].starts(with: "<![CDATA[".utf8) {
        place = sectionEnd(place, in: bytes)
        continue
      }
      let end = tagEnd(place, in: lines)
      if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "/") {
        depth -= 1
      } else if place + 1 < bytes.count, bytes[place + 1] != UInt8(ascii: "?"),
        end < 2 || bytes[end - 2] != UInt8(ascii: "/")
      {
        depth += 1
      }
      place = end
      if depth <= 0 { return place }
    }
    return bytes.count
  }

  private func sectionEnd(_ start: Int, in bytes: EditedBytes) -> Int {
    var place = start
    while place < bytes.count, !bytes[place...].starts(with: "]]>".utf8) { place += 1 }
    return min(place + 3, bytes.count)
  }

  private func tagEnd(_ start: Int, in lines: EditedLines) -> Int {
    (lines.bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? lines.bytes.count - 1) + 1
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
    var text = try document.write(value, options)[...]
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
    let lines = EditedLines(bytes: EditedBytes(text), comments: .none)
    var result: [UInt8] = []
    var place = 0
    while place < text.count {
      if text[place...].starts(with: "<string>".utf8) || text[place...].starts(with: "<key>".utf8) {
        let end = scalarEnd(place, in: lines)
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
