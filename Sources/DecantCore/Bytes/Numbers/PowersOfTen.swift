/// The powers of ten in the range of doubles, each as its highest 128 bits.
///
/// 10^q is 5^q · 2^q, so these are the bits of 5^q. They are truncated, and exact for q from 0 to
/// 55. The table is built on first use, in less than a tenth of a millisecond.
@usableFromInline package enum PowersOfTen {
  @inlinable static var least: Int { -342 }
  static let greatest = 324

  static let exact = 0...55

  @inlinable @inline(__always)
  package static func bits(_ exponent: Int) -> UInt128 {
    table[exponent &- least]
  }

  /// Returns the binary logarithm of 10^`exponent`, rounded down.
  @inlinable @inline(__always)
  package static func binaryLogarithm(_ exponent: Int) -> Int {
    (exponent &* 1_741_647) >> 19
  }

  /// The powers that are integers of 64 bits.
  package static let integers: InlineArray<20, UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// Returns the number of decimal digits; precondition: `number` is positive.
  @inline(__always)
  package static func digitCount(_ number: UInt64) -> Int {
    // 1233 / 4096 is the decimal logarithm of two, accurate enough for 64 bits.
    let estimate = ((64 &- number.leadingZeroBitCount) &* 1233) &>> 12
    return number < integers[estimate] ? estimate : estimate &+ 1
  }

  @usableFromInline static let table: [UInt128] = {
    var table = [UInt128](repeating: 0, count: greatest - least + 1)

    // 5^324 has 753 bits.
    var power = [UInt64](repeating: 0, count: 12)
    power[0] = 1
    for exponent in 0...greatest {
      table[exponent - least] = highestBits(power)
      var carry: UInt64 = 0
      for index in power.indices {
        let product = power[index].multipliedFullWidth(by: 5)
        let (low, overflow) = product.low.addingReportingOverflow(carry)
        power[index] = low
        carry = product.high &+ (overflow ? 1 : 0)
      }
    }

    // 2^1023 / 5^342 has 229 bits. Truncating after each division equals truncating once.
    var quotient = [UInt64](repeating: 0, count: 16)
    quotient[15] = 1 << 63
    for exponent in (least..<0).reversed() {
      var rest: UInt64 = 0
      for index in quotient.indices.reversed() {
        (quotient[index], rest) = UInt64(5).dividingFullWidth((rest, quotient[index]))
      }
      table[exponent - least] = highestBits(quotient)
    }
    return table
  }()

  /// Returns 128 bits from the highest set bit on; the lowest word comes first.
  private static func highestBits(_ words: [UInt64]) -> UInt128 {
    guard let top = words.lastIndex(where: { $0 != 0 }) else { return 0 }
    func word(_ index: Int) -> UInt128 { index < 0 ? 0 : UInt128(words[index]) }
    let shift = words[top].leadingZeroBitCount
    let upper = word(top) << 64 | word(top - 1)
    return shift == 0 ? upper : upper << UInt128(shift) | word(top - 2) >> UInt128(64 - shift)
  }
}
