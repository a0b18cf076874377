/// The powers of ten as far as doubles reach, each as its 128 highest bits.
///
/// 10^q is 5^q · 2^q, so that the bits are those of 5^q. They are cut off, not rounded; for q from
/// 0 to 55 nothing is lost. The table is made when the first number asks for it, which costs less
/// than a tenth of a millisecond.
enum PowersOfTen {
  static let least = -342
  static let greatest = 324

  /// The exponents whose entries are the powers themselves.
  static let exact = 0...55

  /// The entry for an exponent from `least` to `greatest`: its highest bit is set.
  @inline(__always)
  static func bits(_ exponent: Int) -> UInt128 {
    table[exponent &- least]
  }

  /// The largest integer that is no more than the binary logarithm of 10^`exponent`.
  @inline(__always)
  static func binaryLogarithm(_ exponent: Int) -> Int {
    (exponent &* 1_741_647) >> 19
  }

  private static let table: [UInt128] = {
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

    // 2^1023 / 5^342 has 229 bits. Cutting off after each division is cutting off once.
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

  /// The 128 highest bits of a number whose lowest word comes first, from its highest set bit on.
  private static func highestBits(_ words: [UInt64]) -> UInt128 {
    guard let top = words.lastIndex(where: { $0 != 0 }) else { return 0 }
    func word(_ index: Int) -> UInt128 { index < 0 ? 0 : UInt128(words[index]) }
    let shift = words[top].leadingZeroBitCount
    let upper = word(top) << 64 | word(top - 1)
    return shift == 0 ? upper : upper << UInt128(shift) | word(top - 2) >> UInt128(64 - shift)
  }
}
