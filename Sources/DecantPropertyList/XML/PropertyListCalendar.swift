internal import DecantCore

/// The calendar of early dates in XML property lists, in which the parts of Foundation differ: an option of their reader and writer.
package enum PropertyListCalendar: FormatOptions {
  /// That of `PropertyListEncoder` and `PropertyListDecoder`: Julian from year 1 to 1582-10-04.
  ///
  /// Dates before year 1 are Gregorian, since `PropertyListDecoder` ignores the sign of their years. So `Date.distantPast`,
  /// 0001-01-01 in the Julian calendar and 0000-12-30 in the Gregorian, is read correctly in both notations.
  case julian
  /// That of `PropertyListSerialization`, `plutil` and Python's `plistlib`: always Gregorian.
  case gregorian

  package init() { self = .julian }

  /// Converts a date of this calendar, `YYYY-MM-DD` and any text, to the Gregorian calendar; nil if it is invalid.
  ///
  /// The Julian calendar repeats every 4 years, or 1461 days. About 2000, both have the same leap years and differ by 13 days.
  func gregorian(_ text: [UInt8]) -> [UInt8]? {
    guard self == .julian, Self.isEarly(text, since: "0001-01-01") else { return text }
    let cycles = (2000 - Self.year(of: text)) / 4
    return Self.adding(days: 13 - 1461 * cycles, to: Self.adding(years: 4 * cycles, to: text))
  }

  /// Converts a valid Gregorian date to this calendar.
  func date(ofGregorian text: [UInt8]) -> [UInt8] {
    guard self == .julian, Self.isEarly(text, since: "0000-12-30") else { return text }
    let cycles = (2000 - Self.year(of: text)) / 4
    let date = Self.adding(days: 1461 * cycles - 13, to: text)
    return date.map { Self.adding(years: -4 * cycles, to: $0) } ?? text
  }

  private static func isEarly(_ text: [UInt8], since first: String) -> Bool {
    !text.lexicographicallyPrecedes(first.utf8) && text.lexicographicallyPrecedes("1582-10-15".utf8)
  }

  private static func year(of text: [UInt8]) -> Int {
    text.prefix(4).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private static func adding(years: Int, to text: [UInt8]) -> [UInt8] {
    Array(Timestamp.padded(year(of: text) + years, to: 4).utf8) + text.dropFirst(4)
  }

  private static func adding(days: Int, to text: [UInt8]) -> [UInt8]? {
    let midnight = String(decoding: text.prefix(10), as: UTF8.self) + "T00:00:00Z"
    guard let start = Timestamp(midnight)?.secondsSinceEpoch else { return nil }
    let date = Timestamp(secondsSinceEpoch: start + Int64(days) * 86_400).text
    return Array(date.utf8.prefix(10)) + text.dropFirst(10)
  }
}
