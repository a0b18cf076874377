internal import DecantCore

/// Strings in double quotes.
enum TOMLString {
  static func append(_ text: RawSpan, ascii: Bool, to output: inout [UInt8]) {
    var string = Buffer<UInt8>()
    append(text, 0..<text.byteCount, ascii: ascii, to: &string)
    string.withBytes { output.append(copying: $0) }
  }

  /// Appends a text with line breaks, which begins on a line of its own.
  static func appendLines(_ text: RawSpan, ascii: Bool, to output: inout [UInt8]) {
    var string = Buffer<UInt8>()
    appendLines(text, 0..<text.byteCount, ascii: ascii, to: &string)
    string.withBytes { output.append(copying: $0) }
  }

  static func append(
    _ text: RawSpan, _ range: Range<Int>, ascii: Bool, to output: inout Buffer<UInt8>
  ) {
    output.append(UInt8(ascii: "\""))
    appendContent(text, range, hasLines: false, ascii: ascii, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  static func appendLines(
    _ text: RawSpan, _ range: Range<Int>, ascii: Bool, to output: inout Buffer<UInt8>
  ) {
    output.append(0x0A_222222, count: 4)
    appendContent(text, range, hasLines: true, ascii: ascii, to: &output)
    output.append(0x222222, count: 3)
  }

  private static func appendContent(
    _ text: RawSpan, _ range: Range<Int>, hasLines: Bool, ascii: Bool,
    to output: inout Buffer<UInt8>
  ) {
    var p = range.lowerBound
    while p < range.upperBound {
      // Sixteen bytes at once, as long as none of them needs a look.
      while p <= text.byteCount &- ByteBlock.width {
        let block = text.block(at: p)
        let plain =
          (block.endsPlainText(quote: UInt8(ascii: "\"")) | block.equals(0x7F)).bytesBefore
        let count = min(plain, range.upperBound &- p)
        output.append(block, count: count)
        p &+= count
        guard count == ByteBlock.width else { break }
      }
      let run = p
      while p < range.upperBound,
        isVerbatim(text, range, at: p, hasLines: hasLines, ascii: ascii)
      {
        p &+= 1
      }
      if p > run { output.append(contentsOf: text.extracting(run..<p)) }
      guard p < range.upperBound, !isVerbatim(text, range, at: p, hasLines: hasLines, ascii: ascii)
      else { continue }
      p &+= appendEscape(text, at: p, to: &output)
    }
  }

  @inline(__always)
  private static func isVerbatim(
    _ text: RawSpan, _ range: Range<Int>, at p: Int, hasLines: Bool, ascii: Bool
  ) -> Bool {
    let byte = text.byte(at: p)
    switch byte {
    case UInt8(ascii: "\\"), 0x7F: return false
    case UInt8(ascii: "\""):
      // Three in a row would end the string, as would one before the last three.
      return hasLines && p &+ 1 < range.upperBound
        && !(p >= range.lowerBound &+ 2 && text.byte(at: p &- 1) == byte
          && text.byte(at: p &- 2) == byte)
    case 0x0A, 0x09: return hasLines
    case 0x00..<0x20: return false
    case 0x80...: return !ascii
    default: return true
    }
  }

  private static func appendEscape(
    _ text: RawSpan, at p: Int, to output: inout Buffer<UInt8>
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
