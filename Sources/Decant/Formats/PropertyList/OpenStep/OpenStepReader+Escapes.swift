/// Decodes strings with escapes, into the batch's scratch bytes.
extension OpenStepReader {
  /// What a decoded string turned out to be.
  private struct Decoded {
    var isASCII = true
    var isPlainText = true
    var isEscaped = false
  }

  /// Appends the string whose text begins at `start`, decoded.
  @inline(never)
  mutating func decode(
    _ bytes: RawSpan, at start: Int, _ scan: QuotedScan, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let textStart = batch.scratch.count
    // Its closing quote comes along, as what an escape that is cut short is followed by.
    let text = bytes.extracting(start..<start + scan.length + 1)
    var decoded = Decoded(isASCII: scan.isASCII, isPlainText: !scan.hasOddities)
    // An escape is never shorter than what it stands for.
    batch.scratch.reserve(scan.length)
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
    let end = text.byteCount - 1
    var p = 0
    while p < end {
      let run = p
      while p < end, text.byte(at: p) != UInt8(ascii: "\\") {
        if text.byte(at: p) == UInt8(ascii: "\"") { decoded.isPlainText = false }
        p += 1
      }
      text.extracting(run..<p).append(to: &output)
      guard p < end else { return }
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
    case UInt8(ascii: "a"): control(0x07, &decoded, &output)
    case UInt8(ascii: "b"): control(0x08, &decoded, &output)
    case UInt8(ascii: "f"): control(0x0C, &decoded, &output)
    case UInt8(ascii: "n"): control(0x0A, &decoded, &output)
    case UInt8(ascii: "r"): control(0x0D, &decoded, &output)
    case UInt8(ascii: "t"): control(0x09, &decoded, &output)
    case UInt8(ascii: "v"): control(0x0B, &decoded, &output)
    case UInt8(ascii: "U"):
      return try unicodeEscape(text, at: p, from: start, &decoded, into: &output)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      return try octalEscape(text, at: p, from: start, &decoded, into: &output)
    case 0x80...:
      // The text behind the backslash is as it would be without.
      return 1
    default:
      put(Unicode.Scalar(letter), &decoded, &output)
    }
    return 2
  }

  private func control(
    _ byte: UInt8, _ decoded: inout Decoded, _ output: inout OutputRawSpan
  ) {
    decoded.isPlainText = false
    output.append(byte)
  }

  private func put(
    _ scalar: Unicode.Scalar, _ decoded: inout Decoded, _ output: inout OutputRawSpan
  ) {
    if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" { decoded.isPlainText = false }
    if !scalar.isASCII { decoded.isASCII = false }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
  }

  /// Up to three digits, of a character in NeXTSTEP's encoding.
  private func octalEscape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout Decoded,
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
    put(scalar, &decoded, &output)
    return q - p
  }

  /// Up to four hexadecimal digits, of a unit of UTF-16.
  private func unicodeEscape(
    _ text: RawSpan, at p: Int, from start: Int, _ decoded: inout Decoded,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    let (unit, length) = Self.unit(text, at: p)
    guard length > 0 else {
      let found = Self.found(text, at: p + 2)
      throw failure(.unexpected(found, expected: .hexDigits(4)), at: start + p + 2)
    }
    if let scalar = Unicode.Scalar(unit) {
      put(scalar, &decoded, &output)
      return length + 2
    }
    let next = p + length + 2
    if unit < 0xDC00, text.byte(at: next) == UInt8(ascii: "\\"),
      text.byte(at: next + 1) == UInt8(ascii: "U")
    {
      let (low, lowLength) = Self.unit(text, at: next)
      if 0xDC00...0xDFFF ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        put(scalar, &decoded, &output)
        return length + lowLength + 4
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
    return length + 2
  }

  /// The unit whose digits stand behind `\U` at `p`, and how many they are.
  private static func unit(_ text: RawSpan, at p: Int) -> (UInt32, length: Int) {
    var value: UInt32 = 0
    var length = 0
    // The closing quote, at the latest, is no digit.
    while length < 4, let digit = hexDigit(text.byte(at: p + 2 + length)) {
      value = value << 4 | UInt32(digit)
      length += 1
    }
    return (value, length)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
