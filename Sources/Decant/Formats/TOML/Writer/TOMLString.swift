/// Strings in double quotes.
enum TOMLString {
  static func append(_ text: RawSpan, ascii: Bool, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    appendContent(text, hasLines: false, ascii: ascii, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a text with line breaks, which begins on a line of its own.
  static func appendLines(_ text: RawSpan, ascii: Bool, to output: inout [UInt8]) {
    output += "\"\"\"\n".utf8
    appendContent(text, hasLines: true, ascii: ascii, to: &output)
    output += "\"\"\"".utf8
  }

  private static func appendContent(
    _ text: RawSpan, hasLines: Bool, ascii: Bool, to output: inout [UInt8]
  ) {
    var p = 0
    while p < text.byteCount {
      let run = p
      while p < text.byteCount, isVerbatim(text, at: p, hasLines: hasLines, ascii: ascii) { p += 1 }
      output.append(copying: text.extracting(run..<p))
      if p < text.byteCount { p += appendEscape(text, at: p, to: &output) }
    }
  }

  @inline(__always)
  private static func isVerbatim(
    _ text: RawSpan, at p: Int, hasLines: Bool, ascii: Bool
  ) -> Bool {
    let byte = text.byte(at: p)
    switch byte {
    case UInt8(ascii: "\\"), 0x7F: return false
    case UInt8(ascii: "\""):
      // Three in a row would end the string, as would one before the last three.
      return hasLines && p + 1 < text.byteCount
        && !(p >= 2 && text.byte(at: p - 1) == byte && text.byte(at: p - 2) == byte)
    case 0x0A, 0x09: return hasLines
    case 0x00..<0x20: return false
    case 0x80...: return !ascii
    default: return true
    }
  }

  private static func appendEscape(
    _ text: RawSpan, at p: Int, to output: inout [UInt8]
  ) -> Int {
    let byte = text.byte(at: p)
    output.append(UInt8(ascii: "\\"))
    if let letter = JSONEscape.letter(for: byte) {
      output.append(letter)
      return 1
    }
    let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
    let isLong = scalar.value > 0xFFFF
    output.append(UInt8(ascii: isLong ? "U" : "u"))
    for shift in stride(from: isLong ? 28 : 12, through: 0, by: -4) {
      output.append(HexDigit.digit(scalar.value >> UInt32(shift)))
    }
    return width
  }
}
