/// Hexadecimal digits in ASCII.
enum HexDigit {
  /// What a digit of either case represents; nil for any other byte.
  @inline(__always)
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }

  /// The digit, a small letter if it is a letter, of the lowest four bits of `value`.
  @inline(__always)
  static func digit(_ value: some BinaryInteger) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value) & 0xF
    return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
  }
}
