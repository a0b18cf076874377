/// The value of a decimal number in a canonical form.
///
///     -0.00120e5   is   - 0.12 × 10³   is   negative, digits 12, exponent 3
///
/// The digits have no leading or trailing zeros. Nothing is multiplied out: `1e999999999999` costs no more than `1`.
package struct DecimalValue: Hashable, Sendable {
  package enum Exponent: Hashable, Sendable {
    /// Of a magnitude below 10¹⁸.
    case near(Int)
    case far(isNegative: Bool, digits: [UInt8])
  }

  package var isNegative: Bool
  package var digits: [UInt8]
  package var exponent: Exponent

  private static let zero = UInt8(ascii: "0")
  private static let nearDigits = 18
  private static let nearLimit = 1_000_000_000_000_000_000

  /// Parses a number in JSON's grammar; nil for `nan`, `inf` and `-inf`.
  package init?(_ lexeme: String) {
    var text = Array(lexeme.utf8)[...]
    isNegative = text.first == UInt8(ascii: "-")
    if isNegative { text = text.dropFirst() }
    guard let first = text.first, Self.zero...Self.zero + 9 ~= first else { return nil }

    let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let power = text.dropFirst(mantissa.count + 1)
    let integer = mantissa.prefix { $0 != UInt8(ascii: ".") }
    var digits = integer + mantissa.dropFirst(integer.count + 1)
    let leadingZeros = digits.prefix { $0 == Self.zero }.count
    digits = digits.dropFirst(leadingZeros)
    while digits.last == Self.zero { digits = digits.dropLast() }
    self.digits = Array(digits)

    guard !digits.isEmpty else {
      isNegative = false
      exponent = .near(0)
      return
    }
    exponent = Self.exponent(power, plus: integer.count - leadingZeros)
  }

  package func integer<Integer: FixedWidthInteger>() -> Integer? {
    guard case .near(let exponent) = exponent else { return nil }
    if digits.isEmpty { return 0 }
    guard digits.count <= exponent, exponent <= 40 else { return nil }
    let zeros = [UInt8](repeating: Self.zero, count: exponent - digits.count)
    return Integer((isNegative ? "-" : "") + String(decoding: digits + zeros, as: UTF8.self))
  }

  private static func exponent(_ power: ArraySlice<UInt8>, plus shift: Int) -> Exponent {
    let isNegative = power.first == UInt8(ascii: "-")
    let magnitude = power.drop { $0 == zero || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    if magnitude.count <= nearDigits {
      let value = Int(String(decoding: magnitude, as: UTF8.self)) ?? 0
      return canonical((isNegative ? -value : value) + shift)
    }
    let isAway = isNegative == (shift < 0)
    let digits = sum(Array(magnitude), shift.magnitude, subtracts: !isAway)
    if digits.count <= nearDigits, let value = Int(String(decoding: digits, as: UTF8.self)) {
      return canonical(isNegative ? -value : value)
    }
    return .far(isNegative: isNegative, digits: digits)
  }

  private static func canonical(_ value: Int) -> Exponent {
    guard value.magnitude >= nearLimit else { return .near(value) }
    return .far(isNegative: value < 0, digits: Array(String(value.magnitude).utf8))
  }

  /// Adds or subtracts `short`, which must not exceed `long`.
  private static func sum(_ long: [UInt8], _ short: UInt, subtracts: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = short
    var carry = 0
    for digit in long.reversed() {
      let part = Int(rest % 10)
      rest /= 10
      var value = Int(digit - zero) + carry + (subtracts ? -part : part)
      carry = value < 0 ? -1 : value / 10
      value = (value + 10) % 10
      result.append(zero + UInt8(value))
    }
    if carry > 0 { result.append(zero + UInt8(carry)) }
    while result.count > 1, result.last == zero { result.removeLast() }
    return result.reversed()
  }
}

extension DecimalValue {
  /// The same text for equal values: `0.DIGITSeEXPONENT`, without zeros at either end.
  package var text: String {
    let exponent =
      switch exponent {
      case .near(let exponent): String(exponent)
      case .far(let isNegative, let digits):
        (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
      }
    return (isNegative ? "-" : "") + "0." + String(decoding: digits, as: UTF8.self) + "e" + exponent
  }
}
