/// Finds the shortest decimal number that is nearer to a double than to any other.
///
/// The method is R. Giulietti's ("The Schubfach way to render doubles", 2020): the ends of the interval
/// that rounds to the double are scaled by a power of ten, of which 128 bits are enough, so that at
/// most ten integers lie between them, and at most one of those is a multiple of ten.
enum DoubleWriting {
  /// A positive number, as `digits` · 10^`exponent`.
  struct Decimal {
    var digits: UInt64
    var exponent: Int
  }

  /// The shortest decimal for a positive, finite double.
  static func shortest(_ value: Double) -> Decimal {
    let fraction = value.bitPattern & (1 << 52 - 1)
    let biased = Int(value.bitPattern >> 52 & 0x7FF)
    let significand = biased == 0 ? fraction : fraction | 1 << 52
    let power = max(biased, 1) - 1075
    if -52...0 ~= power, biased > 0, significand.trailingZeroBitCount >= -power {
      return trimmed(Decimal(digits: significand >> UInt64(-power), exponent: 0))
    }

    let isEven = significand & 1 == 0
    // Below a power of two doubles stand twice as close.
    let isAtStep = fraction == 0 && biased > 1
    let exponent = (power &* 1_262_611 &- (isAtStep ? 524_031 : 0)) >> 22
    let shift = UInt64(truncatingIfNeeded: power &+ PowersOfTen.binaryLogarithm(-exponent) &+ 1)
    var scale = PowersOfTen.bits(-exponent)
    if !(PowersOfTen.exact ~= -exponent) { scale &+= 1 }

    let middle = significand &<< 2
    let lower = roundedToOdd(scale, (middle &- (isAtStep ? 1 : 2)) &<< shift) &+ (isEven ? 0 : 1)
    let scaled = roundedToOdd(scale, middle &<< shift)
    let upper = roundedToOdd(scale, (middle &+ 2) &<< shift) &- (isEven ? 0 : 1)

    let digits = scaled &>> 2
    if digits >= 10 {
      let tens = digits / 10
      let isBelowInside = lower <= 40 &* tens
      let isAboveInside = 40 &* tens &+ 40 <= upper
      if isBelowInside != isAboveInside {
        return trimmed(
          Decimal(digits: isAboveInside ? tens &+ 1 : tens, exponent: exponent &+ 1))
      }
    }
    let isBelowInside = lower <= digits &<< 2
    let isAboveInside = digits &<< 2 &+ 4 <= upper
    if isBelowInside != isAboveInside {
      return Decimal(digits: isAboveInside ? digits &+ 1 : digits, exponent: exponent)
    }
    let half = digits &<< 2 &+ 2
    let roundsUp = scaled > half || (scaled == half && digits & 1 == 1)
    return Decimal(digits: roundsUp ? digits &+ 1 : digits, exponent: exponent)
  }

  /// The integer part of `scale` · `number` / 2^128, its lowest bit set where there is a fraction.
  @inline(__always)
  private static func roundedToOdd(_ scale: UInt128, _ number: UInt64) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: scale).multipliedFullWidth(by: number).high
    let high = UInt64(truncatingIfNeeded: scale >> 64).multipliedFullWidth(by: number)
    let (sum, carry) = low.addingReportingOverflow(high.low)
    return (high.high &+ (carry ? 1 : 0)) | (sum > 1 ? 1 : 0)
  }

  /// The same number without zeros at the end.
  private static func trimmed(_ decimal: Decimal) -> Decimal {
    var decimal = decimal
    while decimal.digits > 0,
      case let (tens, rest) = decimal.digits.quotientAndRemainder(dividingBy: 10),
      rest == 0
    {
      decimal.digits = tens
      decimal.exponent &+= 1
    }
    return decimal
  }

  /// How many decimal digits a number has; one for zero.
  static func digitCount(_ number: UInt64) -> Int {
    var count = 1
    var rest = number
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    return count &+ (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }
}
