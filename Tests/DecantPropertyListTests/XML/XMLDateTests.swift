import DecantTestSupport
import Foundation
import Testing
import Decant

/// Dates of all years beside those of Foundation, which has one calendar for its coders and another one for
/// `PropertyListSerialization`.
@Suite struct XMLDateTests {
  /// Days at the ends of months and about the reform of the calendar, in one of seven years from 1 to 9999.
  private static let dates: [Date] = {
    let days: [(month: Int, day: Int)] = [
      (1, 1), (1, 5), (2, 28), (3, 1), (3, 2), (10, 4), (10, 5), (10, 14), (10, 15), (12, 31),
    ]
    let years = Array(stride(from: 1, through: 9999, by: 7)) + [4, 100, 1500, 1582, 1600, 9999]
    return [.distantPast]
      + years.flatMap { year in
        days.map { date in
          Date(timeIntervalSince1970: secondsSince1970(year, date.month, date.day))
        }
      }
  }()

  /// Counts years and months one by one, in the Gregorian calendar.
  private static func secondsSince1970(_ year: Int, _ month: Int, _ day: Int) -> Double {
    func leapYears(before year: Int) -> Int {
      (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    }
    let isLeap = leapYears(before: year + 1) > leapYears(before: year)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let days = year * 365 + leapYears(before: year) + lengths.prefix(month - 1).reduce(0, +) + day
    let start = 1970 * 365 + leapYears(before: 1970) + 1
    return Double(days - start) * 86_400 + Double(year % 86_400)
  }

  private static func foundation(_ value: Value) -> [Date] {
    (value.array ?? []).map { element in
      guard case .date(let date) = element else { return .distantFuture }
      return Date(timeIntervalSince1970: Double(date.secondsSinceEpoch))
    }
  }

  private static var decant: Value {
    .sequence(
      dates.map { .date(Timestamp(secondsSinceEpoch: Int64($0.timeIntervalSince1970))) })
  }

  @Test func readsWhatPropertyListEncoderWrites() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let bytes = Array(try encoder.encode(Self.dates))
    #expect(Self.foundation(try Value(parsing: bytes, as: .xmlPropertyList)) == Self.dates)
    #expect(try Format.xmlPropertyList.decode([Date].self, from: bytes) == Self.dates)
    // The same text is written again.
    #expect(try convert(bytes, from: .xmlPropertyList, by: Plan(to: .xmlPropertyList)) == bytes)
  }

  @Test func propertyListDecoderReadsWhatIsWritten() throws {
    let binaryEncoder = PropertyListEncoder()
    binaryEncoder.outputFormat = .binary
    let written = [
      try Self.decant.encoded(as: .xmlPropertyList),
      Array(try Format.xmlPropertyList.encode(Self.dates)),
      try convert(
        Array(try binaryEncoder.encode(Self.dates)),
        from: .binaryPropertyList, by: Plan(to: .xmlPropertyList)),
    ]
    for bytes in written {
      #expect(
        try PropertyListDecoder().decode([Date].self, from: Data(bytes)) == Self.dates)
    }
  }

  @Test func propertyListSerializationIsGregorian() throws {
    var reading = ReadingOptions()
    reading[PropertyListCalendar.self] = .gregorian
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: Self.dates, format: .xml, options: 0)
    let value = try Value(parsing: Array(theirs), as: .xmlPropertyList, options: reading)
    #expect(Self.foundation(value) == Self.dates)
    var writing = WritingOptions()
    writing[PropertyListCalendar.self] = .gregorian
    #expect(try Self.decant.encoded(as: .xmlPropertyList, options: writing) == Array(theirs))
  }

  /// `PropertyListEncoder` and `PropertyListSerialization` write the earliest date of many programs differently.
  @Test(arguments: ["0001-01-01T00:00:00Z", "0000-12-30T00:00:00Z"])
  func distantPastIsReadInBothNotations(text: String) throws {
    let list = "<plist><date>\(text)</date></plist>"
    #expect(try Format.xmlPropertyList.decode(Date.self, from: list) == .distantPast)
    let written = try Format.xmlPropertyList.encode([Date.distantPast])
    #expect(String(decoding: written, as: UTF8.self).contains("<date>0001-01-01T00:00:00Z</date>"))
  }

  /// Two days follow from each other in the order of their texts, and no two dates have the same.
  @Test func datesAboutTheFirstYearComeBack() throws {
    for day in -800...800 {
      let date = Timestamp(secondsSinceEpoch: -62_135_596_800 + Int64(day) * 86_400)
      let bytes = try Value.date(date).encoded(as: .xmlPropertyList)
      #expect(try Value(parsing: bytes, as: .xmlPropertyList) == .date(date))
    }
  }

  @Test(arguments: [
    ("0100-02-29T12:00:00Z", "0100-02-27T12:00:00Z"),
    ("1500-02-29T23:59:60Z", "1500-03-10T23:59:60Z"),
    ("1582-10-04T00:00:00Z", "1582-10-14T00:00:00Z"),
    // Days that the calendar skips, as PropertyListDecoder reads them.
    ("1582-10-05T00:00:00Z", "1582-10-15T00:00:00Z"),
    ("1582-10-14T00:00:00Z", "1582-10-24T00:00:00Z"),
    ("1582-10-15T00:00:00Z", "1582-10-15T00:00:00Z"),
    ("4-02-29T00:00:00Z", "0004-02-27T00:00:00Z"),
  ])
  func readsDatesOfTheJulianCalendar(text: String, date: String) throws {
    let list = "<plist><date>\(text)</date></plist>"
    #expect(try Value(parsing: list, as: .xmlPropertyList) == .date(try #require(Timestamp(date))))
  }

  @Test(arguments: [
    "1500-02-30T00:00:00Z", "1501-02-29T00:00:00Z", "1500-13-01T00:00:00Z",
    "1500-04-31T00:00:00Z", "1500-01-00T00:00:00Z", "1500-01-01T24:00:00Z", "1500-1-01T00:00:00Z",
    "1500-01-01", "1500",
  ])
  func refusesDatesThatDoNotExist(text: String) {
    #expect(throws: DecantError.self) {
      try Value(parsing: "<plist><date>\(text)</date></plist>", as: .xmlPropertyList)
    }
  }
}
