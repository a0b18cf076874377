import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct DecimalTests {
  private func decimal(_ digits: String) -> String? {
    digits.withBytes { RadixText.text(of: $0) }
  }

  @Test(arguments: [
    ("0", "0"), ("00", "0"), ("f", "15"), ("F", "15"), ("10", "16"), ("ff", "255"),
    ("3B9AC9FF", "999999999"), ("3B9ACA00", "1000000000"),
    ("DE0B6B3A7640000", "1000000000000000000"),
    ("FFFFFFFFFFFFFFFF", "18446744073709551615"), ("10000000000000000", "18446744073709551616"),
    (
      "ffffffffffffffffffffffffffffffff", "340282366920938463463374607431768211455"
    ),
    ("000000000000000000000001", "1"), ("100000000", "4294967296"), ("FFFFFFFF", "4294967295"),
    ("123456789ABCDEF01", "20988295479420645121"),
  ])
  func turnsHexadecimalDigitsIntoDecimalOnes(digits: String, expected: String) {
    #expect(decimal(digits) == expected)
  }

  @Test(arguments: ["", "g", "1g", "-1", "0x1", " 1", "１"])
  func refusesInvalidHexadecimalNumbers(digits: String) {
    #expect(decimal(digits) == nil)
  }

  @Test func agreesWithTheIntegersThereAre() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<2000 {
      let value =
        UInt64.random(in: 0...UInt64.max, using: &generator)
        >> UInt64.random(in: 0...63, using: &generator)
      #expect(decimal(String(value, radix: 16)) == String(value))
    }
  }

  @Test func longNumbersAgreeWithSchoolArithmetic() {
    var digits: [Int] = [0]
    for count in 1...200 {
      var carry = 15
      for index in digits.indices {
        let value = digits[index] * 16 + carry
        digits[index] = value % 10
        carry = value / 10
      }
      while carry > 0 {
        digits.append(carry % 10)
        carry /= 10
      }
      let expected = digits.reversed().map(String.init).joined()
      #expect(decimal(String(repeating: "f", count: count)) == expected)
    }
  }

  @Test func refusesNumbersThatWouldTakeTooLong() {
    #expect(decimal(String(repeating: "f", count: 1_000_000)) == nil)
  }
}
