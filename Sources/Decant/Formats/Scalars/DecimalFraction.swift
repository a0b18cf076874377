/// The text of a number that is given as an integer and a power of ten or two.
enum DecimalFraction {
  /// Returns the usual text of a real in JSON's grammar; nil if its exponent is out of range.
  static func usual(_ text: String) -> String? {
    if text == "-0.0" { return text }
    guard let value = DecimalValue(text), case .near(let exponent) = value.exponent else {
      return nil
    }
    return self.text(
      isNegative: value.isNegative, digits: String(decoding: value.digits, as: UTF8.self),
      exponent: Int128(exponent - value.digits.count))
  }

  /// Returns the text of a real: that of the double with the same shortest text, if there is one.
  static func text(isNegative: Bool, digits: String, exponent: Int128) -> String? {
    var digits = Array(digits.utf8)[...]
    var exponent = exponent
    digits = digits.drop { $0 == zero }
    while digits.last == zero {
      digits.removeLast()
      exponent += 1
    }
    guard let first = digits.first else { return "0.0" }
    let sign = isNegative ? "-" : ""
    let rest = String(decoding: digits.dropFirst(), as: UTF8.self)
    let power = exponent + Int128(digits.count) - 1
    let magnitude = String(power.magnitude)
    let text =
      sign + String(UnicodeScalar(first)) + (rest.isEmpty ? "" : ".\(rest)") + "e"
      + (power < 0 ? "-" : "+") + (magnitude.count < 2 ? "0" : "") + magnitude
    if let double = Double(text), double.isFinite, double != 0, Number(double) == Number(text) {
      return double.description
    }
    guard -4...16 ~= power else { return text }
    return sign + plain(digits, pointAfter: Int(power) + 1)
  }

  private static func plain(_ digits: ArraySlice<UInt8>, pointAfter point: Int) -> String {
    let text = String(decoding: digits, as: UTF8.self)
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + text }
    guard point < digits.count else {
      return text + String(repeating: "0", count: point - digits.count) + ".0"
    }
    return "\(text.prefix(point)).\(text.dropFirst(point))"
  }

  /// Returns the exact text of `magnitude`, big-endian, times a power of two; nil if that is too long.
  static func text(isNegative: Bool, magnitude: [UInt8], binaryExponent: Int128) -> String? {
    guard let exponent = Int(exactly: binaryExponent), -longest...longest ~= exponent else {
      return magnitude.allSatisfy { $0 == 0 } ? "0.0" : nil
    }
    guard exponent < 0 else {
      let shifted = shifted(magnitude, by: exponent)
      return Decimal.text(of: shifted).flatMap {
        text(isNegative: isNegative, digits: $0, exponent: 0)
      }
    }
    // 2⁻ⁿ is 5ⁿ · 10⁻ⁿ.
    return Decimal.text(of: magnitude).flatMap {
      text(
        isNegative: isNegative, digits: Decimal.product($0, fives: -exponent),
        exponent: binaryExponent)
    }
  }

  /// More than a double needs; the text of a power of two is as long as its exponent.
  private static let longest = 2048

  private static func shifted(_ magnitude: [UInt8], by bits: Int) -> [UInt8] {
    var result = [0] + magnitude + [UInt8](repeating: 0, count: bits / 8)
    let rest = bits % 8
    guard rest > 0 else { return result }
    for index in result.indices {
      let next = index + 1 < result.count ? result[index + 1] >> (8 - rest) : 0
      result[index] = result[index] << rest | next
    }
    return result
  }

  private static let zero = UInt8(ascii: "0")
}
