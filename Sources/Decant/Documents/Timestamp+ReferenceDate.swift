/// Points in time as Apple counts them: seconds since the beginning of 2001, as a double.
extension Timestamp {
  /// The beginning of 2001, in seconds since that of 1970.
  private static let referenceDate: Int64 = 978_307_200

  /// The double nearest to the seconds since the beginning of 2001.
  var secondsSinceReferenceDate: Double {
    let (whole, isBeyond) = secondsSinceEpoch.subtractingReportingOverflow(Self.referenceDate)
    guard !isBeyond else { return Double(secondsSinceEpoch) }
    let fraction = String(fractionDigits)
    guard !fraction.isEmpty else { return Double(whole) }
    // As decimal text, which becomes a double in one step and is rounded once.
    let decimal =
      whole >= 0 ? "\(whole).\(fraction)" : "-\((whole + 1).magnitude).\(Self.complement(fraction))"
    return Double(decimal) ?? Double(whole)
  }

  /// Makes the point in time with the shortest fraction that gives `seconds` again; nil if it is too far
  /// away to be written.
  init?(secondsSinceReferenceDate seconds: Double) {
    guard seconds.magnitude < 9e18 else { return nil }
    let floor = seconds.rounded(.down)
    let (whole, isBeyond) = Int64(floor).addingReportingOverflow(Self.referenceDate)
    guard !isBeyond else { return nil }
    let fraction = Self.fraction(of: seconds.magnitude)
    self.init(
      secondsSinceEpoch: whole,
      fraction: seconds < 0 && !fraction.isEmpty ? Self.complement(fraction) : fraction)
  }

  /// The digits behind the point of the shortest decimal that is `value`.
  private static func fraction(of value: Double) -> String {
    let parts = value.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    guard exponent <= 0 else { return "" }
    // A negative exponent stands behind a mantissa with one digit before its point.
    let zeros = exponent < 0 ? String(repeating: "0", count: -exponent - 1) + mantissa[0] : ""
    var digits = zeros + (mantissa.count > 1 ? mantissa[1] : "")
    while digits.last == "0" { digits.removeLast() }
    return digits
  }

  /// The digits of what is left of a second after a fraction that has no zeros at its end.
  private static func complement(_ fraction: String) -> String {
    let nine = UInt8(ascii: "9")
    var digits = fraction.utf8.map { nine - $0 + UInt8(ascii: "0") }
    digits[digits.count - 1] += 1
    return String(decoding: digits, as: UTF8.self)
  }
}
