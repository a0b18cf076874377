/// Dates of property lists: seconds since 2001-01-01T00:00:00Z, as a double.
@usableFromInline package enum ReferenceDate {
  @usableFromInline static let epoch: Int64 = 978_307_200

  /// Returns the shortest text that converts back to the same double; nil if it is out of range.
  @inlinable package static func text(secondsSince2001 value: Double) -> String? {
    text(value, since: epoch)
  }

  /// Returns the shortest text of a number of seconds since `epoch`, which counts from 1970; nil if it is out of range.
  @usableFromInline package static func text(_ value: Double, since epoch: Int64) -> String? {
    guard value.isFinite, value.magnitude < 0x1p62 else { return nil }
    let whole = Int64(value.rounded(.down))
    let text = Timestamp(secondsSinceEpoch: whole + epoch).text
    guard value != value.rounded(.down) else { return text }
    let digits = fraction(of: DoubleWriting.shortest(value.magnitude), complement: value < 0)
    return text.dropLast() + "." + String(decoding: digits, as: UTF8.self) + "Z"
  }

  private static func fraction(of number: DoubleWriting.Decimal, complement: Bool) -> [UInt8] {
    let digits = Array(String(number.digits).utf8)
    let places = -number.exponent
    var fraction = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, places - digits.count))
    fraction += digits.suffix(places)
    return complement ? Self.complement(fraction) : fraction
  }

  /// Returns the digits of 1 minus a fraction, whose last digit must not be zero.
  private static func complement(_ fraction: [UInt8]) -> [UInt8] {
    fraction.enumerated().map { index, digit in
      let value = (index == fraction.count - 1 ? 10 : 9) - (digit - UInt8(ascii: "0"))
      return UInt8(ascii: "0") + value
    }
  }

  package static func secondsSince2001(_ text: String) -> Double? {
    guard let timestamp = Timestamp(text) else { return nil }
    let (whole, overflow) = timestamp.secondsSinceEpoch.subtractingReportingOverflow(epoch)
    guard !overflow else { return nil }
    let fraction = Array(timestamp.fractionDigits.utf8)
    guard !fraction.isEmpty else { return Double(whole) }
    // Before 2001, the fraction counts toward zero.
    let number =
      whole < 0
      ? "-\((whole + 1).magnitude)." + String(decoding: complement(fraction), as: UTF8.self)
      : "\(whole)." + String(decoding: fraction, as: UTF8.self)
    return number.withBytes { DoubleReading.value($0) }
  }
}
