internal import DecantCore

/// Text in quotes. Without escapes, line breaks and doubled quotes it is a range of the window; otherwise it is decoded into
/// `text`.
///
///     "a\tb"  'it''s'     decoded
///     "a             ─▶ "a b": lines are folded as in plain text
///      b"
extension YAMLScanner {
  @inline(__always)
  mutating func quoted(
    _ bytes: RawSpan, at start: Int, _ quote: UInt8
  ) throws(YAMLPause) -> Scalar {
    let style: Event.Style = quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
    var scalar = Scalar(style: style, start: start, text: 0..<0, next: 0)
    let p = endOfQuotedText(bytes, from: start &+ 1, quote)
    if bytes.byte(at: p) == quote, p < end {
      let next = bytes.byte(at: p &+ 1)
      if quote == UInt8(ascii: "\"") || next != quote && p &+ 1 < end {
        scalar.text = start &+ 1..<p
        scalar.next = p &+ 1
        return scalar
      }
    }
    try quotedSlowly(bytes, stoppedAt: p, quote, &scalar)
    return scalar
  }

  @inline(__always)
  private mutating func endOfQuotedText(_ bytes: RawSpan, from start: Int, _ quote: UInt8) -> Int {
    var p = start
    while p < end {
      let block = bytes.block(at: p)
      let plain =
        (block.isBelow(0x20) | block.isAtLeast(0x7F) | block.equals(quote)
        | block.equals(UInt8(ascii: "\\"))).bytesBefore
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      let byte = bytes.byte(at: p)
      if byte < 0x80 {
        let isText = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "'") || byte == 0x7F
        guard isText else { return min(p, end) }
        p &+= 1
        continue
      }
      let next = endOfWide(bytes, from: p, inQuotes: true)
      guard next > p else { return p }
      p = next
    }
    return min(p, end)
  }

  @inline(never)
  private mutating func quotedSlowly(
    _ bytes: RawSpan, stoppedAt stop: Int, _ quote: UInt8, _ scalar: inout Scalar
  ) throws(YAMLPause) {
    text.removeAll()
    remarks.removeAll()
    scalar.isRewritten = true
    var p = stop
    text.append(contentsOf: bytes.extracting(scalar.start + 1..<p))
    // White space before this offset in `text` is escaped or folded, and must be kept.
    var kept = 0
    while true {
      let byte = bytes.byte(at: p)
      switch byte {
      case quote where p < end:
        if quote == UInt8(ascii: "'") {
          guard shows(2, at: p) else { throw .windowEmpty }
          if bytes.byte(at: p + 1) == quote {
            text.append(quote)
            p += 2
            break
          }
        }
        scalar.next = p + 1
        let start = origin + scalar.start
        if shallowText.lowerBound == start { shallowText = start..<origin + p + 1 }
        return
      case UInt8(ascii: "\\"):
        guard shows(20, at: p) else { throw .windowEmpty }
        if try widthOfBreak(bytes, at: p + 1) > 0 {
          p = try appendBreaks(bytes, from: p + 1, isEscaped: true, &scalar)
        } else {
          let length = appendEscape(bytes, at: p)
          guard length > 0 else { throw unexpectedEscape(bytes, at: p) }
          p += length
        }
        kept = text.count
      case 0x09:
        text.append(byte)
        p += 1
      case 0x0A, 0x0D:
        while text.count > kept, isBlank(text[text.count - 1]) { text.truncate(to: text.count - 1) }
        p = try appendBreaks(bytes, from: p, isEscaped: false, &scalar)
        kept = text.count
      case 0 where p >= end && isComplete:
        throw failure(.unterminatedString, at: scalar.start)
      default:
        throw unexpectedCharacter(bytes, at: p)
      }
      let next = endOfQuotedText(bytes, from: p, quote)
      text.append(contentsOf: bytes.extracting(p..<next))
      p = next
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the offset of the text after line breaks.
  private mutating func appendBreaks(
    _ bytes: RawSpan, from start: Int, isEscaped: Bool, _ scalar: inout Scalar
  ) throws(YAMLPause) -> Int {
    let line = try followingLine(bytes, from: start)
    scalar.isOnOneLine = false
    guard line.textStart < end else { throw failure(.unterminatedString, at: scalar.start) }
    guard line.textStart > line.lineStart || !isMarker(bytes, at: line.textStart) else {
      throw failure(.documentMarkerInside, at: line.textStart)
    }
    if noteFlowLine(line) { shallowText = origin + scalar.start..<origin + scalar.start }
    if isEscaped {
      for _ in 1..<line.breaks { text.append(0x0A) }
    } else {
      appendFold(line.breaks)
    }
    return line.textStart
  }

  /// Returns the length of an escape; 0 if it is invalid.
  private mutating func appendEscape(_ bytes: RawSpan, at p: Int) -> Int {
    let byte: UInt8
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: " "), 0x09:
      byte = bytes.byte(at: p + 1)
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "0"): byte = 0
    case UInt8(ascii: "a"): byte = 0x07
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "e"): byte = 0x1B
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "v"): byte = 0x0B
    case UInt8(ascii: "x"): return appendScalar(bytes, at: p + 2, digits: 2)
    case UInt8(ascii: "u"): return appendScalar(bytes, at: p + 2, digits: 4)
    case UInt8(ascii: "U"): return appendScalar(bytes, at: p + 2, digits: 8)
    case UInt8(ascii: "N"): return append("\u{85}")
    case UInt8(ascii: "_"): return append("\u{A0}")
    case UInt8(ascii: "L"): return append("\u{2028}")
    case UInt8(ascii: "P"): return append("\u{2029}")
    default: return 0
    }
    text.append(byte)
    return 2
  }

  private mutating func append(_ scalar: Unicode.Scalar, length: Int = 2) -> Int {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    return length
  }

  private mutating func appendScalar(_ bytes: RawSpan, at p: Int, digits: Int) -> Int {
    guard let value = Self.hexadecimal(bytes, at: p, digits: digits) else { return 0 }
    if let scalar = Unicode.Scalar(value) { return append(scalar, length: 2 + digits) }
    guard let unit = UInt16(exactly: value) else { return 0 }
    // A pair of escapes, as in JSON.
    let next = p + digits
    if unit < 0xDC00, bytes.byte(at: next) == UInt8(ascii: "\\") {
      let digits = bytes.byte(at: next + 1) == UInt8(ascii: "u") ? 4 : 8
      let isEscape = digits == 4 || bytes.byte(at: next + 1) == UInt8(ascii: "U")
      if isEscape, let low = Self.hexadecimal(bytes, at: next + 2, digits: digits),
        0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
      {
        return append(scalar, length: next + 2 + digits - (p - 2))
      }
    }
    remarks.append(YAMLToken(.loneSurrogate, at: p - 2, text: Int(unit)..<Int(unit)))
    return append("\u{FFFD}", length: 2 + digits)
  }

  private static func hexadecimal(_ bytes: RawSpan, at p: Int, digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in p..<p + digits {
      guard let digit = HexDigit.value(bytes.byte(at: offset)) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
