/// Conversion of a decimal number to the nearest double.
///
/// Few digits and a small power of ten take one exact operation on doubles. Otherwise the digits
/// are multiplied by the highest bits of the power, which suffice for up to nineteen digits (D.
/// Lemire, "Number Parsing at a Gigabyte per Second", 2021). Further digits are cut off; where they
/// could matter, Swift's own conversion decides.
enum DoubleReading {
  /// Returns the double nearest to a JSON number; infinite if it is out of range.
  static func value(_ text: RawSpan) -> Double {
    guard let decimal = Decimal(text) else { return exactly(text) }
    return value(of: decimal) ?? exactly(text)
  }

  private static func value(of decimal: Decimal) -> Double? {
    if decimal.digits < 1 << 53, -22...22 ~= decimal.exponent {
      let digits = Double(decimal.digits)
      let power = smallPowers[Int(decimal.exponent.magnitude)]
      let value = decimal.exponent < 0 ? digits / power : digits * power
      return decimal.isNegative ? -value : value
    }
    var value = nearest(decimal.digits, decimal.exponent)
    if decimal.isCut, value != nearest(decimal.digits + 1, decimal.exponent) {
      return nil
    }
    if decimal.isNegative { value.negate() }
    return value
  }

  /// Whether the nearest double, in its shortest form, equals a JSON number; nil if unknown.
  static func isExact(_ text: RawSpan) -> Bool? {
    Decimal(text).flatMap { isExact($0) }
  }

  /// Whether the nearest double, in its shortest form, equals `decimal`; nil if unknown.
  static func isExact(_ decimal: Decimal) -> Bool? {
    guard !decimal.isCut, decimal.digits > 0 else { return nil }
    // Different numbers of fifteen digits have different nearest doubles, so each is the shortest of its own.
    if decimal.digits < 1_000_000_000_000_000, -290...290 ~= decimal.exponent { return true }
    guard let value = value(of: decimal)?.magnitude, value.isFinite, value > 0 else { return nil }
    let shortest = DoubleWriting.shortest(value)
    let decimal = decimal.withoutTrailingZeros
    return decimal.digits == shortest.digits && decimal.exponent == shortest.exponent
  }

  /// Returns the digits of a JSON number as an integer, without trailing zeros, and its exponent; nil if it has too many.
  static func parts(of text: RawSpan) -> (digits: UInt64, exponent: Int, isNegative: Bool)? {
    guard let decimal = Decimal(text)?.withoutTrailingZeros, !decimal.isCut, decimal.digits > 0
    else { return nil }
    return (decimal.digits, decimal.exponent, decimal.isNegative)
  }

  private static func exactly(_ text: RawSpan) -> Double {
    Double(String(utf8: text)) ?? .nan
  }

  /// The powers that are doubles themselves, as constants that need no initialization.
  private static let smallPowers: InlineArray<23, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  // MARK: Digits

  /// A number by its digits, as an integer, and its exponent.
  struct Decimal {
    private(set) var digits: UInt64 = 0
    private(set) var exponent = 0
    private(set) var isNegative = false
    /// Whether digits after the nineteenth, other than zeros, were left out.
    private(set) var isCut = false
    /// Whether the text has an exponent of its own.
    private(set) var isScientific = false

    /// Parses a number; nil if its exponent is too long.
    init?(_ text: RawSpan) {
      let end = text.byteCount
      var p = 0
      if p < end, text.byte(at: p) == UInt8(ascii: "-") {
        isNegative = true
        p &+= 1
      }
      if let next = readShortDigits(text, from: p) {
        p = next
      } else {
        p = readDigits(text, from: p)
      }
      guard p < end else { return }
      isScientific = true
      p &+= 1
      let isBelow = p < end && text.byte(at: p) == UInt8(ascii: "-")
      if p < end, isBelow || text.byte(at: p) == UInt8(ascii: "+") { p &+= 1 }
      guard end - p <= 9 else { return nil }
      var power = 0
      while p < end {
        power = power &* 10 &+ Int(text.byte(at: p) &- UInt8(ascii: "0"))
        p &+= 1
      }
      exponent &+= isBelow ? -power : power
    }

    var withoutTrailingZeros: Decimal {
      var decimal = self
      while decimal.digits > 0, decimal.digits.isMultiple(of: 10) {
        decimal.digits /= 10
        decimal.exponent += 1
      }
      return decimal
    }

    /// Reads the digits from `start` on, before a point and after it, if they are nineteen at most; returns the place
    /// after them.
    @inline(__always)
    private mutating func readShortDigits(_ text: RawSpan, from start: Int) -> Int? {
      let end = text.byteCount
      var p = start
      var value: UInt64 = 0
      while p < end {
        let digit = text.byte(at: p) &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        value = value &* 10 &+ UInt64(digit)
        p &+= 1
      }
      var count = p &- start
      if p < end, text.byte(at: p) == UInt8(ascii: ".") {
        p &+= 1
        let first = p
        while p &+ 8 <= end {
          let run = DigitRun(in: text, at: p)
          guard run.count == 8 else { break }
          value = value &* 100_000_000 &+ run.value
          p &+= 8
        }
        while p < end {
          let digit = text.byte(at: p) &- UInt8(ascii: "0")
          guard digit <= 9 else { break }
          value = value &* 10 &+ UInt64(digit)
          p &+= 1
        }
        count &+= p &- first
        exponent = first &- p
      }
      guard count <= 19 else {
        exponent = 0
        return nil
      }
      digits = value
      return p
    }

    /// Reads any digits from `start` on, and leaves out those after the nineteenth; returns the place after them.
    @inline(never)
    private mutating func readDigits(_ text: RawSpan, from start: Int) -> Int {
      let end = text.byteCount
      var p = start
      var count = 0
      var point = -1
      while p < end {
        let run = DigitRun(in: text, at: p)
        if run.count > 0, count &+ run.count <= 19 {
          digits = digits &* run.scale &+ run.value
          // Leading zeros are not counted.
          if digits > 0 { count &+= count == 0 ? run.count &- run.zeros : run.count }
          if point >= 0 { exponent &-= run.count }
          p &+= run.count
          continue
        }
        let byte = text.byte(at: p)
        let digit = byte &- UInt8(ascii: "0")
        if digit <= 9 {
          if count < 19 {
            digits = digits &* 10 &+ UInt64(digit)
            if digits > 0 { count &+= 1 }
            if point >= 0 { exponent &-= 1 }
          } else {
            if digit > 0 { isCut = true }
            if point < 0 { exponent &+= 1 }
          }
        } else if byte == UInt8(ascii: ".") {
          point = p
        } else {
          break
        }
        p &+= 1
      }
      return p
    }
  }

  // MARK: The nearest double

  private static func nearest(_ digits: UInt64, _ exponent: Int) -> Double {
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
  @inline(__always)
  private static func product(_ digits: UInt64, _ exponent: Int) -> (high: UInt64, low: UInt64) {
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
