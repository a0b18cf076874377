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
    let isSpelled = event.flags.contains(.isEscaped)
    if event.flags.union(isSpelled ? .needsNoJSONEscape : []).isSuperset(of: verbatim) {
      try cursor.write(text)
    } else {
      try writeEscaped(text, isSpelled: isSpelled, &cursor)
    }
    try cursor.reserve(Self.roomForSigns)
    cursor.put(UInt8(ascii: "\""))
    if Layout.isColored { try endColor(&cursor) }
    // `keyEnd` begins with the quote, which is already written.
    if event.isKey { cursor.put(Layout.keyEnd &>> 8, count: Layout.keyEndLength - 1) }
    return cursor
  }

  @inline(never)
  func writeLongNumber<Layout: JSONLayout>(
    _ event: Event, _ text: RawSpan, _ layout: Layout.Type, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    guard event.flags.contains(.needsNoJSONEscape) else {
      throw DecantError(.malformedEvents("a number that is not in JSON's grammar"))
    }
    if Layout.isColored { try color(event, &cursor) }
    try cursor.write(text.extracting(event.textRange))
    try cursor.reserve(Self.roomForSigns)
    if Layout.isColored { try endColor(&cursor) }
    return cursor
  }

  private func writeEscaped(
    _ text: RawSpan, isSpelled: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var p = 0
    while p < text.byteCount {
      let run = p
      p = endOfVerbatim(text, from: p, isSpelled: isSpelled)
      try cursor.write(text.extracting(run..<p))
      guard p < text.byteCount else { return }
      try cursor.reserve(64)
      p += writeEscape(text, at: p, &cursor)
    }
  }

  private func endOfVerbatim(_ text: RawSpan, from start: Int, isSpelled: Bool) -> Int {
    var p = start
    if !isSpelled, !options.ascii {
      while text.byteCount &- p >= ByteBlock.width {
        let plain = text.block(at: p).needsEscape.bytesBefore
        guard plain == ByteBlock.width else { return p &+ plain }
        p &+= ByteBlock.width
      }
    }
    while p < text.byteCount, isVerbatim(text.byte(at: p), isSpelled: isSpelled) { p += 1 }
    return p
  }

  @inline(__always)
  private func isVerbatim(_ byte: UInt8, isSpelled: Bool) -> Bool {
    guard byte < 0x80 else { return !options.ascii }
    return isSpelled
      || byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private func writeEscape(
    _ text: RawSpan, at p: Int, _ cursor: inout ByteCursor
  ) -> Int {
    let byte = text.byte(at: p)
    guard byte >= 0x80 else {
      JSONEscape.write(byte) { cursor.put($0) }
      return 1
    }
    let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      JSONEscape.write(unit) { cursor.put($0) }
    }
    return width
  }
}
