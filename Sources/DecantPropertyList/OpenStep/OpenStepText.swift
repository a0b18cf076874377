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
