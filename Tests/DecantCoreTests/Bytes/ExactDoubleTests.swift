import DecantTestSupport
import Foundation
import Testing
import Decant
import DecantCore

/// A number is exact if its double, as Swift writes it, has the same digits.
@Suite struct ExactDoubleTests {
  /// Returns the significant digits of a number, and its exponent.
  private static func parts(_ text: String) -> (digits: String, exponent: Int) {
    let (point, zero) = (UInt8(ascii: "."), UInt8(ascii: "0"))
    let halves = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "e"))
    let mantissa = Array(halves[0])
    let digits = mantissa.filter { $0 != point }.drop { $0 == zero }
    let fraction = mantissa.firstIndex(of: point).map { mantissa.count - $0 - 1 } ?? 0
    let last = digits.lastIndex { $0 != zero }.map { $0 + 1 } ?? digits.startIndex
    let significant = digits[..<last]
    var exponent = halves.count > 1 ? Int(String(Substring(halves[1]))) ?? 0 : 0
    exponent += digits.count - significant.count - fraction
    return (String(decoding: significant, as: UTF8.self), digits.isEmpty ? 0 : exponent)
  }

  private static func isExact(_ text: String) -> Bool? {
    guard let value = Double(text), value.isFinite else { return nil }
    return parts(text) == parts(value.description)
  }

  /// Random numerals: of any digits, the shortest of a double, next to it, and with a few digits more.
  private static func numerals(_ count: Int) -> [String] {
    var generator = SeededGenerator(seed: 6)
    func below(_ limit: UInt64) -> Int { Int(generator.next() % limit) }
    return (0..<count).map { round in
      let sign = round % 3 == 0 ? "-" : ""
      switch round % 4 {
      case 0:
        let length = below(25) + 1
        let digits = (String(generator.next()) + String(generator.next())).prefix(length)
        let whole = digits.prefix(below(UInt64(length + 1))).drop { $0 == "0" }
        let fraction = digits.suffix(length / 2 + 1)
        let exponent = below(3) == 0 ? "e\(below(660) - 330)" : ""
        return "\(sign)\(whole.isEmpty ? "0" : whole).\(fraction)\(exponent)"
      case 1:
        return Double(bitPattern: generator.next() & ~(1 << 62)).description
      case 2:
        let value = Double(Int64(bitPattern: generator.next()) >> 10) / 1e13
        return String(format: "%.\(14 + below(5))g", locale: nil, value)
      default:
        let (digits, exponent) = parts(
          Double(bitPattern: generator.next() & ~(1 << 62)).description)
        guard let number = UInt64(digits.prefix(17)) else { return "0.0" }
        return "\(sign)\(number &+ UInt64(below(3)))\(below(2) == 0 ? "" : "0")e\(exponent)"
      }
    }
  }

  @Test func numbersAreExactIfSwiftWritesTheirDigits() {
    var wrong: [String] = []
    var counts = [true: 0, false: 0]
    for numeral in Self.numerals(Thoroughness.isFull ? 1_000_000 : 60_000) {
      // Other bytes before and after it, as in a window or in scratch.
      let padded = "7\(numeral)5.2e9,0000000000000000000000"
      let reading = padded.withBytes {
        DoubleReading.reading(in: $0, 1..<1 + numeral.utf8.count)
      }
      let alone = numeral.withBytes { DoubleReading.isExact($0) }
      guard let reading else {
        if alone != nil { wrong.append(numeral) }
        continue
      }
      counts[reading.isExact, default: 0] += 1
      if reading.isExact != Self.isExact(numeral) || alone != reading.isExact
        || reading.value.bitPattern != Double(numeral)?.bitPattern
      {
        wrong.append(numeral)
      }
    }
    #expect(wrong.prefix(5).isEmpty)
    // Both occur often.
    #expect(counts.values.allSatisfy { $0 > 10_000 })
  }

  /// Most batches of a long document have numbers that are rounded, some only short ones or none.
  @Test func eachRoundedNumberOfALongDocumentIsCounted() throws {
    let numerals = Self.numerals(20_000).filter {
      abs(Double($0) ?? .nan) < 1e300 && abs(Double($0) ?? 0) > 1e-300
    }
    var (texts, values, written) = (["1.5"], [1.5 as Any], [String]())
    for (index, numeral) in numerals.enumerated() {
      switch index / 2500 % 3 {
      case 0:
        texts.append(numeral)
        values.append(Double(numeral) as Any)
        written.append(numeral)
      case 1:
        texts.append("\(index).5")
        values.append(Double(index) + 0.5)
      default:
        texts.append(index % 2 == 0 ? "[\(index),\"a\",0.1]" : "{\"a\":\(numeral)}")
        values.append(index % 2 == 0 ? [index, "a", 0.1] : ["a": Double(numeral) as Any])
        if index % 2 != 0 { written.append(numeral) }
      }
    }
    let json = Array("[\(texts.joined(separator: ","))]".utf8)
    let rounded = written.count { Self.isExact($0) == false }
    let losses = Losses()
    var plan = Plan(to: .binaryPropertyList)
    plan.losses = losses
    let bytes = try convert(json, from: .json, by: plan)
    #expect(losses.counts == [.preciseNumber: rounded])

    // SAFETY: no pointer is passed, as the format is not needed.
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
    #expect((list as? NSArray) == values as NSArray)
  }
}
