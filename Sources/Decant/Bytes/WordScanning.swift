/// Questions about eight bytes at once, held in one `UInt64` with the first byte lowest.
///
/// Each answer is a mask whose lowest set bit is the top bit of the first byte of which the question
/// is true. Bits above that one may be wrong (a borrow runs upwards), so only the lowest counts.
enum WordScanning {
  @inline(__always)
  static func repeated(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Bytes that end a run of plain text between quotes: the quote, `\`, a control character, or
  /// a byte that is not ASCII.
  @inline(__always)
  static func endsPlainText(_ word: UInt64, quote: UInt8) -> UInt64 {
    let ones = repeated(0x01)
    let control = word &- repeated(0x20)
    let quotes = (word ^ repeated(quote)) &- ones
    let escapes = (word ^ repeated(0x5C)) &- ones
    return (control | quotes | escapes | word) & highBits
  }

  /// Bytes that are not decimal digits.
  @inline(__always)
  static func isNotDigit(_ word: UInt64) -> UInt64 {
    let digits = word ^ repeated(0x30)
    return ((digits &+ repeated(0x76)) | digits) & highBits
  }

  /// Bytes that are not `byte`.
  @inline(__always)
  static func differs(_ word: UInt64, from byte: UInt8) -> UInt64 {
    word ^ repeated(byte)
  }

  /// How many bytes are before the first one that a mask marks; 8 where it marks none.
  @inline(__always)
  static func bytesBefore(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }

  /// Bytes that are `byte`; this mask is exact in every byte, so they can be counted.
  @inline(__always)
  static func equals(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let others = word ^ repeated(byte)
    return ~(((others & ~highBits) &+ ~highBits) | others) & highBits
  }
}
