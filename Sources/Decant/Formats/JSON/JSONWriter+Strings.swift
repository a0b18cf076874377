/// Strings that are long, or need escapes; numbers that are long; and both in colours.
extension JSONWriter {
  @inline(never)
  func writeLongString<Layout: JSONLayout>(
    _ event: Event, _ text: RawSpan, _ verbatim: Event.Flags, _ layout: Layout.Type,
    _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    if Layout.isColored { try color(event, &cursor) }
    cursor.put(UInt8(ascii: "\""))
    let text = text.extracting(event.textRange)
    if event.flags.contains(.isEscaped) || event.flags.isSuperset(of: verbatim) {
      try cursor.write(text)
    } else {
      try writeEscaped(text, &cursor)
    }
    try cursor.reserve(Self.roomForSigns)
    cursor.put(UInt8(ascii: "\""))
    if Layout.isColored { try endColor(&cursor) }
    // What ends a key begins with its quote, which stands already.
    if event.isKey { cursor.put(Layout.keyEnd &>> 8, count: Layout.keyEndLength - 1) }
    return cursor
  }

  @inline(never)
  func writeLongNumber<Layout: JSONLayout>(
    _ event: Event, _ text: RawSpan, _ layout: Layout.Type, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    guard event.flags.contains(.isPlainText) else {
      throw DecantError(.malformedEvents("a number that is not in JSON's grammar"))
    }
    if Layout.isColored { try color(event, &cursor) }
    try cursor.write(text.extracting(event.textRange))
    try cursor.reserve(Self.roomForSigns)
    if Layout.isColored { try endColor(&cursor) }
    return cursor
  }

  private func writeEscaped(
    _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var p = 0
    while p < text.byteCount {
      let run = p
      while p < text.byteCount, isVerbatim(text.byte(at: p)) { p += 1 }
      try cursor.write(text.extracting(run..<p))
      guard p < text.byteCount else { return }
      try cursor.reserve(64)
      p += writeEscape(text, at: p, &cursor)
    }
  }

  @inline(__always)
  private func isVerbatim(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && (byte < 0x80 || !options.ascii)
  }

  /// Writes the shortest escape for what stands at `p`; gives how many bytes that was.
  private func writeEscape(
    _ text: RawSpan, at p: Int, _ cursor: inout ByteCursor
  ) -> Int {
    let byte = text.byte(at: p)
    guard byte < 0x80 else {
      let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        Self.writeUnicodeEscape(unit, &cursor)
      }
      return width
    }
    let letter: UInt8? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
      case 0x08: UInt8(ascii: "b")
      case 0x09: UInt8(ascii: "t")
      case 0x0A: UInt8(ascii: "n")
      case 0x0C: UInt8(ascii: "f")
      case 0x0D: UInt8(ascii: "r")
      default: nil
      }
    if let letter {
      cursor.put(UInt8(ascii: "\\"))
      cursor.put(letter)
    } else {
      Self.writeUnicodeEscape(UInt16(byte), &cursor)
    }
    return 1
  }

  private static func writeUnicodeEscape(_ unit: UInt16, _ cursor: inout ByteCursor) {
    cursor.put(UInt8(ascii: "\\"))
    cursor.put(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 0xF)
      cursor.put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
