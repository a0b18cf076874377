/// Conversion of a double to the shortest decimal number that is nearer to it than to any other.
///
/// The method is R. Giulietti's ("The Schubfach way to render doubles", 2020): the ends of the
/// interval that rounds to the double are scaled by a power of ten, of which 128 bits suffice, so
/// that at most ten integers lie between them, at most one of them a multiple of ten.
@usableFromInline package enum DoubleWriting {
  @usableFromInline package struct Decimal {
    @usableFromInline package var digits: UInt64
    @usableFromInline package var exponent: Int

    /// Adds trailing zeros, up to sixteen digits.
    @inline(never)
    mutating func fill() {
      while digits < 1_000_000_000_000_000 {
        digits &*= 10
        exponent &-= 1
      }
    }
  }

  /// Returns the shortest decimal of a positive, finite double, without trailing zeros.
  package static func shortest(_ value: Double) -> Decimal {
    var decimal = nearest(value)
    while decimal.digits > 0, decimal.digits.isMultiple(of: 10) {
      decimal.digits /= 10
      decimal.exponent &+= 1
    }
    return decimal
  }

  /// Returns the shortest decimal of a positive, finite double, perhaps with trailing zeros.
  @usableFromInline
  static func nearest(_ value: Double) -> Decimal {
    let fraction = value.bitPattern & (1 << 52 - 1)
    let biased = Int(value.bitPattern >> 52 & 0x7FF)
    let significand = biased == 0 ? fraction : fraction | 1 << 52
    let power = max(biased, 1) &- 1075
    if -52...0 ~= power, biased > 0, significand.trailingZeroBitCount >= -power {
      return Decimal(digits: significand &>> UInt64(truncatingIfNeeded: -power), exponent: 0)
    }
    if fraction != 0, let decimal = nearest(significand, power) { return decimal }
    return exactlyNearest(significand, power, isAtStep: fraction == 0 && biased > 1)
  }

  /// Returns the shortest decimal of `significand` · 2^`power`, which is not at a step between exponents; nil if an end of
  /// the interval, or the middle between two integers, is too near to a candidate to decide.
  ///
  /// One product is enough, since the ends of the interval are at the same distance. Its last bits are not exact.
  @inline(__always)
  private static func nearest(_ significand: UInt64, _ power: Int) -> Decimal? {
    let exponent = (power &* 1_262_611) >> 22
    let scale = PowersOfTen.bits(-exponent)
    let shift = UInt64(truncatingIfNeeded: power &+ PowersOfTen.binaryLogarithm(-exponent) &+ 1)

    // The value in units of 10^exponent: an integer, and a fraction of 64 bits.
    let number = significand &<< shift
    let high = number.multipliedFullWidth(by: UInt64(truncatingIfNeeded: scale &>> 64))
    let low = number.multipliedFullWidth(by: UInt64(truncatingIfNeeded: scale)).high
    let (fraction, carry) = high.low.addingReportingOverflow(low)
    let digits = high.high &+ (carry ? 1 : 0)

    // The distances to the multiples of ten, and from the value to the ends of its interval, with fractions of 60 bits.
    let ones = digits % 10
    let below = ones &<< 60 | fraction &>> 4
    let above = 10 &<< 60 &- below
    let radius = UInt64(truncatingIfNeeded: scale &>> 64) &>> (5 &- shift)
    guard below &- radius &+ 4 > 8, above &- radius &+ 4 > 8,
      fraction &- (1 &<< 63 &- 4) > 8
    else { return nil }
    // Which candidate it is cannot be predicted, so the choice has no branch.
    let multiple = digits &- ones &+ (above < radius ? 10 : 0)
    let isMultiple = below < radius || above < radius
    return Decimal(
      digits: isMultiple ? multiple : digits &+ fraction &>> 63, exponent: exponent)
  }

  @inline(never)
  private static func exactlyNearest(
    _ significand: UInt64, _ power: Int, isAtStep: Bool
  ) -> Decimal {
    let isEven = significand & 1 == 0
    // Below a power of two, doubles are twice as close.
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
        return Decimal(digits: isAboveInside ? tens &+ 1 : tens, exponent: exponent &+ 1)
      }
    }
    let isBelowInside = lower <= digits &<< 2
    let isAboveInside = digits &<< 2 &+ 4 <= upper
    // A tie rounds to even.
    let roundsUp = scaled &+ (digits & 1) > digits &<< 2 &+ 2
    let isAbove = isBelowInside == isAboveInside ? roundsUp : isAboveInside
    return Decimal(digits: isAbove ? digits &+ 1 : digits, exponent: exponent)
  }

  /// Returns `scale` · `number` / 2^128, truncated, with the lowest bit set if inexact.
  @inline(__always)
  private static func roundedToOdd(_ scale: UInt128, _ number: UInt64) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: scale).multipliedFullWidth(by: number).high
    let high = UInt64(truncatingIfNeeded: scale &>> 64).multipliedFullWidth(by: number)
    let sum = UInt128(high.high) &<< 64 &+ UInt128(high.low) &+ UInt128(low)
    let fraction = UInt64(truncatingIfNeeded: sum) &>> 1
    return UInt64(truncatingIfNeeded: sum &>> 64) | (fraction | (0 &- fraction)) &>> 63
  }
}
