import DecantTestSupport
import Testing
import Decant
import DecantCore

/// Decimal fractions and bigfloats (RFC 8949, section 3.4.4), beside Python's `decimal` and `fractions`.
@Suite struct CBORFractionTests {
  /// Reads seeds, and writes for each the bytes of a number in hexadecimal, its mantissa, base and exponent.
  private static let writer = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import random, struct, sys
      def head(major, value):
          if value < 24: return bytes([major << 5 | value])
          for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
              if value < 256**size: return bytes([major << 5 | info]) + value.to_bytes(size, 'big')
      def integer(value):
          magnitude = value if value >= 0 else -1 - value
          if magnitude < 2**64: return head(0 if value >= 0 else 1, magnitude)
          data = magnitude.to_bytes((magnitude.bit_length() + 7) // 8, 'big')
          return head(6, 2 if value >= 0 else 3) + head(2, len(data)) + data
      for line in sys.stdin:
          if line == '0': print(0, end=''); break
          r = random.Random(int(line))
          mantissa = r.getrandbits(r.choice([0, 1, 4, 10, 30, 50, 53, 54, 60, 63, 64, 65, 70, 300]))
          mantissa *= r.choice([1, -1]) * 10**r.choice([0, 0, 0, 1, 3, 8])
          digits = len(str(abs(mantissa)))
          exponent = r.choice([
              r.randint(-30, 30), r.randint(-400, 400), r.randint(-20, 5), 15 - digits, 16 - digits, 17 - digits,
              r.choice([-10**6, 10**6, -10**6 - 1, 10**6 + 1, 2**63, -2**64])])
          base = 10
          if r.random() < .2: base, exponent = 2, r.randint(-300, 300)
          if r.random() < .1: mantissa = r.choice([2**64 - 1, 2**64, -2**64, -2**64 - 1])
          pair = head(6, 4 if base == 10 else 5) + head(4, 2)
          print((pair + integer(exponent) + integer(mantissa)).hex(), mantissa, base, exponent)
      """,
    ])

  /// Reads the numbers of `writer` and their texts, and writes `1` if a text has the value, and the form that Python or Swift
  /// gives a double of that value; else what is wrong.
  private static let judge = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import sys
      from fractions import Fraction
      def parts(text):
          number, _, power = text.partition('e')
          whole, _, places = number.partition('.')
          return int(whole + places), int(power or 0) - len(places)
      def plain(mantissa, exponent):
          while mantissa and mantissa % 10 == 0: mantissa, exponent = mantissa // 10, exponent + 1
          return (mantissa, exponent) if mantissa else (0, 0)
      for line in sys.stdin:
          if line == '0': print(0, end=''); break
          mantissa, base, exponent, text = line.split()
          mantissa, exponent, found = int(mantissa), int(exponent), parts(text)
          if base == '2':
              exact = Fraction(found[0]) * Fraction(10)**found[1] == Fraction(mantissa) * Fraction(2)**exponent
          else:
              exact = plain(*found) == plain(mantissa, exponent)
          usual = True
          number = float(text)
          if number and abs(number) < 2e308 and plain(*parts(repr(number))) == plain(*found):
              usual = text == repr(number) if abs(number) <= 2**53 and 'e' not in repr(number) else 'e' in text
          print('1' if exact and usual else 'not %s * %s^%s: %s' % (mantissa, base, exponent, text))
      """,
    ])

  @Test(.enabled(if: writer.isInstalled)) func valuesAreExact() throws {
    let seeds = (1...4000).map { "\($0)\n" }.joined()
    let output = String(
      decoding: try #require(try Self.writer.run(Array(seeds.utf8))), as: UTF8.self)
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .strict
    let lines = try output.split(separator: "\n").map { line in
      let fields = line.split(separator: " ", maxSplits: 1)
      let bytes = try convert(hex(String(fields[0])), from: .cbor, by: plan)
      return "\(fields[1]) \(String(decoding: bytes, as: UTF8.self))"
    }
    #expect(lines.count == 4000)
    let answer = String(
      decoding: try #require(try Self.judge.run(Array(lines.joined().utf8))), as: UTF8.self)
    let wrong = answer.split(separator: "\n").filter { $0 != "1" }
    #expect(wrong == [])
    #expect(answer.split(separator: "\n").count == 4000)
  }

  /// A double has one text, whether a format stores it as a double or as a fraction.
  @Test func fractionsOfDoublesLookLikeDoubles() {
    var generator = SeededGenerator(seed: 44)
    for index in 0..<20_000 {
      let double =
        index % 2 == 0
        ? Double(bitPattern: .random(in: 0..<0x7FF0_0000_0000_0000, using: &generator))
        : Double(Int64.random(in: 1...2_000_000_000_000_000_000, using: &generator)) / 128
      let shortest = DoubleWriting.shortest(double)
      guard shortest.digits > 0 else { continue }
      #expect(Self.text(shortest.digits, shortest.exponent) == "\(double)")
      #expect(DecimalFraction.usual("\(double)") == "\(double)")
    }
  }

  /// Few digits are written by integers, many by their text, in the same form.
  @Test func bothWaysWriteTheSame() {
    var generator = SeededGenerator(seed: 45)
    for _ in 0..<20_000 {
      let digits = UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63)
      let exponent = Int.random(in: -40...20, using: &generator)
      let expected = DecimalFraction.text(
        isNegative: false, digits: Array("\(digits)".utf8)[...], exponent: Int128(exponent))
      #expect(Self.text(digits, exponent) == expected)
      #expect(DecimalFraction.usual(expected) == expected)
    }
  }

  private static func text(_ digits: UInt64, _ exponent: Int) -> String {
    let texts = ByteStorage(capacity: 64)
    DecimalFraction.append(digits, exponent: exponent, isNegative: false, to: texts)
    return texts.withBytes { String(utf8: $0.extracting(0..<texts.count)) }
  }
}
