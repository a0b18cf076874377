internal import DecantCore

/// Dates, references of keyed archives and data, in the layout of Apple's tools: lines of Base64 are as long as theirs, and
/// indented by eight levels at most.
extension XMLWriter {
  private static var deepestData: Int { 8 }
  /// Includes the indentation, with eight columns per level.
  private static var lineLength: Int { 76 }

  @inline(never)
  func writeTyped(
    _ event: Event, _ text: RawSpan, depth: Int, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    try indent(depth, &cursor)
    switch event.kind {
    case .date:
      try writeDate([UInt8](text.extracting(event.textRange)), &cursor)
    case .uid:
      try writeUID(text.extracting(event.textRange), depth, &cursor)
    case .localTime:
      throw DecantError(.malformedEvents("an XML property list has no \(event.kind)"))
    default:
      try writeData(event, text, depth, &cursor)
    }
    endLine(&cursor)
    return cursor
  }

  private func writeDate(_ text: [UInt8], _ cursor: inout ByteCursor) throws(DecantError) {
    guard !text.contains(UInt8(ascii: ".")), text.count <= Self.roomForTags else {
      throw DecantError(.malformedEvents("a date with a fraction of a second"))
    }
    try write("<date>", &cursor)
    for byte in XMLDate.written(text, calendar) { cursor.put(byte) }
    try write("</date>", &cursor)
  }

  private func writeUID(
    _ number: RawSpan, _ depth: Int, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try write("<dict>", &cursor)
    endLine(&cursor)
    try indent(depth + 1, &cursor)
    try write("<key>CF$UID</key>", &cursor)
    endLine(&cursor)
    try indent(depth + 1, &cursor)
    try write("<integer>", &cursor)
    try cursor.write(number)
    try write("</integer>", &cursor)
    endLine(&cursor)
    try indent(depth, &cursor)
    try write("</dict>", &cursor)
  }

  private func writeData(
    _ event: Event, _ text: RawSpan, _ depth: Int, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try write("<data>", &cursor)
    endLine(&cursor)
    let level = min(depth, Self.deepestData)
    let end = event.textRange.upperBound
    let bytesInLine = (Self.lineLength - 8 * min(depth + outerDepth, Self.deepestData)) / 4 * 3
    var p = event.textRange.lowerBound
    while p < end {
      try indent(level, &cursor)
      let lineEnd = min(p + bytesInLine, end)
      putBase64(text, from: p, to: lineEnd, &cursor)
      p = lineEnd
      endLine(&cursor)
    }
    try indent(depth, &cursor)
    try write("</data>", &cursor)
  }

  private func putBase64(
    _ text: RawSpan, from start: Int, to end: Int, _ cursor: inout ByteCursor
  ) {
    var p = start
    while p < end {
      // The next six bytes; the two after them, or the padding, are shifted out.
      let bits = text.word(at: p).byteSwapped &>> 16
      let count = end &- p
      if count >= 6 {
        cursor.put(XMLBase64.letters(ofBits: bits), count: 8)
      } else {
        let unused = UInt64(6 &- count) &* 8
        let letters = XMLBase64.letters(ofBits: (bits &>> unused) &<< unused)
        let used = (count &* 8 &+ 5) / 6
        cursor.put(letters, count: used)
        cursor.put(UInt8(ascii: "="), repeated: (4 - used % 4) % 4)
      }
      p &+= 6
    }
  }
}
