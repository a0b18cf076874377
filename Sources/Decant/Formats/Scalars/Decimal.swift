/// Integers of any size as decimal text.
enum Decimal {
  /// Longer numbers are refused, because the conversion is quadratic.
  static let hexadecimalLimit = 20_000

  /// Returns the decimal digits of a hexadecimal integer; nil if it is invalid or too long.
  static func text(ofHexadecimal digits: RawSpan) -> String? {
    guard 1...hexadecimalLimit ~= digits.byteCount else { return nil }
    // In base 10⁹, lowest limb first.
    var limbs: [UInt64] = [0]
    var start = 0
    while start < digits.byteCount {
      // A limb has room for eight more hexadecimal digits.
      let end = min(start + 8, digits.byteCount)
      var carry: UInt64 = 0
      for offset in start..<end {
        guard let digit = HexDigit.value(digits.byte(at: offset)) else { return nil }
        carry = carry << 4 | UInt64(digit)
      }
      for index in limbs.indices {
        let value = limbs[index] << UInt64(4 * (end - start)) + carry
        limbs[index] = value % base
        carry = value / base
      }
      while carry > 0 {
        limbs.append(carry % base)
        carry /= base
      }
      start = end
    }
    let rest = limbs.dropLast().reversed().map { limb in
      let text = String(limb)
      return String(repeating: "0", count: 9 - text.count) + text
    }
    return String(limbs[limbs.count - 1]) + rest.joined()
  }

  private static let base: UInt64 = 1_000_000_000
}
