import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantSchema

@Suite struct ExactNumberTests {
  private static func number(_ text: String) -> ExactNumber { text.withBytes { ExactNumber($0) } }

  /// From the least to the greatest; those on a line are equal.
  private static let ordered: [[String]] = [
    ["-inf"], ["-1e99999999999999999999"], ["-1e400"], ["-10", "-1e1", "-10.00"], ["-9.99"],
    ["-1e-400"], ["0", "-0", "0.0", "0e99", "-0e-99"], ["1e-99999999999999999999"], ["1e-400"],
    ["0.1"], ["0.1000000000000000055511151231257827"], ["1", "1.0", "10e-1", "0.1e1"],
    ["9007199254740992"], ["9007199254740993", "9007199254740993.0"],
    ["9223372036854775807"], ["9223372036854775808", "9.223372036854775808e18"],
    ["123456789012345678901234567890"], ["123456789012345678901234567891"], ["1e400"],
    ["1.0000000000000000001e400"], ["1e99999999999999999998"], ["1e99999999999999999999"], ["inf"],
  ]

  @Test func comparesExactly() {
    let numbers = Self.ordered.enumerated().flatMap { rank, texts in texts.map { (rank, $0) } }
    for (rank, text) in numbers {
      for (otherRank, other) in numbers {
        let (first, second) = (Self.number(text), Self.number(other))
        #expect((first < second) == (rank < otherRank), "\(text) < \(other)")
        #expect((first == second) == (rank == otherRank), "\(text) == \(other)")
        #expect((first <= second) == (rank <= otherRank), "\(text) <= \(other)")
        if first == second { #expect(first.hashValue == second.hashValue) }
      }
    }
    let nan = Self.number("nan")
    #expect(!(nan < Self.number("1")) && !(Self.number("1") <= nan) && !(nan <= nan))
  }

  @Test(arguments: [
    ("4", "2", true), ("5", "2", false), ("-4", "2", true), ("0", "7", true), ("0.0", "0.3", true),
    ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e308", "0.123456789", false),
    ("1e308", "0.5", true), ("19.99", "0.01", true), ("4.35", "0.01", true), ("1", "3", false),
    ("1e99999999999999999999", "8", true), ("1e99999999999999999999", "3", false),
    ("1e-99999999999999999999", "1", false), ("9007199254740993", "3002399751580331", true),
    ("123456789012345678901234567890", "3", true), ("123456789012345678901234567891", "3", false),
    ("246913578024691357802469135780", "123456789012345678901234567890", true),
    ("246913578024691357802469135781", "123456789012345678901234567890", false),
    ("0.75", "0.0000000000000000000000000000000000025", true), ("inf", "2", false),
    ("nan", "2", false), ("7", "-1", true),
  ])
  func dividesExactly(_ text: String, _ divisor: String, _ isMultiple: Bool) {
    #expect(Self.number(text).isExactMultiple(of: Self.number(divisor)) == isMultiple)
  }

  @Test(arguments: [
    ("1", true), ("1.0", true), ("1e2", true), ("1.5e1", true), ("1.5", false), ("1e-1", false),
    ("1e99999999999999999999", true), ("1e-99999999999999999999", false), ("nan", false),
    ("-inf", false), ("123456789012345678901234567890.5", false),
  ])
  func knowsIntegers(_ text: String, _ isIntegral: Bool) {
    #expect(Self.number(text).isIntegral == isIntegral)
  }
}
