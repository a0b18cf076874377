internal import DecantCore

/// Dates in property lists: `2026-11-21T09:30:00Z`, with a year of any length and no fraction.
enum XMLDate {
  /// Converts a date to RFC 3339, which is always Gregorian; nil if it is invalid.
  static func text(of text: [UInt8], _ calendar: PropertyListCalendar) -> String? {
    guard text.count <= 64 else { return nil }
    let isNegative = text.first == UInt8(ascii: "-")
    let rest = text.dropFirst(isNegative ? 1 : 0)
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty else { return nil }
    let year = digits.drop { $0 == UInt8(ascii: "0") }
    let padding = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 4 - year.count))
    let sign = isNegative && !year.isEmpty ? "-" : year.count > 4 ? "+" : ""
    let date = Array(sign.utf8) + padding + year + rest.dropFirst(digits.count)
    guard let gregorian = calendar.gregorian(date) else { return nil }
    let timestamp = String(decoding: gregorian, as: UTF8.self)
    // Property lists have no dates with fractions, unlike events.
    guard !text.contains(UInt8(ascii: ".")), Timestamp(timestamp) != nil else { return nil }
    return timestamp
  }

  /// Returns the date as Foundation spells it: `-011-04-11T02:09:36Z`.
  static func written(_ text: [UInt8], _ calendar: PropertyListCalendar) -> [UInt8] {
    guard let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
      return calendar.date(ofGregorian: text)
    }
    let rest = text.dropFirst()
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    let year = digits.drop { $0 == UInt8(ascii: "0") }
    let width = sign == UInt8(ascii: "-") ? 3 : 4
    let padding = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, width - year.count))
    return (width == 3 ? [sign] : []) + padding + year + rest.dropFirst(digits.count)
  }
}
