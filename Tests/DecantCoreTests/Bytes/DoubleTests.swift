import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct DoubleTests {
  private static func text(_ value: Double) -> String {
    let storage = ByteStorage(capacity: 0)
    storage.append(shortest: value)
    return storage.withBytes { String(utf8: $0.extracting(0..<storage.count)) }
  }

  private static func value(_ text: String) -> Double {
    text.withBytes { DoubleReading.value($0) }
  }

  static let corners: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.0001, 0.00001, 123_456, 1e15, 1e16, 1e17, 0x1p53, 0x1p53 + 2, 0x1p54,
    0x1p54 - 2, 0x1p54 + 4, 0x1p55, .leastNonzeroMagnitude, 0x1p-1022, 0x1p-1022 / 2,
    (0x1p-1022).nextDown,
    .greatestFiniteMagnitude, 1e22, 1e23, 4.35, 1e-5,
    9.5367431640625e-07, 0.3, 100, 1.5, 1e300, 1e-300, 299_792_458,
  ]

  @Test(arguments: corners)
  func isWrittenAndReadAsSwiftDoes(value: Double) {
    #expect(Self.text(value) == value.description)
    #expect(Self.value(value.description).bitPattern == value.bitPattern)
  }

  @Test func randomDoublesAreWrittenAndReadAsSwiftDoes() {
    var generator = SeededGenerator(seed: 1)
    var wrong = 0
    for round in 0..<200_000 {
      let bits = generator.next()
      let value =
        switch round % 4 {
        case 0: Double(bitPattern: bits)
        case 1: Double(Int64(bitPattern: bits) >> 20) / 1e6
        case 2: Double(bitPattern: bits & ~0xFFFF_FFFF | 0x3FF << 52)
        // Powers of two, where the spacing of doubles changes.
        default: Double(bitPattern: bits & 0x7FF0_0000_0000_0000)
        }
      guard value.isFinite else { continue }
      let text = value.description
      if Self.text(value) != text || Self.value(text).bitPattern != value.bitPattern {
        wrong += 1
        if wrong < 5 { Issue.record("\(value) is written \(Self.text(value))") }
      }
    }
    #expect(wrong == 0)
  }

  /// Where the spacing of doubles or of their decimals changes, where an end of the interval is a decimal, and subnormals.
  @Test func doublesOfAllExponentsAreWrittenAndReadAsSwiftDoes() {
    var generator = SeededGenerator(seed: 5)
    var values: [Double] = []
    for exponent in UInt64(0)..<0x7FF {
      let fractions: [UInt64] = [0, 1, 2, 1 << 51, 1 << 52 - 1, generator.next() & (1 << 52 - 1)]
      for fraction in fractions { values.append(Double(bitPattern: exponent << 52 | fraction)) }
    }
    for exponent in -330...308 {
      for digits in [1, 2, 5, 10 + exponent & 7] {
        guard let value = Double("\(digits)e\(exponent)") else { continue }
        values += [value.nextDown, value, value.nextUp]
      }
    }
    for shift in UInt64(0)..<52 {
      let bits = generator.next()
      values.append(Double(bitPattern: (bits & (1 << 52 - 1)) >> shift))
      values += [Double(bits >> shift), Double(bits) / Double(UInt64(1) << shift)]
    }
    let wrong = values.filter {
      $0.isFinite && $0 >= 0
        && (Self.text($0) != $0.description || Self.text(-$0) != (-$0).description
          || Self.value($0.description) != $0)
    }
    #expect(wrong.isEmpty)
  }

  @Test func runsOfDigitsAreReadAsSwiftDoes() {
    let digits = "9081726354" + "1029384756" + "5555500000" + "1"
    for count in 1...31 {
      for point in 0...count {
        for zeros in 0...17 {
          let whole = String(repeating: "0", count: zeros) + digits.prefix(point)
          let text = "\(whole.isEmpty ? "0" : whole).\(digits.prefix(count).dropFirst(point))0e-7"
          #expect(Self.value(text) == Double(text), "\(text)")
        }
      }
    }
  }

  @Test func shortDecimalsAreWrittenAndReadAsSwiftDoes() {
    var generator = SeededGenerator(seed: 3)
    var wrong = 0
    for round in 0..<100_000 {
      let digits = String(generator.next()).prefix(round % 17 + 1)
      let lexeme = "\(round % 2 == 0 ? "-" : "")\(digits)e\(Int(generator.next() % 50) - 30)"
      guard let value = Double(lexeme) else { continue }
      if Self.text(value) != value.description || Self.value(lexeme).bitPattern != value.bitPattern
      {
        wrong += 1
        if wrong < 5 { Issue.record("\(lexeme) is written \(Self.text(value))") }
      }
    }
    #expect(wrong == 0)
  }

  @Test func integersAreWrittenAsSwiftDoes() {
    let storage = ByteStorage(capacity: 0)
    func text(_ append: () -> Void) -> String {
      storage.removeAll()
      append()
      return storage.withBytes { String(utf8: $0.extracting(0..<storage.count)) }
    }
    var generator = SeededGenerator(seed: 4)
    var wrong: [UInt64] = []
    var powers: [UInt64] = [1]
    while let last = powers.last, last < 10_000_000_000_000_000_000 { powers.append(last * 10) }
    let random = (0..<100_000).map { generator.next() >> UInt64($0 % 64) }
    let values = powers + powers.map { $0 - 1 } + [.max] + random
    for value in values {
      let signed = Int64(bitPattern: value)
      let unsignedText = text { storage.append(decimal: value) }
      let signedText = text { storage.append(decimal: signed.magnitude, isNegative: signed < 0) }
      if unsignedText != String(value) || signedText != String(signed) {
        wrong.append(value)
      }
    }
    #expect(wrong.prefix(5).isEmpty)
  }

  static let lexemes = [
    "0", "-0", "0.0", "00012.5e0", "1e400", "-1e400", "1e-400", "1e999999999", "1e-999999999",
    "1e99999999999999999999", "0e99999999999999999999", "0.0000000000000000000000000000001",
    "9007199254740993", "9007199254740993.00000000000000000000000000000000000000000000001",
    "9007199254740992.99999999999999999999999999999999999999999999999", "2.5e-324", "2.4e-324",
    "1.7976931348623158e308", "1.7976931348623159e308", "123456789012345678901234567890",
    "0.1000000000000000055511151231257827021181583404541015625",
    "0.1000000000000000055511151231257827021181583404541015624", "8e-5", "1e23", "1E+5", "1e-5",
    "7.2057594037927933e16", "6.631236871469758276785396630275967242414e-316",
    "179769313486231580793728971405301e276", "2.2250738585072014e-308", "2.2250738585072011e-308",
  ]

  @Test(arguments: lexemes)
  func readsAnyNumberAsSwiftDoes(lexeme: String) throws {
    #expect(Self.value(lexeme).bitPattern == Double(lexeme)?.bitPattern)
  }

  /// Numbers next to the middle between two doubles: their last digit determines the result.
  @Test func randomDigitsAreReadAsSwiftDoes() {
    var generator = SeededGenerator(seed: 2)
    var wrong = 0
    for _ in 0..<100_000 {
      let digits =
        String(generator.next()) + (generator.next() % 3 == 0 ? String(generator.next()) : "")
      let exponent = Int(generator.next() % 700) - 360
      let lexeme = "\(digits.prefix(1)).\(digits.dropFirst())e\(exponent)"
      if Self.value(lexeme).bitPattern != Double(lexeme)?.bitPattern {
        wrong += 1
        if wrong < 5 { Issue.record("\(lexeme) is read as \(Self.value(lexeme))") }
      }
    }
    #expect(wrong == 0)
  }
}
