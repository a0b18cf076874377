/// Dates, times and durations, as in RFC 3339.
extension FormatText {
  var isDate: Bool {
    var rest = self
    return rest.takeDate() && rest.isEmpty
  }

  var isTime: Bool {
    var rest = self
    return rest.takeTime() && rest.isEmpty
  }

  var isDateTime: Bool {
    var rest = self
    guard rest.takeDate(), rest.take("T") || rest.take("t") else { return false }
    return rest.takeTime() && rest.isEmpty
  }

  private mutating func takeDate() -> Bool {
    guard let year = takeNumber(digits: 4), take("-"), let month = takeNumber(digits: 2),
      take("-"), let day = takeNumber(digits: 2), 1...12 ~= month
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...days[month - 1] ~= day
  }

  /// Takes a time with its offset; a leap second is the last one of a day in UTC.
  private mutating func takeTime() -> Bool {
    guard let hour = takeNumber(digits: 2), take(":"), let minute = takeNumber(digits: 2),
      take(":"), let second = takeNumber(digits: 2), hour < 24, minute < 60, second <= 60
    else { return false }
    if take("."), takeAll(\.isDigit).isEmpty { return false }
    guard let offset = takeOffset() else { return false }
    let minutesOfDay = 24 * 60
    let minuteInUTC = (hour * 60 + minute - offset + minutesOfDay) % minutesOfDay
    return second < 60 || minuteInUTC == minutesOfDay - 1
  }

  /// Takes an offset from UTC, and returns its minutes.
  private mutating func takeOffset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = takeNumber(digits: 2), take(":"),
      let minutes = takeNumber(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -1 : 1)
  }

  /// Whether it is a duration as in appendix A: units follow one another without a gap, and weeks are alone.
  var isDuration: Bool {
    var rest = self
    guard rest.take("P"), let dates = rest.takeUnits("YMD") else { return false }
    if rest.isEmpty { return dates > 0 }
    if dates == 0 {
      var weeks = rest
      if !weeks.takeAll(\.isDigit).isEmpty, weeks.take("W") { return weeks.isEmpty }
    }
    guard rest.take("T"), let times = rest.takeUnits("HMS") else { return false }
    return times > 0 && rest.isEmpty
  }

  /// Takes numbers with consecutive ones of some units, and returns their count; nil if a unit is missing between two.
  private mutating func takeUnits(_ units: String) -> Int? {
    let units = Array(units.utf8)
    var next: Int?
    var count = 0
    while true {
      var rest = self
      guard !rest.takeAll(\.isDigit).isEmpty, let unit = rest.popFirst(),
        let index = units.firstIndex(of: unit)
      else { return count }
      guard next == nil || next == index else { return nil }
      (next, count, self) = (index + 1, count + 1, rest)
    }
  }
}
