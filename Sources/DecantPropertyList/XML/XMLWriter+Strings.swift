internal import DecantCore

/// Text, which is copied as it is unless a character needs a reference or cannot be in XML: most text is looked at eight bytes at a time.
extension XMLWriter {
  @inline(__always)
  func isVerbatim(_ event: Event, _ text: RawSpan) -> Bool {
    // Non-ASCII text may contain U+FFFE or need references.
    guard event.flags.contains(.isASCII) else { return isVerbatimUnicode(event, text) }
    let end = Int(event.offset) &+ Int(event.length)
    var p = Int(event.offset)
    while end &- p >= 8 {
      if WordScanning.endsVerbatimText(text.word(at: p)) != 0 { return false }
      p &+= 8
    }
    let mask = WordScanning.endsVerbatimText(text.word(at: p))
    return mask == 0 || WordScanning.bytesBefore(mask) >= end &- p
  }

  @inline(never)
  private func isVerbatimUnicode(_ event: Event, _ text: RawSpan) -> Bool {
    guard !ascii, !event.flags.contains(.isEscaped) else { return false }
    let end = Int(event.offset) &+ Int(event.length)
    var p = Int(event.offset)
    while p < end {
      let word = text.word(at: p)
      // U+FFFE and U+FFFF begin with 0xEF, like other scalars.
      let mask = WordScanning.endsVerbatimText(word) | WordScanning.equals(word, 0xEF)
      if mask != 0, p &+ WordScanning.bytesBefore(mask) < end { return false }
      p &+= 8
    }
    return true
  }

  @inline(never)
  func writeOddString(
    _ event: Event, _ text: RawSpan, _ tag: XMLTags, _ depth: Int,
    _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    try indent(depth, &cursor)
    cursor.put(tag.start, count: tag.startLength)
    guard !event.flags.contains(.isEscaped) else {
      throw DecantError(.malformedEvents("XML property lists have no lone surrogates"))
    }
    let end = Int(event.offset) + Int(event.length)
    var p = Int(event.offset)
    while p < end {
      let run = p
      p = endOfRun(text, from: p, to: end)
      if p - run <= Self.shortText {
        try cursor.reserve(p - run)
        cursor.put(text, from: run, count: p - run)
      } else {
        try cursor.write(text.extracting(run..<p))
      }
      guard p < end else { break }
      try cursor.reserve(Self.roomForTags)
      p += try writeReference(text.extracting(0..<end), at: p, &cursor)
    }
    try cursor.reserve(Self.roomForTags)
    cursor.put(tag.end, count: tag.endLength)
    cursor.put(tag.rest, count: tag.restLength)
    endLine(&cursor)
    return cursor
  }

  private func endOfRun(_ text: RawSpan, from start: Int, to end: Int) -> Int {
    var p = start
    while p < end {
      let word = text.word(at: p)
      var mask = WordScanning.endsVerbatimText(word) | WordScanning.equals(word, 0xEF)
      if ascii { mask |= word & WordScanning.highBits }
      if mask != 0 { return min(p &+ WordScanning.bytesBefore(mask), end) }
      p &+= 8
    }
    return end
  }

  private func writeReference(
    _ text: RawSpan, at p: Int, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Int {
    let byte = text.byte(at: p)
    switch byte {
    case UInt8(ascii: "&"): for byte in "&amp;".utf8 { cursor.put(byte) }
    case UInt8(ascii: "<"): for byte in "&lt;".utf8 { cursor.put(byte) }
    case UInt8(ascii: ">"): for byte in "&gt;".utf8 { cursor.put(byte) }
    case 0x0D: for byte in "&#13;".utf8 { cursor.put(byte) }
    case 0x09, 0x0A: cursor.put(byte)
    case 0..<0x20:
      throw DecantError(.malformedEvents("XML has no control characters"))
    default:
      let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
      guard scalar != "\u{FFFE}", scalar != "\u{FFFF}" else {
        throw DecantError(.malformedEvents("XML has neither U+FFFE nor U+FFFF"))
      }
      if ascii {
        Self.putNumber(of: scalar, &cursor)
      } else {
        for offset in p..<p + width { cursor.put(text.byte(at: offset)) }
      }
      return width
    }
    return 1
  }

  private static func putNumber(of scalar: Unicode.Scalar, _ cursor: inout ByteCursor) {
    // Seven digits at most and `;`, the first in the lowest byte.
    var text = UInt64(UInt8(ascii: ";"))
    var count = 1
    var rest = scalar.value
    repeat {
      text = text &<< 8 | UInt64(UInt8(ascii: "0")) &+ UInt64(rest % 10)
      rest /= 10
      count &+= 1
    } while rest > 0
    cursor.put(0x2326, count: 2)  // "&#"
    cursor.put(text, count: count)
  }
}

extension WordScanning {
  /// Marks bytes that text cannot contain unchanged: `&`, `<`, `>` and all control characters.
  @inline(__always)
  static func endsVerbatimText(_ word: UInt64) -> UInt64 {
    let ones = repeated(0x01)
    let control = (word &- repeated(0x20)) & ~word
    // 0x3C, `<`, with this bit is 0x3E, `>`.
    let tags = (word | repeated(0x02)) ^ repeated(0x3E)
    let references = word ^ repeated(0x26)
    return (control | ((tags &- ones) & ~tags) | ((references &- ones) & ~references)) & highBits
  }
}
