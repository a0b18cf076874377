@usableFromInline package enum JSONEscape {
  @usableFromInline package static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    default: nil
    }
  }

  /// The byte that is written as a backslash and a letter; nil for `u` and any other letter.
  @inlinable package static func byte(for letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Writes the shortest escape.
  @inlinable
  package static func write(_ byte: UInt8, _ put: (UInt8) -> Void) {
    guard let letter = letter(for: byte) else { return write(UInt16(byte), put) }
    put(UInt8(ascii: "\\"))
    put(letter)
  }

  /// The six bytes of the escape of a unit, the first in the lowest one.
  @inlinable @inline(__always)
  package static func word(of unit: UInt16) -> UInt64 {
    0x755C | UInt64(HexDigit.digits(unit)) &<< 16
  }

  @inlinable
  package static func write(_ unit: UInt16, _ put: (UInt8) -> Void) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] { put(HexDigit.digit(unit >> UInt16(shift))) }
  }
}
