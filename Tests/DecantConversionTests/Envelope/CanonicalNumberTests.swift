import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantConversion

@Suite struct CanonicalNumberTests {
  static func text(_ lexeme: String) -> String {
    lexeme.withBytes { CanonicalNumber.text(of: $0) }
  }

  static func longText(_ lexeme: String) -> String {
    var text = Buffer<UInt8>()
    lexeme.withBytes { CanonicalNumber.append(long: $0, to: &text) }
    return text.withBytes { String(utf8: $0) }
  }

  /// Numbers of up to 24 digits, with zeros at both ends, points and exponents, and doubles as Swift writes them.
  static let numbers: [String] = {
    var generator = SeededGenerator(seed: 7)
    let random = (0..<60_000).map { round -> String in
      if round % 3 == 0 {
        let double = Double(bitPattern: generator.next())
        return double.isFinite ? double.description : "0.0"
      }
      let length = Int.random(in: 1...(round % 3 == 1 ? 24 : 18), using: &generator)
      var digits = (0..<length).map { _ in
        String(Int.random(in: 0...14, using: &generator) % 10).first ?? "0"
      }
      let zeros = Int.random(in: 0...6, using: &generator)
      for index in 0..<min(zeros, length) where round % 5 < 2 {
        digits[round % 5 == 0 ? index : length - 1 - index] = "0"
      }
      let point = Int.random(in: 1...length, using: &generator)
      let whole = String(String(digits[..<point]).drop { $0 == "0" })
      var number = (whole.isEmpty ? "0" : whole) + (point < length ? "." : "")
      number += String(digits[point...])
      if Bool.random(using: &generator) { number = "-" + number }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        number += ["e", "E+", "e-"].randomElement(using: &generator) ?? "e"
        number += String(Int.random(in: 0...350, using: &generator) % (round % 2 == 0 ? 351 : 12))
      }
      return number
    }
    return random + [
      "1234567890123456800.0", "-1234567890123456800.0", "12345678901234567000", "0.000001",
      "0.0000001", "-0.0", "-0", "0e5", "1e21", "1e22", "123456789012345680000",
      "1234567890123456800000", "9007199254740993", "1e-400", "0.00000000000000000000000001",
      "999999999999999e290", "1e308", "2e308", "5e-324", "1e-290", "1e-291",
    ]
  }()

  @Test func theFastWayAgreesWithTheLongOne() {
    for number in Self.numbers {
      #expect(Self.text(number) == Self.longText(number), "\(number)")
    }
  }

  @Test(.enabled(if: Oracle.ecmaScriptNumbers.isInstalled)) func agreesWithNode() throws {
    let input = Self.numbers.map { $0 + "\n" }.joined()
    let answer = try #require(try Oracle.ecmaScriptNumbers.run(Array(input.utf8)))
    let texts = String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    try #require(texts.count == Self.numbers.count)
    for (number, text) in zip(Self.numbers, texts) {
      let own = Self.text(number)
      #expect(own.hasPrefix("{\"$number\":") || own == text, "\(number)")
    }
  }

  @Test func keysAreInTheOrderOfUTF16() throws {
    var generator = SeededGenerator(seed: 8)
    let letters = ["a", "b", "c", "\u{7F}", "é", "€", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "😀"]
    for round in 0..<500 {
      let keys = Set(
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          let prefix = round % 2 == 0 ? "" : "a long beginning"
          return (0..<Int.random(in: 0...9, using: &generator)).reduce(into: prefix) { key, _ in
            key += letters[Int.random(in: 0..<(round % 3 == 0 ? 3 : 10), using: &generator)]
          }
        }
      ).sorted().shuffled(using: &generator)
      let document = Document(try Self.tape(ofKeys: keys))
      let form = String(decoding: try Archive.canonicalForm(of: document), as: UTF8.self)
      let sorted = keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
      #expect(form == "{" + sorted.map { "\"\($0)\":0" }.joined(separator: ",") + "}")
    }
  }

  private static func tape(ofKeys keys: [String]) throws -> Tape {
    var batch = EventBatch()
    batch.append(.beginMapping)
    for key in keys {
      batch.append(.string, text: key, flags: .isKey)
      batch.append(.integer, text: "0", flags: .plainASCII)
    }
    batch.append(.endMapping)
    var tape = Tape()
    try tape.append(nodesOf: batch)
    return tape
  }
}
