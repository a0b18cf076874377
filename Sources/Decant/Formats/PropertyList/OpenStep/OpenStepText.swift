/// Which text is without quotes.
enum OpenStepText {
  // Bit n of the two together is set for the ASCII character n that a word may have:
  // $ - . / 0…9 : A…Z _ a…z.
  private static let lowWords: UInt64 = 1 << 0x24 | ((1 << 14) - 1) << 0x2D
  private static let highWords: UInt64 = ((1 << 26) - 1) << 1 | 1 << 31 | ((1 << 26) - 1) << 33

  /// Whether a reader takes the byte for a part of a word without quotes.
  @inline(__always)
  static func isOfWord(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    return (byte < 0x40 ? lowWords : highWords) &>> UInt64(byte & 0x3F) & 1 != 0
  }

  /// Bytes of eight that end a word without quotes, the top bit of each set.
  @inline(__always)
  static func endsWord(_ word: UInt64) -> UInt64 {
    // From '-' to ':' there is no gap.
    ~(letters(word) | range(word, from: 0x2D, to: 0x3A) | signs(word)) & WordScanning.highBits
      | word & WordScanning.highBits
  }

  /// Bytes of eight that a writer puts in quotes, the top bit of each set: all but letters, digits, `$`,
  /// `.` and `_`, which every reader takes without.
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

  /// Bytes of eight, taken without their top bits, from one to the other, the top bit of each set.
  @inline(__always)
  private static func range(_ word: UInt64, from first: UInt8, to last: UInt8) -> UInt64 {
    // No sum of seven bits and seven bits carries into the next byte.
    let bytes = word & ~WordScanning.highBits
    return (bytes &+ WordScanning.repeated(0x80 - first))
      & ~(bytes &+ WordScanning.repeated(0x7F - last)) & WordScanning.highBits
  }

  // MARK: Writing

  /// Whether all readers take the text without quotes, and for itself.
  ///
  /// `text` must have eight bytes to spare.
  @inline(__always)
  static func standsBare(_ text: RawSpan, from start: Int, count: Int) -> Bool {
    guard count > 0 else { return false }
    var p = start
    var left = count
    while left >= 8 {
      if needsQuotes(text.word(at: p)) != 0 { return standsBareWithSlashes(text, start, count) }
      p &+= 8
      left &-= 8
    }
    let rest = (1 &<< (UInt64(truncatingIfNeeded: left) &* 8)) &- 1
    return needsQuotes(text.word(at: p)) & rest == 0
      || standsBareWithSlashes(text, start, count)
  }

  /// Whether the text is a path without quotes, and holds nothing that looks like a comment.
  @inline(never)
  private static func standsBareWithSlashes(_ text: RawSpan, _ start: Int, _ count: Int) -> Bool {
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
