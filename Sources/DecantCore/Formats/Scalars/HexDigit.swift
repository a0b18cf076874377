@usableFromInline package enum HexDigit {
  @inlinable @inline(__always)
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }

  @inlinable @inline(__always)
  package static func digit(_ value: some BinaryInteger) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value) & 0xF
    return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
  }

  /// Returns four digits as bytes, the first in the lowest one.
  @inlinable @inline(__always)
  package static func digits(_ value: UInt16) -> UInt32 {
    let value = UInt32(value)
    let numbers =
      value &>> 12 | (value & 0x0F00) | (value & 0xF0) &<< 12 | (value & 0x0F) &<< 24
    // Of ten and more, the highest bit is set, and moved to the lowest.
    let letters = (numbers &+ 0x7676_7676) &>> 7 & 0x0101_0101
    return numbers &+ 0x3030_3030 &+ letters &* 39
  }
}
