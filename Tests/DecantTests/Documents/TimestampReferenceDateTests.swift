import Foundation
import Testing

@testable import Decant

/// Points in time as doubles of seconds since the beginning of 2001, with Foundation as the judge.
@Suite struct TimestampReferenceDateTests {
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"),
    (-1, "2000-12-31T23:59:59Z"), (7.5e-5, "2001-01-01T00:00:00.000075Z"),
    (-7.5e-5, "2000-12-31T23:59:59.999925Z"), (785_000_000.123, "2025-11-16T15:33:20.123Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"),
  ])
  func secondsAreTheShortestTextThatGivesThemAgain(seconds: Double, text: String) {
    let timestamp = Timestamp(secondsSinceReferenceDate: seconds)
    #expect(timestamp?.text == text)
    #expect(timestamp?.secondsSinceReferenceDate == seconds)
    #expect(Timestamp(text)?.secondsSinceReferenceDate == seconds)
  }

  @Test(arguments: [.infinity, -.infinity, .nan, 1e300, -1e19])
  func secondsBeyondAllYearsAreNoPointInTime(seconds: Double) {
    #expect(Timestamp(secondsSinceReferenceDate: seconds) == nil)
  }

  @Test func anyDoubleComesBackFromItsText() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let scale = Foundation.pow(10, Double.random(in: -12...17, using: &generator))
      let seconds = Double.random(in: -1...1, using: &generator) * scale
      let timestamp = Timestamp(secondsSinceReferenceDate: seconds)
      #expect(timestamp?.secondsSinceReferenceDate == seconds, "\(seconds)")
      #expect(timestamp.flatMap { Timestamp($0.text) } == timestamp)
      let whole = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
      #expect(timestamp?.secondsSinceEpoch == Int64(whole.timeIntervalSince1970))
    }
  }
}
