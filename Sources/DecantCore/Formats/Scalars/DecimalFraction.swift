/// The text of a number that is given as an integer and a power of ten or two.
package enum DecimalFraction {
  /// Returns the usual text of a real in JSON's grammar; nil if its exponent is out of range.
  package static func usual(_ text: String) -> String? {
    if text == "-0.0" { return text }
    guard let value = DecimalValue(text), case .near(let exponent) = value.exponent else {
      return nil
    }
    return self.text(
      isNegative: value.isNegative, digits: value.digits[...],
      exponent: Int128(exponent - value.digits.count))
  }

  /// The exponents that `append` accepts.
  package static let nearExponents = -1_000_000...1_000_000

  /// Appends the text of a real with few digits, as one of many; precondition: `nearExponents` contains the exponent.
  package static func append(
    _ digits: UInt64, exponent: Int, isNegative: Bool, to texts: ByteStorage
  ) {
    guard digits > 0 else { return texts.append(nextShortest: 0) }
    var (digits, exponent) = (digits, exponent)
    while digits.isMultiple(of: 10) {
      digits /= 10
      exponent &+= 1
    }
    let power = exponent &+ PowersOfTen.digitCount(digits) &- 1
    texts.append(
      nextDecimal: digits, exponent: exponent, isNegative: isNegative,
      isScientific: isScientific(power) ?? isScientific(digits, exponent))
  }

  /// Returns the text of a real: that of the double with the same shortest text, if there is one.
  package static func text(isNegative: Bool, digits: ArraySlice<UInt8>, exponent: Int128) -> String
  {
    var digits = digits.drop { $0 == zero }
    var exponent = exponent
    while digits.last == zero {
      digits.removeLast()
      exponent += 1
    }
    guard let first = digits.first else { return "0.0" }
    let sign = isNegative ? "-" : ""
    let power = exponent + Int128(digits.count) - 1
    guard isScientific(digits, power) else {
      return sign + plain(digits, pointAfter: Int(power) + 1)
    }
    let rest = String(decoding: digits.dropFirst(), as: UTF8.self)
    let magnitude = String(power.magnitude)
    return sign + String(UnicodeScalar(first)) + (rest.isEmpty ? "" : ".\(rest)") + "e"
      + (power < 0 ? "-" : "+") + (magnitude.count < 2 ? "0" : "") + magnitude
  }

  // MARK: The form of doubles

  /// Whether a number from 10^`power` to 10^(`power` + 1) has an exponent; nil if that depends on its digits.
  @inline(__always)
  private static func isScientific(_ power: some BinaryInteger) -> Bool? {
    switch power {
    case -4...14: false
    case 15...16: nil
    default: true
    }
  }

  /// Of the numbers from 10^15 to 10^17, those have an exponent that are the shortest text of a double above 2^53.
  private static func isScientific(_ digits: UInt64, _ exponent: Int) -> Bool {
    DoubleReading.reading(of: DoubleReading.Numeral(digits: digits, exponent: exponent)).map {
      $0.isExact && $0.value > 0x1p53
    } ?? false
  }

  private static func isScientific(_ digits: ArraySlice<UInt8>, _ power: Int128) -> Bool {
    if let known = isScientific(power) { return known }
    // The shortest text of a double has seventeen digits at most.
    guard digits.count <= 17 else { return false }
    let value = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 & 0x0F) }
    return isScientific(value, Int(power) + 1 - digits.count)
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
  package static func text(isNegative: Bool, magnitude: [UInt8], binaryExponent: Int128) -> String?
  {
    guard let exponent = Int(exactly: binaryExponent), -longest...longest ~= exponent else {
      return magnitude.allSatisfy { $0 == 0 } ? "0.0" : nil
    }
    guard exponent < 0 else {
      let shifted = shifted(magnitude, by: exponent)
      return RadixText.text(of: shifted).map {
        text(isNegative: isNegative, digits: Array($0.utf8)[...], exponent: 0)
      }
    }
    // 2⁻ⁿ is 5ⁿ · 10⁻ⁿ.
    return RadixText.text(of: magnitude).map {
      text(
        isNegative: isNegative, digits: Array(RadixText.product($0, fives: -exponent).utf8)[...],
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
