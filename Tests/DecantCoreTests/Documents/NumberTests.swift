import DecantTestSupport
import Testing
import Decant

@Suite struct NumberTests {
  @Test(arguments: [
    "0", "-0", "1.10", "1E400", "-12.5e-3", "123456789012345678901234567890", "nan", "inf", "-inf",
  ])
  func keepsItsLexeme(lexeme: String) {
    #expect(Number(lexeme)?.lexeme == lexeme)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", ".5", "1.", "1e", "1e+", "0x1", "1_0", " 1", "1 ", "NaN",
    "Infinity", "1.e1",
    "１",
  ])
  func refusesInvalidNumbers(lexeme: String) {
    #expect(Number(lexeme) == nil)
  }

  /// Numbers are equal if and only if they are on the same line.
  static let values: [[String]] = [
    ["0", "-0", "0.0", "0e5", "0.000e-99999999999999999999999"],
    ["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000000000000000000000000000000"],
    ["-1", "-1.0", "-10E-1"],
    ["1.1", "1.10", "11e-1"],
    ["0.1", "1e-1"],
    ["0.1000000000000000055511151231257827021181583404541015625"],
    ["9007199254740993"], ["9007199254740992", "9007199254740992.0"],
    ["100", "1e2", "1.00e+2"],
    ["1E400", "10e399", "0.1e401"],
    ["1e-400", "10e-401"],
    ["1e1000000000000000000", "10e999999999999999999", "0.01e1000000000000000002"],
    ["1e999999999999999999", "0.1e1000000000000000000"],
    ["1e-1000000000000000000", "10e-1000000000000000001", "0.1e-999999999999999999"],
    ["1e100000000000000000000000000000", "100e99999999999999999999999999998"],
    ["1e-100000000000000000000000000000", "0.01e-99999999999999999999999999998"],
    ["1e100000000000000000000000000001"],
    ["nan"], ["inf"], ["-inf"],
  ]

  @Test func isEqualWhereTheValueIs() throws {
    for (row, lexemes) in Self.values.enumerated() {
      for lexeme in lexemes {
        let number = try #require(Number(lexeme))
        for (otherRow, others) in Self.values.enumerated() {
          for other in others {
            let otherNumber = try #require(Number(other))
            #expect((number == otherNumber) == (row == otherRow), "\(lexeme) and \(other)")
            if row == otherRow {
              #expect(number.hashValue == otherNumber.hashValue, "\(lexeme) and \(other)")
            }
          }
        }
      }
    }
  }

  static let integers: [(String, Int?, UInt64?)] = [
    ("0", 0, 0), ("-0", 0, 0), ("42", 42, 42), ("-42", -42, nil), ("1.0", 1, 1),
    ("1e3", 1000, 1000),
    ("1.5", nil, nil), ("12.50e1", 125, 125),
    ("9223372036854775807", .max, 9_223_372_036_854_775_807),
    ("-9223372036854775808", .min, nil), ("9223372036854775808", nil, 9_223_372_036_854_775_808),
    ("18446744073709551615", nil, .max), ("18446744073709551616", nil, nil),
    ("1e18", 1_000_000_000_000_000_000, 1_000_000_000_000_000_000), ("1e999999999999", nil, nil),
    ("0e999999999999999999999", 0, 0), ("nan", nil, nil), ("inf", nil, nil),
  ]

  @Test(arguments: integers)
  func isAnIntegerOnlyWhereItIsExactlyOne(lexeme: String, int: Int?, uint64: UInt64?) throws {
    let number = try #require(Number(lexeme))
    #expect(number.int == int)
    #expect(number.int64 == int.map { Int64($0) })
    #expect(number.uint64 == uint64)
  }

  @Test func hasADoubleWhereThereIsOne() {
    #expect(Number("0.1")?.double == 0.1)
    #expect(Number("1e308")?.double == 1e308)
    #expect(Number("1e309")?.double == nil)
    #expect(Number("-1e309")?.double == nil)
    #expect(Number("inf")?.double == .infinity)
    #expect(Number("nan")?.double?.isNaN == true)
    #expect(Number("9007199254740993")?.double == 9_007_199_254_740_992)
  }

  @Test func isWrittenAsItIsMade() {
    #expect(Number(7).lexeme == "7")
    #expect(Number(UInt64.max).lexeme == "18446744073709551615")
    #expect(Number(0.1).lexeme == "0.1")
    #expect(Number(1.0).lexeme == "1.0")
    #expect(Number(-Double.infinity).lexeme == "-inf")
    #expect(Number(-Double.nan).lexeme == "nan")
    #expect(Number("1.0")?.isInteger == false)
    #expect(Number("-10")?.isInteger == true)
  }

  @Test func givesEachDoubleBack() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let number = Number(value)
      #expect(Number(number.lexeme) != nil, "\(number.lexeme) is not in the grammar")
      #expect(number.double == value)
    }
  }
}
