/// Numbers as text, of any size.
enum Decimal {
  /// More digits than these are refused: the conversion is quadratic.
  static let hexadecimalLimit = 20_000

  /// The decimal digits of an integer given in hexadecimal ones; nil where there is none, or too many.
  static func text(ofHexadecimal digits: RawSpan) -> String? {
    guard 1...hexadecimalLimit ~= digits.byteCount else { return nil }
    // The number in base 10⁹, the lowest limb first.
    var limbs: [UInt64] = [0]
    var start = 0
    while start < digits.byteCount {
      // As many digits at once as a limb has room for on top of itself.
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
