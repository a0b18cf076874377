internal import DecantCore

/// The text of strings that have escapes or carriage returns.
enum TOMLText {
  /// Decodes what is between the quotes of a string that the parser has accepted.
  ///
  /// A literal string, in single quotes, has no escapes.
  static func decoded(_ text: RawSpan, isLiteral: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.byteCount)
    var p = 0
    while p < text.byteCount {
      let byte = text.byte(at: p)
      switch byte {
      case UInt8(ascii: "\\") where !isLiteral:
        p = decodeEscape(text, at: p, into: &result)
      case 0x0D:
        // Only CRLF is valid, and line breaks are line feeds in every document.
        p += 1
      default:
        result.append(byte)
        p += 1
      }
    }
    return result
  }

  private static func decodeEscape(
    _ text: RawSpan, at p: Int, into result: inout [UInt8]
  ) -> Int {
    switch text.byte(at: p + 1) {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "e"): result.append(0x1B)
    case UInt8(ascii: "x"): return decode(2, text, at: p, into: &result)
    case UInt8(ascii: "u"): return decode(4, text, at: p, into: &result)
    case UInt8(ascii: "U"): return decode(8, text, at: p, into: &result)
    case 0x20, 0x09, 0x0A, 0x0D:
      var next = p + 1
      while next < text.byteCount, [0x20, 0x09, 0x0A, 0x0D].contains(text.byte(at: next)) {
        next += 1
      }
      return next
    case let letter: result.append(letter)
    }
    return p + 2
  }

  private static func decode(
    _ digits: Int, _ text: RawSpan, at p: Int, into result: inout [UInt8]
  ) -> Int {
    var value: UInt32 = 0
    for offset in p + 2..<p + 2 + digits {
      value = value << 4 | UInt32(HexDigit.value(text.byte(at: offset)) ?? 0)
    }
    result += UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}").map(Array.init) ?? []
    return p + 2 + digits
  }
}
