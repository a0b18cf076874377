internal import DecantCore

/// Dates of the Julian calendar as text, `YYYY-MM-DD`, whatever follows them.
enum JulianDate {
  private static let length = 10

  /// Whether a Gregorian date is one of those that `PropertyListEncoder` writes in the Julian calendar.
  static func mayReplace(gregorian text: [UInt8]) -> Bool {
    // 0000-12-30 is 0001-01-01 in the Julian calendar.
    !precedes(text, "0000-12-30") && precedes(text, reform)
  }

  /// Whether `PropertyListDecoder` reads a date in the Julian calendar; precondition: the year has four digits and no sign.
  static func isRead(_ text: [UInt8]) -> Bool {
    !precedes(text, "0001-01-01") && precedes(text, reform)
  }

  /// The first date of the Gregorian calendar.
  private static let reform = "1582-10-15"

  private static func precedes(_ text: [UInt8], _ date: String) -> Bool {
    text.prefix(length).lexicographicallyPrecedes(date.utf8)
  }

  /// Converts a Julian date to the Gregorian calendar; nil if it is invalid.
  static func gregorian(_ text: [UInt8]) -> [UInt8]? {
    guard let (year, month, day) = fields(text), 1...12 ~= month, day >= 1 else { return nil }
    // 2000 and 2001 have the lengths of months in leap years and others.
    guard day <= Timestamp.days(in: month, of: year % 4 == 0 ? 2000 : 2001) else { return nil }
    return replacingDate(of: text, with: Timestamp.date(ofDay: self.day(of: year, month, day)))
  }

  /// Converts a valid Gregorian date to the Julian calendar.
  static func julian(_ text: [UInt8]) -> [UInt8]? {
    guard let (year, month, day) = fields(text) else { return nil }
    return replacingDate(of: text, with: date(ofDay: Timestamp.day(of: Int64(year), month, day)))
  }

  private static func fields(_ text: [UInt8]) -> (year: Int, month: Int, day: Int)? {
    guard text.count >= length, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = number(text[0..<4]), let month = number(text[5..<7]),
      let day = number(text[8..<10])
    else { return nil }
    return (year, month, day)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(DecimalLexeme.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private static func replacingDate(
    of text: [UInt8], with date: (year: Int64, month: Int, day: Int)
  ) -> [UInt8] {
    let fields = [
      Timestamp.padded(Int(date.year), to: 4), Timestamp.padded(date.month, to: 2),
      Timestamp.padded(date.day, to: 2),
    ]
    return Array(fields.joined(separator: "-").utf8) + text.dropFirst(length)
  }

  // MARK: Days since 1970-01-01

  /// From 0000-03-01 in the Julian calendar, by four years of 1461 days.
  private static let start: Int64 = -719_470

  private static func day(of year: Int, _ month: Int, _ day: Int) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return Int64(year * 1461 / 4 + dayOfYear) + start
  }

  private static func date(ofDay day: Int64) -> (year: Int64, month: Int, day: Int) {
    let (cycle, dayOfCycle) = (day - start).quotientAndRemainder(dividingBy: 1461)
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460) / 365
    let dayOfYear = Int(dayOfCycle - yearOfCycle * 365)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = cycle * 4 + yearOfCycle + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
