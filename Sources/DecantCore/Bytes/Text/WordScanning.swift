/// Tests of eight bytes at once, in a `UInt64` with the first byte lowest.
///
/// A test returns a mask whose lowest set bit is the top bit of the first matching byte. Higher
/// bits may be wrong, because a borrow propagates upward.
@usableFromInline package enum WordScanning {
  @inlinable @inline(__always)
  package static func repeated(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  @inlinable
  package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Bytes that end plain text: `quote`, `\`, control characters, and bytes outside ASCII.
  @inlinable @inline(__always)
  package static func endsPlainText(_ word: UInt64, quote: UInt8) -> UInt64 {
    let ones = repeated(0x01)
    let control = word &- repeated(0x20)
    let quotes = (word ^ repeated(quote)) &- ones
    let escapes = (word ^ repeated(0x5C)) &- ones
    return (control | quotes | escapes | word) & highBits
  }

  @inlinable @inline(__always)
  package static func isNotDigit(_ word: UInt64) -> UInt64 {
    let digits = word ^ repeated(0x30)
    return ((digits &+ repeated(0x76)) | digits) & highBits
  }

  @inlinable @inline(__always)
  package static func differs(_ word: UInt64, from byte: UInt8) -> UInt64 {
    word ^ repeated(byte)
  }

  /// Returns the number of bytes before the first marked byte; 8 if there is none.
  @inlinable @inline(__always)
  package static func bytesBefore(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }

  /// Bytes equal to `byte`; the mask is exact in every byte, so they can be counted.
  @inlinable @inline(__always)
  package static func equals(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let others = word ^ repeated(byte)
    return ~(((others & ~highBits) &+ ~highBits) | others) & highBits
  }
}
