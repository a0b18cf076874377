internal import DecantCore

/// Dates in property lists: `2026-11-21T09:30:00Z`, with a year of any length and no fraction.
enum XMLDate {
  static var length: Int { 20 }

  /// Accepts the usual spelling only, no day after the 28th, and no year in which the calendar may be Julian.
  static func isUsual(_ bytes: RawSpan, at start: Int) -> Bool {
    // 0000-00-, 00T00:00 and :00Z, the first letter in the lowest byte.
    guard matches(bytes.word(at: start), 0x2D30_302D_3030_3030),
      matches(bytes.word(at: start &+ 8), 0x3030_3A30_3054_3030),
      matches(UInt64(bytes.halfWord(at: start &+ 16)), 0x5A30_303A)
    else { return false }
    func number(_ offset: Int) -> Int {
      Int(bytes.byte(at: start &+ offset) & 0x0F) &* 10
        &+ Int(bytes.byte(at: start &+ offset &+ 1) & 0x0F)
    }
    return 1...12 ~= number(5) && 1...28 ~= number(8) && number(11) < 24 && number(14) < 60
      && number(17) < 60 && isGregorian(bytes.halfWord(at: start))
  }

  private static func matches(_ word: UInt64, _ pattern: UInt64) -> Bool {
    let difference = word ^ pattern
    let digits = WordScanning.equals(pattern, UInt8(ascii: "0")) &>> 7
    // A digit differs from zero by at most 9; all other bytes must be equal.
    let allowance = WordScanning.repeated(0x7F) &- digits &* 9
    return ((difference &+ allowance) | difference) & WordScanning.highBits == 0
  }

  /// Whether a year of four digits, the first in the lowest byte, is after 1582.
  @inline(__always)
  private static func isGregorian(_ year: UInt32) -> Bool { year.byteSwapped > 0x3135_3832 }

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
