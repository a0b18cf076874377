/// A point in time as RFC 3339 text in UTC: `2026-11-21T09:30:00.5Z`.
///
/// Equality is that of the point in time, not of the text. A year outside 0000 to 9999 is written with a sign, as in ISO 8601; one
/// is read before any year.
public struct Timestamp: Sendable {
  /// The point in time as text.
  public let text: String

  /// The whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let secondsSinceEpoch: Int64

  @usableFromInline let fraction: Substring.UTF8View

  /// The digits of the fraction of a second, without trailing zeros.
  @inlinable package var fractionDigits: Substring { Substring(fraction) }

  /// Parses a date and time in UTC; nil if `text` is invalid.
  public init?(_ text: String) {
    guard let fields = Fields(text) else { return nil }
    self.text = text
    secondsSinceEpoch = fields.secondsSinceEpoch
    fraction = fields.fraction
  }

  /// Creates a point in time; `nanoseconds` must be at least 0 and below one billion.
  public init(secondsSinceEpoch: Int64, nanoseconds: Int = 0) {
    precondition(0..<1_000_000_000 ~= nanoseconds)
    var fraction = nanoseconds == 0 ? "" : Self.padded(nanoseconds, to: 9)
    while fraction.last == "0" { fraction.removeLast() }
    self.init(secondsSinceEpoch: secondsSinceEpoch, fraction: fraction)
  }

  /// Precondition: `fraction` has no trailing zeros.
  package init(secondsSinceEpoch: Int64, fraction: String) {
    let days = Self.floorDivide(secondsSinceEpoch, by: 86_400)
    // Wraps around because the earliest day begins before the earliest representable second.
    let second = Int(secondsSinceEpoch &- days &* 86_400)
    let date = Self.date(ofDay: days)
    let year =
      0...9999 ~= date.year
      ? Self.padded(Int(date.year), to: 4)
      : (date.year < 0 ? "-" : "+") + Self.padded(Int(date.year.magnitude), to: 4)
    text =
      "\(year)-\(Self.padded(date.month, to: 2))-\(Self.padded(date.day, to: 2))T"
      + "\(Self.padded(second / 3600, to: 2)):\(Self.padded(second / 60 % 60, to: 2)):"
      + Self.padded(second % 60, to: 2) + (fraction.isEmpty ? "" : ".\(fraction)") + "Z"
    self.secondsSinceEpoch = secondsSinceEpoch
    self.fraction = fraction[...].utf8
  }

  /// The nanoseconds after the whole second; finer digits are truncated.
  public var nanoseconds: Int {
    var value = 0
    var digits = fraction.makeIterator()
    for _ in 0..<9 { value = value * 10 + Int((digits.next() ?? UInt8(ascii: "0")) & 0x0F) }
    return value
  }
}

extension Timestamp: Hashable {
  /// Whether both are the same point in time.
  public static func == (first: Timestamp, second: Timestamp) -> Bool {
    first.secondsSinceEpoch == second.secondsSinceEpoch
      && first.fraction.elementsEqual(second.fraction)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(secondsSinceEpoch)
    for digit in fraction { hasher.combine(digit) }
  }
}

extension Timestamp: Comparable {
  /// Whether the first is earlier than the second.
  public static func < (first: Timestamp, second: Timestamp) -> Bool {
    guard first.secondsSinceEpoch == second.secondsSinceEpoch else {
      return first.secondsSinceEpoch < second.secondsSinceEpoch
    }
    return first.fraction.lexicographicallyPrecedes(second.fraction)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The point in time as text.
  @inlinable public var description: String { text }
}

extension Timestamp {
  private struct Fields {
    var secondsSinceEpoch: Int64
    var fraction: Substring.UTF8View

    init?(_ text: String) {
      var rest = text[...].utf8
      func number(_ count: Int) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
      }
      func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
      }

      let isNegative = take(UInt8(ascii: "-"))
      let isSigned = isNegative || take(UInt8(ascii: "+"))
      let yearDigits = isSigned ? rest.prefix { 0x30...0x39 ~= $0 }.count : 4
      guard 4...12 ~= yearDigits, let year = number(yearDigits), take(UInt8(ascii: "-")),
        let month = number(2), 1...12 ~= month, take(UInt8(ascii: "-")),
        let day = number(2), take(UInt8(ascii: "T")),
        let hour = number(2), hour < 24, take(UInt8(ascii: ":")),
        let minute = number(2), minute < 60, take(UInt8(ascii: ":")),
        let second = number(2), second <= 60
      else { return nil }
      let signedYear = isNegative ? -year : year
      guard day >= 1, day <= Timestamp.days(in: Int(month), of: signedYear) else { return nil }

      fraction = rest.prefix(0)
      if take(UInt8(ascii: ".")) {
        fraction = rest.prefix { 0x30...0x39 ~= $0 }
        guard !fraction.isEmpty else { return nil }
        rest = rest.dropFirst(fraction.count)
        while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
      }
      guard take(UInt8(ascii: "Z")), rest.isEmpty else { return nil }
      let days = Timestamp.day(of: signedYear, Int(month), Int(day))
      let secondOfDay = hour * 3600 + minute * 60 + second
      guard let seconds = Timestamp.seconds(days: days, secondOfDay) else { return nil }
      secondsSinceEpoch = seconds
    }
  }

  package static func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func floorDivide(_ value: Int64, by divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-(value + 1)) / divisor) - 1
  }

  private static func seconds(days: Int64, _ secondOfDay: Int64) -> Int64? {
    // Computed from the day's end before 1970, or the earliest day would overflow.
    let (whole, rest) = days < 0 ? (days + 1, secondOfDay - 86_400) : (days, secondOfDay)
    let (product, isTooLarge) = whole.multipliedReportingOverflow(by: 86_400)
    let (sum, isBeyond) = product.addingReportingOverflow(rest)
    return isTooLarge || isBeyond ? nil : sum
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func days(in month: Int, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the Gregorian days since 1970-01-01, by eras of 400 years from 0000-03-01.
  package static func day(of year: Int64, _ month: Int, _ day: Int) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = floorDivide(year, by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = Int64((153 * ((month + 9) % 12) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The inverse of `day(of:_:_:)`.
  package static func date(ofDay day: Int64) -> (year: Int64, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = floorDivide(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = Int(dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100))
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

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

/// The offset from UTC with which a date is written: `2026-11-21T09:30:00+02:00`.
enum DateOffset {
  /// Whether a valid date, of any format, has an offset other than zero.
  static func isNotZero(in date: RawSpan) -> Bool {
    let count = date.byteCount
    // The time follows a 'T' or a blank, and contains no sign but that of the offset.
    guard let time = (0..<count).first(where: { isSeparator(date.byte(at: $0)) }),
      let sign = (time..<count).first(where: { DecimalLexeme.isSign(date.byte(at: $0)) })
    else { return false }
    return (sign..<count).contains { 0x31...0x39 ~= date.byte(at: $0) }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte | 0x20 == UInt8(ascii: "t") || byte == 0x20 || byte == 0x09
  }
}

extension Event.Flags {
  /// Returns the flags of a date as it is written in an input.
  package static func ofDate(_ date: RawSpan) -> Event.Flags {
    DateOffset.isNotZero(in: date) ? [.plainASCII, .hadOffset] : .plainASCII
  }
}
