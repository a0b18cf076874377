/// Integers of any size as decimal text.
package enum RadixText {
  /// Longer numbers are refused, because the conversion is quadratic.
  package static let hexadecimalLimit = 20_000

  /// Returns the decimal digits of a hexadecimal, octal or binary integer; nil if it is invalid or too long.
  package static func text(of digits: RawSpan, bitsPerDigit: Int = 4) -> String? {
    let count = digits.byteCount
    guard count > 0, (count - 1) * bitsPerDigit < 4 * hexadecimalLimit else { return nil }
    // In base 10⁹, lowest limb first.
    var limbs: [UInt64] = [0]
    var start = 0
    while start < count {
      // A limb has room for 32 more bits.
      let end = min(start + 32 / bitsPerDigit, count)
      var carry: UInt64 = 0
      for offset in start..<end {
        guard let digit = HexDigit.value(digits.byte(at: offset)), digit < 1 << bitsPerDigit else {
          return nil
        }
        carry = carry << UInt64(bitsPerDigit) | UInt64(digit)
      }
      for index in limbs.indices {
        let value = limbs[index] << UInt64(bitsPerDigit * (end - start)) + carry
        limbs[index] = value % base
        carry = value / base
      }
      while carry > 0 {
        limbs.append(carry % base)
        carry /= base
      }
      start = end
    }
    return text(ofLimbs: limbs)
  }

  private static func text(ofLimbs limbs: [UInt64]) -> String {
    let rest = limbs.dropLast().reversed().map { limb in
      let text = String(limb)
      return String(repeating: "0", count: 9 - text.count) + text
    }
    return String(limbs.last ?? 0) + rest.joined()
  }

  private static let base: UInt64 = 1_000_000_000

  // MARK: Bytes

  /// The longest integer in bytes that is converted.
  package static let longestInteger = hexadecimalLimit / 2

  /// Returns the decimal digits of a big-endian integer; nil if it is too long.
  package static func text(of magnitude: [UInt8]) -> String? {
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = magnitude.drop { $0 == 0 }.flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    guard !hexadecimal.isEmpty else { return "0" }
    return hexadecimal.withBytes { text(of: $0) }
  }

  /// Returns the integer with these decimal digits, big-endian and without leading zeros; nil if it is too long.
  package static func bytes(of digits: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = digits.drop { $0 == UInt8(ascii: "0") }
    guard digits.count <= longestInteger * 12 / 5 else { return nil }
    // In base 2³², lowest limb first.
    var limbs: [UInt64] = []
    var rest = digits
    while !rest.isEmpty {
      let run = rest.prefix(9)
      rest = rest.dropFirst(run.count)
      var carry = run.reduce(0) { $0 * 10 + UInt64($1 & 0x0F) }
      let scale = (0..<run.count).reduce(UInt64(1)) { scale, _ in scale * 10 }
      for index in limbs.indices {
        let value = limbs[index] * scale + carry
        limbs[index] = value & 0xFFFF_FFFF
        carry = value >> 32
      }
      if carry > 0 { limbs.append(carry) }
    }
    let bytes = limbs.reversed().flatMap { limb in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: limb >> UInt64($0)) }
    }
    let number = Array(bytes.drop { $0 == 0 })
    return number.count <= longestInteger ? number : nil
  }

  /// Returns the decimal digits of an integer times a power of five.
  static func product(_ digits: String, fives: Int) -> String {
    var limbs: [UInt64] = []
    var rest = Array(digits.utf8)[...]
    while !rest.isEmpty {
      limbs.append(rest.suffix(9).reduce(0) { $0 * 10 + UInt64($1 & 0x0F) })
      rest = rest.dropLast(9)
    }
    var remaining = fives
    while remaining > 0 {
      let step = min(remaining, 12)
      let factor = (0..<step).reduce(UInt64(1)) { factor, _ in factor * 5 }
      var carry: UInt64 = 0
      for index in limbs.indices {
        let value = limbs[index] * factor + carry
        limbs[index] = value % base
        carry = value / base
      }
      while carry > 0 {
        limbs.append(carry % base)
        carry /= base
      }
      remaining -= step
    }
    return text(ofLimbs: limbs)
  }
}

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
