/// Dates as tags 0 and 1 have them.
enum CBORDate {
  /// Converts a date and time of RFC 3339, in any zone, to UTC; nil if it is invalid.
  static func text(_ text: String) -> String? {
    if Timestamp(text) != nil { return text }
    let text = text.uppercased()
    if Timestamp(text) != nil { return text }
    let zone = Array(text.utf8.suffix(6))
    guard zone.count == 6, DecimalLexeme.isSign(zone[0]), zone[3] == UInt8(ascii: ":"),
      let hours = number(zone[1...2]), hours < 24, let minutes = number(zone[4...5]), minutes < 60,
      let local = Timestamp(text.dropLast(6) + "Z")
    else { return nil }
    let offset = Int64(hours * 60 + minutes) * (zone[0] == UInt8(ascii: "-") ? -60 : 60)
    let (seconds, isBeyond) = local.secondsSinceEpoch.subtractingReportingOverflow(offset)
    guard !isBeyond else { return nil }
    return Timestamp(secondsSinceEpoch: seconds, fraction: String(local.fractionDigits)).text
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(DecimalLexeme.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  static func text(secondsSinceEpoch value: Double) -> String? {
    ReferenceDate.text(value, since: 0)
  }
}
