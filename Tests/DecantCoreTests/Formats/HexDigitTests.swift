import Testing
import Decant
import DecantCore

@Suite struct HexDigitTests {
  @Test func readsAndWritesWhatTheStandardLibraryDoes() {
    for byte in UInt8.min...UInt8.max {
      let value = byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
      #expect(HexDigit.value(byte).map(Int.init) == value)
    }
    for value in 0..<16 {
      #expect([HexDigit.digit(value)] == Array(String(value, radix: 16).utf8))
      #expect(HexDigit.digit(value + 0x3F0) == HexDigit.digit(value))
    }
  }

  @Test func writesFourDigitsAtOnce() {
    for value in UInt16.min...UInt16.max {
      let digits = String(0x10000 + Int(value), radix: 16).utf8.dropFirst()
      let expected = digits.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard HexDigit.digits(value) != expected else { continue }
      Issue.record("\(value)")
    }
  }
}
