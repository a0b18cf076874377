/// Decodes strings with escapes, into the batch's scratch bytes.
extension JSONReader {
  /// What a decoded string turned out to be.
  private struct Decoded {
    var isASCII = true
    var isPlainText = true
    var isEscaped = false
    /// What stands behind the text.
    let quote: DecantError.Found
  }

  /// Appends the string whose text begins at `start`, decoded.
  @inline(never)
  mutating func decode(
    _ bytes: RawSpan, at start: Int, _ scan: StringScan, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let textStart = batch.scratch.count
    let text = bytes.extracting(start..<start + scan.length)
    // An escape is never shorter than what it stands for.
    batch.scratch.reserve(scan.length)
    var decoded = Decoded(quote: Self.found(bytes, at: start - 1))
    decoded.isASCII = scan.isASCII
    decoded.isPlainText = !scan.hasOddities
    var count = try batch.scratch.fill { (output) throws(DecantError) in
      try decode(text, from: start, &decoded, into: &output)
    }
    if decoded.isEscaped {
      let spelling = batch.scratch.withBytes {
        SurrogateText.spelling($0.extracting(textStart..<textStart + count))
      }
      batch.scratch.truncate(to: textStart)
      spelling.withBytes { batch.scratch.append($0) }
      count = spelling.count
    }
    var flags = flags.union(.inScratch)
    if decoded.isASCII { flags.insert(.isASCII) }
    if decoded.isPlainText { flags.insert(.isPlainText) }
    if decoded.isEscaped { flags.insert(.isEscaped) }
    batch.events.append(
      Event(.string, flags: flags, at: start - 1, textAt: textStart, count: count))
  }

  private func decode(
    _ text: RawSpan, from start: Int, _ decoded: inout Decoded, into output: inout OutputRawSpan
  ) throws(DecantError) {
    var p = 0
    while p < text.byteCount {
      let run = p
      while p < text.byteCount, text.byte(at: p) != UInt8(ascii: "\\") {
        if text.byte(at: p) == UInt8(ascii: "\"") { decoded.isPlainText = false }
        p += 1
      }
      text.extracting(run..<p).append(to: &output)
      guard p < text.byteCount else { return }
      p += try escape(text, at: p, from: start, &decoded, into: &output)
    }
  }

  /// Decodes the escape at `p`; gives its length.
  private func escape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout Decoded,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let letter = text.byte(at: p + 1)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      decoded.isPlainText = false
      output.append(letter)
    case UInt8(ascii: "/"):
      output.append(letter)
    case UInt8(ascii: "b"): control(0x08, &decoded, &output)
    case UInt8(ascii: "f"): control(0x0C, &decoded, &output)
    case UInt8(ascii: "n"): control(0x0A, &decoded, &output)
    case UInt8(ascii: "r"): control(0x0D, &decoded, &output)
    case UInt8(ascii: "t"): control(0x09, &decoded, &output)
    case UInt8(ascii: "u"):
      return try unicodeEscape(text, at: p, from: start, &decoded, into: &output)
    default:
      guard Syntax.isExtended else {
        throw failure(.invalidEscape(Self.found(text, at: p + 1)), at: start + p)
      }
      return try extendedEscape(text, at: p, from: start, &decoded, into: &output)
    }
    return 2
  }

  private func control(
    _ byte: UInt8, _ decoded: inout Decoded, _ output: inout OutputRawSpan
  ) {
    decoded.isPlainText = false
    output.append(byte)
  }

  private func unicodeEscape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout Decoded,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let unit = try hex(text, at: p + 2, digits: 4, from: start, decoded.quote)
    if let scalar = Unicode.Scalar(unit) {
      put(scalar, &decoded, &output)
      return 6
    }
    if unit < 0xDC00, p + 12 <= text.byteCount, text.byte(at: p + 6) == UInt8(ascii: "\\"),
      text.byte(at: p + 7) == UInt8(ascii: "u")
    {
      let low = try hex(text, at: p + 8, digits: 4, from: start, decoded.quote)
      if 0xDC00...0xDFFF ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        put(scalar, &decoded, &output)
        return 12
      }
    }
    switch options.loneSurrogates {
    case .refuse:
      throw failure(.loneSurrogate(UInt16(unit)), at: start + p)
    case .replace(let losses):
      losses.count(.loneSurrogate)
      put("\u{FFFD}", &decoded, &output)
    case .keep:
      decoded.isEscaped = true
      decoded.isPlainText = false
      for byte in SurrogateText.bytes(of: unit) { output.append(byte) }
    }
    return 6
  }

  /// The escapes that JSON5 has and JSON has not.
  private func extendedEscape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout Decoded,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    switch text.byte(at: p + 1) {
    case UInt8(ascii: "v"):
      control(0x0B, &decoded, &output)
    case UInt8(ascii: "0"):
      if p + 2 < text.byteCount, 0x30...0x39 ~= text.byte(at: p + 2) {
        throw failure(.invalidEscape(Self.found(text, at: p + 1)), at: start + p)
      }
      control(0x00, &decoded, &output)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw failure(.invalidEscape(Self.found(text, at: p + 1)), at: start + p)
    case UInt8(ascii: "x"):
      let value = try hex(text, at: p + 2, digits: 2, from: start, decoded.quote)
      put(Unicode.Scalar(value) ?? "\u{FFFD}", &decoded, &output)
      return 4
    case 0x0D:
      return p + 2 < text.byteCount && text.byte(at: p + 2) == 0x0A ? 3 : 2
    case 0x0A:
      return 2
    default:
      let scalar = Self.found(text, at: p + 1)
      guard case .scalar(let scalar) = scalar else { return 2 }
      let isLineContinuation = scalar == "\u{2028}" || scalar == "\u{2029}"
      if !isLineContinuation { put(scalar, &decoded, &output) }
      return 1 + UTF8.width(scalar)
    }
    return 2
  }

  private func put(
    _ scalar: Unicode.Scalar, _ decoded: inout Decoded, _ output: inout OutputRawSpan
  ) {
    if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" { decoded.isPlainText = false }
    if !scalar.isASCII { decoded.isASCII = false }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
  }

  private func hex(
    _ text: RawSpan, at p: Int, digits: Int, from start: Int, _ quote: DecantError.Found
  ) throws(DecantError) -> UInt32 {
    var value: UInt32 = 0
    for offset in p..<p + digits {
      guard offset < text.byteCount, let digit = Self.hexDigit(text.byte(at: offset)) else {
        let found = offset < text.byteCount ? Self.found(text, at: offset) : quote
        throw failure(.unexpected(found, expected: .hexDigits(digits)), at: start + offset)
      }
      value = value << 4 | digit
    }
    return value
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
