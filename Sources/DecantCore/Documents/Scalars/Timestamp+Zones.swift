extension Timestamp {
  /// Parses a date and time of RFC 3339 in any zone, and converts it to UTC; nil if it is invalid.
  package init?(inAnyZone text: String) {
    if let utc = Timestamp(text) ?? Timestamp(text.uppercased()) {
      self = utc
      return
    }
    let zone = Array(text.utf8.suffix(6))
    guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
      zone[3] == UInt8(ascii: ":"), let hours = Self.number(zone[1...2]), hours < 24,
      let minutes = Self.number(zone[4...5]), minutes < 60,
      let local = Timestamp(text.uppercased().dropLast(6) + "Z")
    else { return nil }
    let offset = Int64(hours * 60 + minutes) * (zone[0] == UInt8(ascii: "-") ? -60 : 60)
    let (seconds, isBeyond) = local.secondsSinceEpoch.subtractingReportingOverflow(offset)
    guard !isBeyond else { return nil }
    self.init(secondsSinceEpoch: seconds, fraction: String(local.fractionDigits))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }
}
