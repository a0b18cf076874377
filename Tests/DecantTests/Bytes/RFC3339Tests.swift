import Testing

@testable import Decant

@Suite struct RFC3339Tests {
  @Test(arguments: [
    "2026-11-21T09:30:00Z", "2024-02-29T23:59:60Z", "2000-02-29T00:00:00.5Z",
    "0001-01-01T00:00:00.123456789012Z", "9999-12-31T23:59:59.0Z",
  ])
  func acceptsPointsInTime(text: String) {
    #expect(isTimestamp(text))
  }

  @Test(arguments: [
    "", "Z", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30:00+01:00",
    "2026-11-21 09:30:00Z", "2026-11-21t09:30:00z", "2026-13-01T00:00:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-00-10T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z",
    "2026-11-21T09:30:61Z", "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00.1aZ",
    "20261-11-21T09:30:00Z", "2026-11-21T09:30:0Z", "２026-11-21T09:30:00Z",
  ])
  func refusesWhatIsNone(text: String) {
    #expect(!isTimestamp(text))
  }

  private func isTimestamp(_ text: String) -> Bool {
    Array(text.utf8).withBytes { RFC3339.isTimestamp($0) }
  }
}
