import Foundation
import Testing
import Decant
import DecantCore

@Suite struct ReferenceDateTests {
  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"),
    (-1, "2000-12-31T23:59:59Z"), (7.5e-5, "2001-01-01T00:00:00.000075Z"),
    (-7.5e-5, "2000-12-31T23:59:59.999925Z"), (785_000_000.123, "2025-11-16T15:33:20.123Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"),
  ])
  func secondsAreTheShortestTextThatGivesThemAgain(seconds: Double, text: String) {
    #expect(ReferenceDate.text(secondsSince2001: seconds) == text)
    #expect(ReferenceDate.secondsSince2001(text) == seconds)
  }

  @Test(arguments: [.infinity, -.infinity, .nan, 1e300, -1e19])
  func refusesSecondsBeyondAllYears(seconds: Double) {
    #expect(ReferenceDate.text(secondsSince2001: seconds) == nil)
  }

  @Test func anyDoubleComesBackFromItsText() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let scale = Foundation.pow(10, Double.random(in: -12...17, using: &generator))
      let seconds = Double.random(in: -1...1, using: &generator) * scale
      let text = try #require(ReferenceDate.text(secondsSince2001: seconds))
      #expect(ReferenceDate.secondsSince2001(text) == seconds, "\(text)")
      let whole = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
      #expect(Timestamp(text)?.secondsSinceEpoch == Int64(whole.timeIntervalSince1970))
    }
  }
}
