/// Points in time as RFC 3339 writes them, in UTC: `2026-11-21T09:30:00.25Z`.
enum RFC3339 {
  /// Whether `text` is a date of the calendar and a time of the day, in UTC.
  static func isTimestamp(_ text: RawSpan) -> Bool {
    // The shortest form, in which a 9 stands for any digit.
    let pattern = "9999-99-99T99:99:99"
    guard text.byteCount > pattern.utf8.count,
      text.byte(at: text.byteCount - 1) == UInt8(ascii: "Z")
    else { return false }
    for (offset, sign) in pattern.utf8.enumerated() {
      let byte = text.byte(at: offset)
      guard sign == UInt8(ascii: "9") ? isDigit(byte) : byte == sign else { return false }
    }
    return isFraction(text.extracting(pattern.utf8.count..<text.byteCount - 1))
      && isDate(year: number(text, 0..<4), month: number(text, 5..<7), day: number(text, 8..<10))
      && number(text, 11..<13) < 24 && number(text, 14..<16) < 60 && number(text, 17..<19) < 61
  }

  /// Whether `text` is nothing, or a point and digits.
  private static func isFraction(_ text: RawSpan) -> Bool {
    guard text.byteCount > 0 else { return true }
    guard text.byteCount > 1, text.byte(at: 0) == UInt8(ascii: ".") else { return false }
    return (1..<text.byteCount).allSatisfy { isDigit(text.byte(at: $0)) }
  }

  private static func isDate(year: Int, month: Int, day: Int) -> Bool {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...12 ~= month && 1...days[month - 1] ~= day
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func number(_ text: RawSpan, _ range: Range<Int>) -> Int {
    range.reduce(0) { $0 * 10 + Int(text.byte(at: $1) - UInt8(ascii: "0")) }
  }
}
