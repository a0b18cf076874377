internal import DecantCore

enum OpenStepText {
  // Bit n of both together is set for each ASCII character n that a word can contain:
  // $ - . / 0…9 : A…Z _ a…z.
  private static let lowWords: UInt64 = 1 << 0x24 | ((1 << 14) - 1) << 0x2D
  private static let highWords: UInt64 = ((1 << 26) - 1) << 1 | 1 << 31 | ((1 << 26) - 1) << 33

  @inline(__always)
  static func isOfWord(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    return (byte < 0x40 ? lowWords : highWords) &>> UInt64(byte & 0x3F) & 1 != 0
  }

  /// Marks the bytes that end a word without quotes, by their top bits.
  @inline(__always)
  static func endsWord(_ word: UInt64) -> UInt64 {
    ~(letters(word) | range(word, from: 0x2D, to: 0x3A) | signs(word)) & WordScanning.highBits
      | word & WordScanning.highBits
  }

  /// Marks the bytes that writers quote: all but letters, digits, `$`, `.` and `_`.
  @inline(__always)
  private static func needsQuotes(_ word: UInt64) -> UInt64 {
    ~(letters(word) | range(word, from: 0x30, to: 0x39) | signs(word)
      | WordScanning.equals(word, UInt8(ascii: "."))) & WordScanning.highBits
      | word & WordScanning.highBits
  }

  @inline(__always)
  private static func letters(_ word: UInt64) -> UInt64 {
    range(word | WordScanning.repeated(0x20), from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
  }

  @inline(__always)
  private static func signs(_ word: UInt64) -> UInt64 {
    WordScanning.equals(word, UInt8(ascii: "$")) | WordScanning.equals(word, UInt8(ascii: "_"))
  }

  @inline(__always)
  private static func range(_ word: UInt64, from first: UInt8, to last: UInt8) -> UInt64 {
    // The sum of two 7-bit numbers does not carry into the next byte.
    let bytes = word & ~WordScanning.highBits
    return (bytes &+ WordScanning.repeated(0x80 - first))
      & ~(bytes &+ WordScanning.repeated(0x7F - last)) & WordScanning.highBits
  }

  // MARK: Writing

  /// Precondition: eight bytes after the text are readable.
  @inline(__always)
  static func needsNoQuotes(_ text: RawSpan, from start: Int, count: Int) -> Bool {
    guard count > 0 else { return false }
    var p = start
    var left = count
    while left >= 8 {
      if needsQuotes(text.word(at: p)) != 0 { return isPathWithoutQuotes(text, start, count) }
      p &+= 8
      left &-= 8
    }
    let rest = (1 &<< (UInt64(truncatingIfNeeded: left) &* 8)) &- 1
    return needsQuotes(text.word(at: p)) & rest == 0
      || isPathWithoutQuotes(text, start, count)
  }

  /// Returns whether the text is a path that contains no `//`, which would begin a comment.
  @inline(never)
  private static func isPathWithoutQuotes(_ text: RawSpan, _ start: Int, _ count: Int) -> Bool {
    var previous: UInt8 = 0
    for p in start..<start + count {
      let byte = text.byte(at: p)
      guard isOfWord(byte), byte != UInt8(ascii: "-"), byte != UInt8(ascii: ":"),
        byte != UInt8(ascii: "/") || previous != byte
      else { return false }
      previous = byte
    }
    return true
  }
}

/// The NeXTSTEP encoding, which octal escapes use.
enum NeXTSTEPEncoding {
  static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80].flatMap(Unicode.Scalar.init)
  }

  private static let upper: [UInt16?] = [
    0x00A0, 0x00C0, 0x00C1, 0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C7,
    0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D9,
    0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00B5, 0x00D7, 0x00F7,
    0x00A9, 0x00A1, 0x00A2, 0x00A3, 0x2044, 0x00A5, 0x0192, 0x00A7,
    0x00A4, 0x2019, 0x201C, 0x00AB, 0x2039, 0x203A, 0xFB01, 0xFB02,
    0x00AE, 0x2013, 0x2020, 0x2021, 0x00B7, 0x00A6, 0x00B6, 0x2022,
    0x201A, 0x201E, 0x201D, 0x00BB, 0x2026, 0x2030, 0x00AC, 0x00BF,
    0x00B9, 0x02CB, 0x00B4, 0x02C6, 0x02DC, 0x00AF, 0x02D8, 0x02D9,
    0x00A8, 0x00B2, 0x02DA, 0x00B8, 0x00B3, 0x02DD, 0x02DB, 0x02C7,
    0x2014, 0x00B1, 0x00BC, 0x00BD, 0x00BE, 0x00E0, 0x00E1, 0x00E2,
    0x00E3, 0x00E4, 0x00E5, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB,
    0x00EC, 0x00C6, 0x00ED, 0x00AA, 0x00EE, 0x00EF, 0x00F0, 0x00F1,
    0x0141, 0x00D8, 0x0152, 0x00BA, 0x00F2, 0x00F3, 0x00F4, 0x00F5,
    0x00F6, 0x00E6, 0x00F9, 0x00FA, 0x00FB, 0x0131, 0x00FC, 0x00FD,
    0x0142, 0x00F8, 0x0153, 0x00DF, 0x00FE, 0x00FF, nil, nil,
  ]
}
