import Testing
import Decant

@Suite struct TimestampTests {
  // Seconds by python3: datetime(…, tzinfo=timezone.utc).timestamp().
  static let known: [(String, Int64, Int)] = [
    ("1970-01-01T00:00:00Z", 0, 0),
    ("1969-12-31T23:59:59Z", -1, 0),
    ("1969-12-31T23:59:59.25Z", -1, 250_000_000),
    ("2001-01-01T00:00:00Z", 978_307_200, 0),
    ("2026-11-21T09:30:00Z", 1_795_253_400, 0),
    ("2000-02-29T12:00:00.123456789Z", 951_825_600, 123_456_789),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
    ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
    ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
    ("+10000-01-01T00:00:00Z", 253_402_300_800, 0),
    ("-0001-12-31T23:59:59Z", -62_167_219_201, 0),
  ]

  @Test(arguments: known)
  func knowsItsSeconds(text: String, seconds: Int64, nanoseconds: Int) throws {
    let timestamp = try #require(Timestamp(text))
    #expect(timestamp.secondsSinceEpoch == seconds)
    #expect(timestamp.nanoseconds == nanoseconds)
    #expect(Timestamp(secondsSinceEpoch: seconds, nanoseconds: nanoseconds).text == text)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30:00+01:00", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00.Z", "2026-01-01 00:00:00Z", "26-01-01T00:00:00Z", "2026-01-01T00:00:00ZZ",
    "+999999999999-01-01T00:00:00Z",
  ])
  func refusesInvalidTimesInUTC(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func goesThereAndBackOnEachDay() {
    for day in stride(from: Int64(-800_000), through: 3_000_000, by: 97) {
      let timestamp = Timestamp(secondsSinceEpoch: day * 86_400 + 86_399)
      #expect(Timestamp(timestamp.text)?.secondsSinceEpoch == timestamp.secondsSinceEpoch)
    }
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, .max - 86_400, .max])
  func goesThereAndBackAsFarAsSecondsAreCounted(seconds: Int64) {
    let timestamp = Timestamp(secondsSinceEpoch: seconds)
    #expect(Timestamp(timestamp.text)?.secondsSinceEpoch == seconds)
  }

  @Test func refusesTheFirstSecondThatCannotBeCounted() {
    // 2⁶³ seconds after 1970, and 2⁶³ + 1 seconds before, by python3.
    #expect(Timestamp("+292277026596-12-04T15:30:07Z")?.secondsSinceEpoch == .max)
    #expect(Timestamp("+292277026596-12-04T15:30:08Z") == nil)
    #expect(Timestamp("-292277022657-01-27T08:29:52Z")?.secondsSinceEpoch == .min)
    #expect(Timestamp("-292277022657-01-27T08:29:51Z") == nil)
  }

  @Test func keepsItsDigitsAndComparesWithoutThem() throws {
    let short = try #require(Timestamp("2026-11-21T09:30:00.5Z"))
    let long = try #require(Timestamp("2026-11-21T09:30:00.500000000000Z"))
    let later = try #require(Timestamp("2026-11-21T09:30:00.500000000001Z"))
    #expect(short == long)
    #expect(short.hashValue == long.hashValue)
    #expect(long.text == "2026-11-21T09:30:00.500000000000Z")
    #expect(long < later)
    #expect(short != later)
  }
}
