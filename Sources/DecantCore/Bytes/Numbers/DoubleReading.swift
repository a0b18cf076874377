/// Conversion of a decimal number to the nearest double.
///
/// Few digits and a small power of ten take one exact operation on doubles. Otherwise the digits
/// are multiplied by the highest bits of the power, which suffice for up to nineteen digits (D.
/// Lemire, "Number Parsing at a Gigabyte per Second", 2021). Further digits are cut off; where they
/// could matter, Swift's own conversion decides.
@usableFromInline package enum DoubleReading {
  /// Returns the double nearest to a JSON number; infinite if it is out of range.
  package static func value(_ text: RawSpan) -> Double {
    value(in: text, 0..<text.byteCount)
  }

  /// Returns the same for the number in `range`; faster if more bytes follow it.
  @usableFromInline package static func value(in bytes: RawSpan, _ range: Range<Int>) -> Double {
    guard let numeral = Numeral(in: bytes, range), let value = value(of: numeral) else {
      return Double(String(utf8: bytes.extracting(range))) ?? .nan
    }
    return value
  }

  @inlinable @inline(__always)
  package static func value(of numeral: Numeral) -> Double? {
    if numeral.digits < 1 << 53, -22...22 ~= numeral.exponent {
      let digits = Double(Int64(bitPattern: numeral.digits))
      let power = smallPowers[Int(numeral.exponent.magnitude)]
      let value = numeral.exponent < 0 ? digits / power : digits * power
      return numeral.isNegative ? -value : value
    }
    let value = nearest(numeral.digits, numeral.exponent)
    if numeral.isCut, value != nearestOfAny(numeral.digits + 1, numeral.exponent) { return nil }
    return numeral.isNegative ? -value : value
  }

  /// Returns the double nearest to the JSON number in `range`, and whether its shortest form equals the number; nil if that
  /// is unknown.
  package static func reading(
    in bytes: RawSpan, _ range: Range<Int>
  ) -> (value: Double, isExact: Bool)? {
    Numeral(in: bytes, range).flatMap { reading(of: $0) }
  }

  @inlinable @inline(__always)
  package static func reading(of numeral: Numeral) -> (value: Double, isExact: Bool)? {
    guard !numeral.isCut, let value = value(of: numeral), value.isFinite,
      value != 0 || numeral.digits == 0
    else { return nil }
    return (value, value == 0 || numeral.isShortest(of: value.magnitude))
  }

  /// Whether the nearest double, in its shortest form, equals a JSON number; nil if unknown.
  package static func isExact(_ text: RawSpan) -> Bool? {
    reading(in: text, 0..<text.byteCount)?.isExact
  }

  /// Whether the nearest double, in its shortest form, equals `numeral`; nil if unknown.
  @inlinable package static func isExact(_ numeral: Numeral) -> Bool? {
    reading(of: numeral)?.isExact
  }

  /// The powers that are doubles themselves, as constants that need no initialization.
  @usableFromInline static let smallPowers: InlineArray<23, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  // MARK: The nearest double

  @inlinable @inline(__always)
  package static func nearest(_ digits: UInt64, _ exponent: Int) -> Double {
    guard digits > 0, -307...288 ~= exponent else { return nearestOfAny(digits, exponent) }
    // Here, the double is normal and finite.
    let zeros = digits.leadingZeroBitCount
    let product = product(digits &<< UInt64(truncatingIfNeeded: zeros), exponent)
    // Exactly halfway between two doubles, perhaps.
    guard product.low > 1 else { return nearestOfAny(digits, exponent) }
    let upperBit = product.high &>> 63
    let doubled = product.high &>> (upperBit &+ 9)
    let significand = (doubled &+ doubled & 1) &>> 1
    let power =
      PowersOfTen.binaryLogarithm(exponent) &+ 1085 &- zeros &+ Int(truncatingIfNeeded: upperBit)
    // The highest bit of the significand is added to the exponent; rounding may have carried into the next one.
    return Double(bitPattern: UInt64(truncatingIfNeeded: power) &<< 52 &+ significand)
  }

  @inline(never)
  @usableFromInline static func nearestOfAny(_ digits: UInt64, _ exponent: Int) -> Double {
    guard digits > 0, exponent >= PowersOfTen.least else { return 0 }
    guard exponent <= 308 else { return .infinity }
    let zeros = digits.leadingZeroBitCount
    let product = product(digits << UInt64(zeros), exponent)
    let upperBit = Int(product.high >> 63)
    let shift = UInt64(upperBit + 64 - 52 - 3)
    var significand = product.high >> shift
    var power = PowersOfTen.binaryLogarithm(exponent) + 63 + upperBit - zeros + 1023

    if power <= 0 {
      guard power > -63 else { return 0 }
      significand >>= UInt64(1 - power)
      significand = (significand + significand & 1) >> 1
      return Double(bitPattern: significand)
    }
    // Exactly halfway between two doubles: rounds to the even one.
    if product.low <= 1, -4...23 ~= exponent, significand & 3 == 1,
      significand << shift == product.high
    {
      significand &= ~1
    }
    significand = (significand + significand & 1) >> 1
    if significand >= 1 << 53 {
      significand = 1 << 52
      power += 1
    }
    guard power < 0x7FF else { return .infinity }
    return Double(bitPattern: UInt64(power) << 52 | significand & (1 << 52 - 1))
  }

  /// Returns the highest bits of `digits` · 10^`exponent`, as many as rounding needs.
  @inlinable @inline(__always)
  package static func product(_ digits: UInt64, _ exponent: Int) -> (high: UInt64, low: UInt64) {
    var power = PowersOfTen.bits(exponent)
    // Here, a reciprocal must rather be slightly too large than too small.
    if -27..<0 ~= exponent { power &+= 1 }
    var (high, low) = digits.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power >> 64))
    if high & 0x1FF == 0x1FF {
      let rest = digits.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power)).high
      let (sum, carry) = low.addingReportingOverflow(rest)
      low = sum
      if carry { high &+= 1 }
    }
    return (high, low)
  }
}
