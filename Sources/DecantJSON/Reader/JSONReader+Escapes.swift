internal import DecantCore

/// Strings with escapes, which are decoded into scratch bytes; all others are ranges of the window.
///
///     "\ud83d\ude00"  a surrogate pair: one character
///     "\ud83d"        half of one: an error, replaced, or kept, as `InvalidText` says
extension JSONReader {
  @inline(never)
  mutating func decode(
    _ bytes: RawSpan, at start: Int, _ scan: StringScan, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let quote = Self.found(bytes, at: start - 1)
    let text = bytes.extracting(start..<start + scan.length)
    let known = DecodedText(isASCII: scan.isASCII, needsNoJSONEscape: !scan.needsJSONEscape)
    // No escape is shorter than the text that it represents.
    try batch.appendString(flags, at: start - 1, capacity: scan.length, known) {
      (decoded, output) throws(DecantError) in
      var p = decoded.put(verbatim: text, from: 0, &output)
      while p < text.byteCount {
        p += try escape(text, at: p, from: start, closedBy: quote, &decoded, into: &output)
        p = decoded.put(verbatim: text, from: p, &output)
      }
    }
  }

  private func escape(
    _ text: RawSpan, at p: Int, from start: Int, closedBy quote: DecantError.Found,
    _ decoded: inout DecodedText, into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let letter = text.byte(at: p + 1)
    if let byte = JSONEscape.byte(for: letter) {
      decoded.put(Unicode.Scalar(byte), &output)
      return 2
    }
    if letter == UInt8(ascii: "u") {
      return try unicodeEscape(text, at: p, from: start, closedBy: quote, &decoded, into: &output)
    }
    guard Syntax.isExtended else {
      throw failure(.invalidEscape(Self.found(text, at: p + 1)), at: start + p)
    }
    return try extendedEscape(text, at: p, from: start, closedBy: quote, &decoded, into: &output)
  }

  private func unicodeEscape(
    _ text: RawSpan, at p: Int, from start: Int, closedBy quote: DecantError.Found,
    _ decoded: inout DecodedText, into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let unit = try hex(text, at: p + 2, digits: 4, from: start, quote)
    if let scalar = Unicode.Scalar(unit) {
      decoded.put(scalar, &output)
      return 6
    }
    if unit < 0xDC00, p + 12 <= text.byteCount, text.byte(at: p + 6) == UInt8(ascii: "\\"),
      text.byte(at: p + 7) == UInt8(ascii: "u")
    {
      let low = try hex(text, at: p + 8, digits: 4, from: start, quote)
      if let scalar = Unicode.Scalar(high: unit, low: low) {
        decoded.put(scalar, &output)
        return 12
      }
    }
    guard decoded.put(loneSurrogate: unit, options.invalidText, &output, at: path) else {
      throw failure(.loneSurrogate(UInt16(unit)), at: start + p)
    }
    return 6
  }

  private func extendedEscape(
    _ text: RawSpan, at p: Int, from start: Int, closedBy quote: DecantError.Found,
    _ decoded: inout DecodedText, into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    switch text.byte(at: p + 1) {
    case UInt8(ascii: "v"):
      decoded.put("\u{B}", &output)
    case UInt8(ascii: "0"):
      if p + 2 < text.byteCount, 0x30...0x39 ~= text.byte(at: p + 2) {
        throw failure(.invalidEscape(Self.found(text, at: p + 1)), at: start + p)
      }
      decoded.put("\0", &output)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw failure(.invalidEscape(Self.found(text, at: p + 1)), at: start + p)
    case UInt8(ascii: "x"):
      let value = try hex(text, at: p + 2, digits: 2, from: start, quote)
      decoded.put(Unicode.Scalar(value) ?? "\u{FFFD}", &output)
      return 4
    case 0x0D:
      return p + 2 < text.byteCount && text.byte(at: p + 2) == 0x0A ? 3 : 2
    case 0x0A:
      return 2
    default:
      let scalar = Self.found(text, at: p + 1)
      guard case .scalar(let scalar) = scalar else { return 2 }
      let isLineContinuation = scalar == "\u{2028}" || scalar == "\u{2029}"
      if !isLineContinuation { decoded.put(scalar, &output) }
      return 1 + UTF8.width(scalar)
    }
    return 2
  }

  private func hex(
    _ text: RawSpan, at p: Int, digits: Int, from start: Int, _ quote: DecantError.Found
  ) throws(DecantError) -> UInt32 {
    var value: UInt32 = 0
    for offset in p..<p + digits {
      guard offset < text.byteCount, let digit = HexDigit.value(text.byte(at: offset)) else {
        let found = offset < text.byteCount ? Self.found(text, at: offset) : quote
        throw failure(.unexpected(found, expected: .hexDigits(digits)), at: start + offset)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
