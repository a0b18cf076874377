internal import DecantCore

/// Escapes: those of C, octal ones, which are bytes of the NeXTSTEP encoding, and `\U` with four digits, of which two may be a
/// surrogate pair.
extension OpenStepReader {
  @inline(never)
  mutating func decode(
    _ bytes: RawSpan, at start: Int, _ scan: StringScan, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let text = bytes.extracting(start..<start + scan.length)
    // Includes the closing quote, which ends an incomplete escape.
    let closed = bytes.extracting(start..<start + scan.length + 1)
    let known = DecodedText(isASCII: scan.isASCII, needsNoJSONEscape: !scan.needsJSONEscape)
    // An escape is never shorter than its character.
    try batch.appendString(flags, at: start - 1, capacity: scan.length, known) {
      (decoded, output) throws(DecantError) in
      var p = decoded.put(verbatim: text, from: 0, &output)
      while p < text.byteCount {
        p += try escape(closed, at: p, from: start, &decoded, into: &output)
        p = decoded.put(verbatim: text, from: p, &output)
      }
    }
  }

  private func escape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout DecodedText,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let letter = text.byte(at: p + 1)
    switch letter {
    case UInt8(ascii: "a"): decoded.put("\u{7}", &output)
    case UInt8(ascii: "b"): decoded.put("\u{8}", &output)
    case UInt8(ascii: "f"): decoded.put("\u{C}", &output)
    case UInt8(ascii: "n"): decoded.put("\n", &output)
    case UInt8(ascii: "r"): decoded.put("\r", &output)
    case UInt8(ascii: "t"): decoded.put("\t", &output)
    case UInt8(ascii: "v"): decoded.put("\u{B}", &output)
    case UInt8(ascii: "U"):
      return try unicodeEscape(text, at: p, from: start, &decoded, into: &output)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      return try octalEscape(text, at: p, from: start, &decoded, into: &output)
    case 0x80...:
      return 1
    default:
      decoded.put(Unicode.Scalar(letter), &output)
    }
    return 2
  }

  private func octalEscape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout DecodedText,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    var value = 0
    var q = p + 1
    while q < p + 4, UInt8(ascii: "0")...UInt8(ascii: "7") ~= text.byte(at: q) {
      value = value << 3 | Int(text.byte(at: q) & 7)
      q += 1
    }
    guard let byte = UInt8(exactly: value), let scalar = NeXTSTEPEncoding.scalar(byte) else {
      throw failure(.openStep(.undefinedCharacter(value)), at: start + p)
    }
    decoded.put(scalar, &output)
    return q - p
  }

  private func unicodeEscape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout DecodedText,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let (unit, length) = Self.unit(text, at: p)
    guard length > 0 else {
      let found = Self.found(text, at: p + 2)
      throw failure(.unexpected(found, expected: .hexDigits(4)), at: start + p + 2)
    }
    if let scalar = Unicode.Scalar(unit) {
      decoded.put(scalar, &output)
      return length + 2
    }
    let next = p + length + 2
    if unit < 0xDC00, text.byte(at: next) == UInt8(ascii: "\\"),
      text.byte(at: next + 1) == UInt8(ascii: "U")
    {
      let (low, lowLength) = Self.unit(text, at: next)
      if let scalar = Unicode.Scalar(high: unit, low: low) {
        decoded.put(scalar, &output)
        return length + lowLength + 4
      }
    }
    guard decoded.put(loneSurrogate: unit, options.invalidText, &output, at: path) else {
      throw failure(.loneSurrogate(UInt16(unit)), at: start + p)
    }
    return length + 2
  }

  private static func unit(_ text: RawSpan, at p: Int) -> (UInt32, length: Int) {
    var value: UInt32 = 0
    var length = 0
    while length < 4, let digit = HexDigit.value(text.byte(at: p + 2 + length)) {
      value = value << 4 | UInt32(digit)
      length += 1
    }
    return (value, length)
  }
}
