internal import DecantCore

/// A date or time of TOML, split into its parts.
///
///     1979-05-27T07:32:00.5-07:00        1979-05-27 07:32        1979-05-27        07:32:00
///     └──date──┘ └──clock──┘└zone┘       └─────── local date-time, local date, local time ──┘
struct TOMLTime {
  private var date: Range<Int>?
  /// Hours and minutes, and seconds with their fraction if they are written.
  private var clock: Range<Int>?
  private(set) var hasSeconds = true
  private var zone: Range<Int>?
  private(set) var end: Int
  /// Whether the text is not the one that events have.
  private(set) var isRespelled = false

  var isLocal: Bool { zone == nil }

  @inline(__always)
  static func looksLikeOne(_ bytes: RawSpan, at p: Int) -> Bool {
    let digits = WordScanning.bytesBefore(WordScanning.isNotDigit(bytes.word(at: p)))
    let next = bytes.byte(at: p &+ digits)
    // A number cannot continue with these; a year or hour of the wrong length is an invalid time.
    return next == UInt8(ascii: "-") || next == UInt8(ascii: ":")
  }

  /// Parses the longest date and time at `start`; nil if it is invalid.
  init?(_ bytes: RawSpan, at start: Int) {
    end = start
    if bytes.byte(at: start + 4) == UInt8(ascii: "-") {
      guard takeDate(bytes) else { return nil }
      switch bytes.byte(at: end) {
      case UInt8(ascii: "T"), UInt8(ascii: "t"): break
      case 0x20 where DecimalLexeme.isDigit(bytes.byte(at: end + 1)): break
      default: return
      }
      isRespelled = bytes.byte(at: end) != UInt8(ascii: "T")
      end += 1
    }
    guard takeClock(bytes) else { return nil }
    guard date != nil else { return }
    let start = end
    switch bytes.byte(at: end) {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      if bytes.byte(at: end) == UInt8(ascii: "z") { isRespelled = true }
      end += 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      isRespelled = true
      guard Self.number(bytes, end + 1..<end + 3).map({ $0 < 24 }) == true,
        bytes.byte(at: end + 3) == UInt8(ascii: ":"),
        Self.number(bytes, end + 4..<end + 6).map({ $0 < 60 }) == true
      else { return nil }
      end += 6
    default:
      return
    }
    zone = start..<end
  }

  private mutating func takeDate(_ bytes: RawSpan) -> Bool {
    let start = end
    guard let year = Self.number(bytes, start..<start + 4),
      let month = Self.number(bytes, start + 5..<start + 7), 1...12 ~= month,
      bytes.byte(at: start + 7) == UInt8(ascii: "-"),
      let day = Self.number(bytes, start + 8..<start + 10), day >= 1,
      day <= Self.days(in: month, of: year)
    else { return false }
    end = start + 10
    date = start..<end
    return true
  }

  private mutating func takeClock(_ bytes: RawSpan) -> Bool {
    let start = end
    guard let hour = Self.number(bytes, start..<start + 2), hour < 24,
      bytes.byte(at: start + 2) == UInt8(ascii: ":"),
      let minute = Self.number(bytes, start + 3..<start + 5), minute < 60
    else { return false }
    end = start + 5
    hasSeconds = bytes.byte(at: end) == UInt8(ascii: ":")
    if hasSeconds {
      guard let second = Self.number(bytes, end + 1..<end + 3), second <= 60 else { return false }
      end += 3
      if bytes.byte(at: end) == UInt8(ascii: ".") {
        let point = end
        end += 1
        while DecimalLexeme.isDigit(bytes.byte(at: end)) { end += 1 }
        guard end > point + 1 else { return false }
      }
    } else {
      isRespelled = true
    }
    clock = start..<end
    return true
  }

  private static func number(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    var value = 0
    for p in range {
      let byte = bytes.byte(at: p)
      guard DecimalLexeme.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte & 0x0F)
    }
    return value
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // MARK: Text

  /// The text of an event: in UTC if there is a zone, with a `T` and with seconds.
  func text(_ bytes: RawSpan) -> String {
    func string(_ range: Range<Int>) -> String { String(utf8: bytes.extracting(range)) }
    let time = clock.map { string($0) + (hasSeconds ? "" : ":00") }
    let local = [date.map(string), time].compactMap(\.self).joined(separator: "T")
    guard let zone else { return local }
    let ahead = seconds(bytes, zone)
    guard ahead != 0, let point = Timestamp(local + "Z") else { return local + "Z" }
    return Timestamp(
      secondsSinceEpoch: point.secondsSinceEpoch - ahead, fraction: String(point.fractionDigits)
    ).text
  }

  private func seconds(_ bytes: RawSpan, _ zone: Range<Int>) -> Int64 {
    guard zone.count == 6,
      let hours = Self.number(bytes, zone.lowerBound + 1..<zone.lowerBound + 3),
      let minutes = Self.number(bytes, zone.lowerBound + 4..<zone.upperBound)
    else { return 0 }
    let seconds = Int64(hours * 60 + minutes) * 60
    return bytes.byte(at: zone.lowerBound) == UInt8(ascii: "-") ? -seconds : seconds
  }
}
