internal import DecantCore

/// The characters that YAML allows in its input (YAML 1.2.2, 5.1).
enum YAMLText {
  /// Returns the end of the characters that are text wherever they are; precondition: the bytes are padded after `end`.
  @inline(never)
  static func endOfWide(_ bytes: RawSpan, from start: Int, to end: Int) -> Int {
    var p = start
    while p < end {
      let width = UTF8Scanning.length(bytes, at: p)
      guard width > 1, p &+ width <= end, isUsual(bytes, at: p) else { return p }
      p &+= width
      while width == 3, end &- p >= 8, isPair(bytes.word(at: p)) { p &+= 6 }
    }
    return p
  }

  /// Returns whether the word begins with two scalars from U+3000 to U+CFFF, the most frequent in East Asian scripts.
  @inline(__always)
  private static func isPair(_ word: UInt64) -> Bool {
    // 1110xxxx 10xxxxxx 10xxxxxx, twice, with 3 to 12 as the x of the first byte.
    word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0
      && (word & 0x0F) &- 3 < 10 && (word &>> 24 & 0x0F) &- 3 < 10
  }

  /// Returns false for the C1 controls, U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF.
  @inline(__always)
  private static func isUsual(_ bytes: RawSpan, at p: Int) -> Bool {
    switch bytes.byte(at: p) {
    case 0xC2: return bytes.byte(at: p &+ 1) >= 0xA0
    case 0xE2: return bytes.byte(at: p &+ 1) != 0x80 || bytes.byte(at: p &+ 2) & 0xFE != 0xA8
    case 0xEF:
      let second = bytes.byte(at: p &+ 1), third = bytes.byte(at: p &+ 2)
      return second == 0xBB ? third != 0xBF : second != 0xBF || third < 0xBE
    default: return true
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar breaks lines in YAML 1.1 and not in YAML 1.2 (YAML 1.2.2, 5.4).
  package var isOldLineBreak: Bool { self == "\u{85}" || self == "\u{2028}" || self == "\u{2029}" }

  /// Whether YAML allows the scalar only in quotes (YAML 1.2.2, 5.1).
  var mustBeQuoted: Bool {
    switch self {
    case "\u{85}": false
    case "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
}
