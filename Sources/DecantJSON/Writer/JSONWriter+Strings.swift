internal import DecantCore

/// Strings and numbers that the fast path leaves: with escapes, or without room in the sink.
extension JSONWriter {
  @inline(never)
  func writeString<Layout: JSONLayout>(
    _ event: Event, _ text: RawSpan, _ verbatim: Event.Flags, _ layout: Layout.Type,
    _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    cursor.put(UInt8(ascii: "\""))
    try writeContent(event, text, verbatim, &cursor)
    try cursor.reserve(Self.roomForSigns)
    cursor.put(UInt8(ascii: "\""))
    // `keyEnd` begins with the quote, which is already written.
    if event.isKey { cursor.put(Layout.keyEnd &>> 8, count: Layout.keyEndLength - 1) }
    return cursor
  }

  /// Writes what is between the quotes.
  @inline(__always)
  func writeContent(
    _ event: Event, _ text: RawSpan, _ verbatim: Event.Flags, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let isSpelled = event.flags.contains(.isEscaped)
    if event.flags.union(isSpelled ? .needsNoJSONEscape : []).isSuperset(of: verbatim) {
      try cursor.write(text.extracting(event.textRange))
    } else if isSpelled || options.ascii {
      try writeEscaped(text.extracting(event.textRange), isSpelled: isSpelled, &cursor)
    } else {
      try writeEscaped(text, event.textRange, &cursor)
    }
  }

  @inline(never)
  func writeNumber(
    _ event: Event, _ text: RawSpan, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    guard event.flags.contains(.needsNoJSONEscape) else {
      throw DecantError(.malformedEvents("a number that is not in JSON's grammar"))
    }
    try cursor.write(text.extracting(event.textRange))
    try cursor.reserve(Self.roomForSigns)
    return cursor
  }

  /// Copies sixteen bytes at once, of which those before an escape count; `text` need not be padded.
  private func writeEscaped(
    _ text: RawSpan, _ range: Range<Int>, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var p = range.lowerBound
    while p < range.upperBound {
      try cursor.reserve(Self.roomForSigns)
      if p &+ ByteBlock.width <= text.byteCount {
        let block = text.block(at: p)
        let count = min(block.needsEscape.bytesBefore, range.upperBound &- p)
        cursor.put(block, count: count)
        p &+= count
        guard count < ByteBlock.width, p < range.upperBound else { continue }
      }
      let byte = text.byte(at: p)
      if byte == 0x0A {
        cursor.put(0x6E5C, count: 2)  // "\n"
      } else if isVerbatim(byte, isSpelled: false) {
        cursor.put(byte)
      } else {
        JSONEscape.write(byte) { cursor.put($0) }
      }
      p &+= 1
    }
  }

  private func writeEscaped(
    _ text: RawSpan, isSpelled: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var p = 0
    while p < text.byteCount {
      let run = p
      while p < text.byteCount, isVerbatim(text.byte(at: p), isSpelled: isSpelled) { p += 1 }
      if p > run { try cursor.write(text.extracting(run..<p)) }
      guard p < text.byteCount else { return }
      try cursor.reserve(Self.roomForSigns)
      p += writeEscape(text, at: p, &cursor)
    }
  }

  @inline(__always)
  private func isVerbatim(_ byte: UInt8, isSpelled: Bool) -> Bool {
    guard byte < 0x80 else { return !options.ascii }
    return isSpelled
      || byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  @inline(__always)
  private func writeEscape(
    _ text: RawSpan, at p: Int, _ cursor: inout ByteCursor
  ) -> Int {
    let byte = text.byte(at: p)
    guard byte >= 0x80 else {
      JSONEscape.write(byte) { cursor.put($0) }
      return 1
    }
    let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
    if let unit = UInt16(exactly: scalar.value) {
      cursor.put(JSONEscape.word(of: unit), count: 6)
    } else {
      cursor.put(JSONEscape.word(of: UTF16.leadSurrogate(scalar)), count: 6)
      cursor.put(JSONEscape.word(of: UTF16.trailSurrogate(scalar)), count: 6)
    }
    return width
  }
}
