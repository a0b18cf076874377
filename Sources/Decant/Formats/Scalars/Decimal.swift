/// Integers of any size as decimal text.
enum Decimal {
  /// Longer numbers are refused, because the conversion is quadratic.
  static let hexadecimalLimit = 20_000

  /// Returns the decimal digits of a hexadecimal, octal or binary integer; nil if it is invalid or too long.
  static func text(of digits: RawSpan, bitsPerDigit: Int = 4) -> String? {
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
    let rest = limbs.dropLast().reversed().map { limb in
      let text = String(limb)
      return String(repeating: "0", count: 9 - text.count) + text
    }
    return String(limbs[limbs.count - 1]) + rest.joined()
  }

  private static let base: UInt64 = 1_000_000_000
}
