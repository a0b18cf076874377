/// Numbers as text, of any size.
enum Decimal {
  /// More digits than these are refused: the conversion is quadratic.
  private static let hexadecimalLimit = 20_000

  /// The decimal digits of an integer given in hexadecimal ones; nil where there is none.
  static func text(ofHexadecimal digits: RawSpan) -> String? {
    guard 1...hexadecimalLimit ~= digits.byteCount else { return nil }
    // The number in base 10⁹, the lowest limb first.
    var limbs: [UInt64] = [0]
    for offset in 0..<digits.byteCount {
      guard let digit = Character(Unicode.Scalar(digits.byte(at: offset))).hexDigitValue else {
        return nil
      }
      var carry = UInt64(digit)
      for index in limbs.indices {
        let value = limbs[index] * 16 + carry
        limbs[index] = value % 1_000_000_000
        carry = value / 1_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    let rest = limbs.dropLast().reversed().map { limb in
      let text = String(limb)
      return String(repeating: "0", count: 9 - text.count) + text
    }
    return String(limbs[limbs.count - 1]) + rest.joined()
  }
}
