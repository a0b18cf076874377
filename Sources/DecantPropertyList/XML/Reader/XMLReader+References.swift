internal import DecantCore

/// Text that is not what it says: references, CDATA, comments and instructions in it, and line ends.
///
///     a &amp; b<![CDATA[ < ]]>  ─▶  "a & b < "
extension XMLReader {
  @inline(never)
  mutating func decode(
    _ bytes: RawSpan, at tag: Int, textAt start: Int, _ scan: XMLTextScan, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let textStart = batch.scratch.count
    let text = bytes.extracting(start..<start + scan.length)
    // A reference is never shorter than its character.
    batch.scratch.reserve(scan.length)
    var scan = scan
    let count = try batch.scratch.fill { (output) throws(DecantError) in
      try decode(text, from: start, &scan, into: &output)
    }
    if scan.hasForbidden { options.invalidText.report(.forbiddenCharacter, at: path) }
    batch.events.append(
      Event(
        .string, flags: flags.union(scan.flags).union(.inScratch), at: tag, textAt: textStart,
        count: count))
  }

  @inline(never)
  func decoded(
    _ bytes: RawSpan, textAt start: Int, _ scan: XMLTextScan
  ) throws(DecantError) -> [UInt8] {
    let text = bytes.extracting(start..<start + scan.length)
    guard scan.needsDecoding else { return [UInt8](text) }
    let storage = ByteStorage(capacity: scan.length)
    var scan = scan
    _ = try storage.fill { (output) throws(DecantError) in
      try decode(text, from: start, &scan, into: &output)
    }
    return storage.withBytes { [UInt8]($0.extracting(0..<storage.count)) }
  }

  private func decode(
    _ text: RawSpan, from start: Int, _ scan: inout XMLTextScan, into output: inout OutputRawSpan
  ) throws(DecantError) {
    var p = 0
    var isVerbatim = false
    while p < text.byteCount {
      let run = p
      while p < text.byteCount, !Self.isDecoded(text.byte(at: p)) { p += 1 }
      text.extracting(run..<p).append(to: &output)
      guard p < text.byteCount else { return }
      let byte = text.byte(at: p)
      switch byte {
      case 0x0D:
        // XML 1.0, 2.11: every line end becomes a line feed.
        output.append(0x0A)
        p += p + 1 < text.byteCount && text.byte(at: p + 1) == 0x0A ? 2 : 1
      case UInt8(ascii: "&") where !isVerbatim:
        p = try reference(text, at: p, from: start, &scan, into: &output)
      case UInt8(ascii: "<") where !isVerbatim:
        switch text.byte(at: p + 1) {
        case UInt8(ascii: "?"):
          p = Self.end(of: "?>", in: text, from: p + 2)
        case _ where text.byte(at: p + 2) == UInt8(ascii: "-"):
          p = Self.end(of: "-->", in: text, from: p + 4)
        default:
          isVerbatim = true
          p += 9
        }
      case UInt8(ascii: "]") where isVerbatim && Self.end(of: "]]>", in: text, at: p):
        isVerbatim = false
        p += 3
      default:
        output.append(byte)
        p += 1
      }
    }
  }

  @inline(__always)
  private static func isDecoded(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == 0x0D
      || byte == UInt8(ascii: "]")
  }

  private static func end(of closing: String, in text: RawSpan, at p: Int) -> Bool {
    let count = closing.utf8.count
    guard p + count <= text.byteCount else { return false }
    return closing.withBytes { text.extracting(p..<p + count).isEqual(to: $0) }
  }

  private static func end(of closing: String, in text: RawSpan, from start: Int) -> Int {
    var p = start
    while p < text.byteCount, !end(of: closing, in: text, at: p) { p += 1 }
    return min(p + closing.utf8.count, text.byteCount)
  }

  // MARK: References

  private static var longestName: Int { 64 }

  private func reference(
    _ text: RawSpan, at p: Int, from start: Int, _ scan: inout XMLTextScan,
    into output: inout OutputRawSpan
  ) throws(DecantError) -> Int {
    if p + 1 < text.byteCount, text.byte(at: p + 1) == UInt8(ascii: "#") {
      let (value, end) = try number(text, at: p, from: start)
      guard var scalar = Unicode.Scalar(value) else {
        throw failure(.xml(.forbiddenCharacter(value)), at: start + p)
      }
      if !Self.isAllowed(scalar) {
        try passForbidden(value, at: start + p, &scan)
        if options.invalidText.isReplaced { scalar = "\u{FFFD}" }
      }
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" { scan.needsJSONEscape = true }
      if !scalar.isASCII { scan.isASCII = false }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
      return end
    }
    var end = p + 1
    while end < text.byteCount, end - p <= Self.longestName, Self.isNameByte(text.byte(at: end)) {
      end += 1
    }
    guard end > p + 1, end < text.byteCount, text.byte(at: end) == UInt8(ascii: ";") else {
      throw failure(.xml(.bareAmpersand), at: start + p)
    }
    let name = String(utf8: text.extracting(p + 1..<end))
    switch name {
    case "amp": output.append(UInt8(ascii: "&"))
    case "lt": output.append(UInt8(ascii: "<"))
    case "gt": output.append(UInt8(ascii: ">"))
    case "apos": output.append(UInt8(ascii: "'"))
    case "quot":
      scan.needsJSONEscape = true
      output.append(UInt8(ascii: "\""))
    default:
      throw failure(.xml(.unknownEntity(name)), at: start + p)
    }
    return end + 1
  }

  private func number(
    _ text: RawSpan, at p: Int, from start: Int
  ) throws(DecantError) -> (value: UInt32, end: Int) {
    var q = p + 2
    let isHexadecimal = q < text.byteCount && text.byte(at: q) == UInt8(ascii: "x")
    let radix: UInt8 = isHexadecimal ? 16 : 10
    if isHexadecimal { q += 1 }
    let digits = q
    var value: UInt32 = 0
    while q < text.byteCount, let digit = HexDigit.value(text.byte(at: q)), digit < radix {
      // Limited to one more than the highest code point, so that it cannot overflow.
      value = min(value * UInt32(radix) + UInt32(digit), 0x11_0000)
      q += 1
    }
    guard q > digits, q < text.byteCount, text.byte(at: q) == UInt8(ascii: ";") else {
      throw failure(.xml(.malformedReference), at: start + p)
    }
    return (value, q + 1)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default:
      false
    }
  }
}
