internal import DecantCore

/// The value of a number, for exact comparisons.
///
/// An integer that fits `Int` is `integer` in every spelling, so that equal numbers are equal cases.
enum ExactNumber: Hashable, Sendable {
  case integer(Int)
  case decimal(Fraction)
  case infinity(isNegative: Bool)
  case nan

  struct Fraction: Hashable, Sendable {
    let value: DecimalValue
    /// The nearest double, which decides most comparisons.
    let approximation: Double

    static func == (first: Fraction, second: Fraction) -> Bool { first.value == second.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// Parses the text of a number event.
  init(_ text: RawSpan) {
    if let integer = Self.shortInteger(text) {
      self = .integer(integer)
      return
    }
    let lexeme = String(utf8: text)
    guard let value = DecimalValue(lexeme) else {
      self =
        switch lexeme {
        case "inf": .infinity(isNegative: false)
        case "-inf": .infinity(isNegative: true)
        default: .nan
        }
      return
    }
    if let integer: Int = value.integer() {
      self = .integer(integer)
    } else {
      self = .decimal(Fraction(value: value, approximation: Double(lexeme) ?? .nan))
    }
  }

  /// Returns an integer of few digits in any spelling; nil for other texts.
  private static func shortInteger(_ text: RawSpan) -> Int? {
    guard let exact = DoubleReading.Numeral(text)?.exact, 0...18 ~= exact.exponent,
      case let (value, overflows) = exact.digits.multipliedReportingOverflow(
        by: PowersOfTen.integers[exact.exponent]), !overflows, let integer = Int(exactly: value)
    else { return nil }
    return exact.isNegative ? -integer : integer
  }

  var isIntegral: Bool {
    switch self {
    case .integer: true
    case .decimal(let decimal): decimal.value.isIntegral
    case .infinity, .nan: false
    }
  }

  /// The nearest double.
  var approximation: Double {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let decimal): decimal.approximation
    case .infinity(let isNegative): isNegative ? -.infinity : .infinity
    case .nan: .nan
    }
  }

  private var decimal: DecimalValue? {
    switch self {
    case .integer(let value): DecimalValue(String(value))
    case .decimal(let decimal): decimal.value
    case .infinity, .nan: nil
    }
  }

  /// Whether it is less than another number; false for NaN.
  static func < (first: ExactNumber, second: ExactNumber) -> Bool {
    if case .integer(let first) = first, case .integer(let second) = second {
      return first < second
    }
    if let isLess = isLess(first.approximation, second.approximation) { return isLess }
    switch (first, second) {
    case (.nan, _), (_, .nan): return false
    case (.infinity(let isNegative), _): return isNegative && first != second
    case (_, .infinity(let isNegative)): return !isNegative
    default: break
    }
    guard let value = first.decimal, let bound = second.decimal else { return false }
    return value < bound
  }

  /// Whether the number of one approximation is less than that of another; nil if they are too close to tell.
  private static func isLess(_ near: Double, _ other: Double) -> Bool? {
    // Each double is within 2⁻⁵³ of its number, unless it is too small or too large.
    let margin = max(abs(near), abs(other)) * 0x1p-50
    return margin.isFinite && margin > 0x1p-900 && abs(near - other) > margin ? near < other : nil
  }

  /// Whether the number of a text is less than one with an approximation; nil if they are too close to tell.
  static func isLess(_ text: RawSpan, than approximation: Double) -> Bool? {
    guard let exact = DoubleReading.Numeral(text)?.exact else { return nil }
    let near = DoubleReading.nearest(exact.digits, exact.exponent)
    return isLess(exact.isNegative ? -near : near, approximation)
  }

  static func <= (first: ExactNumber, second: ExactNumber) -> Bool {
    first == second && first != .nan || first < second
  }

  /// Whether it is an integer times `divisor`, which is not zero.
  func isExactMultiple(of divisor: ExactNumber) -> Bool {
    if case .integer(let value) = self, case .integer(let divisor) = divisor {
      return divisor == -1 || value % divisor == 0
    }
    guard let value = decimal, let divisor = divisor.decimal else { return false }
    return value.isExactMultiple(of: divisor)
  }
}

extension DecimalValue {
  /// Whether the number is an integer.
  var isIntegral: Bool {
    switch exponent {
    case .near(let exponent): digits.count <= exponent || digits.isEmpty
    case .far(let isNegative, _): !isNegative
    }
  }

  /// Whether this is an integer times `divisor`, which is not zero.
  ///
  /// With D and E for the digits as integers, the quotient is D × 10ᵏ / E. D does not end in a zero, so k is not
  /// negative if the quotient is an integer, and each power of 2 and 5 in E is cancelled by 10ᵏ for large k.
  func isExactMultiple(of divisor: DecimalValue) -> Bool {
    guard !digits.isEmpty else { return true }
    let enough = divisor.digits.count * 4 + 1
    let zeros: Int
    switch (exponent, divisor.exponent) {
    case (.near(let exponent), .near(let other)):
      zeros = min((exponent - digits.count) - (other - divisor.digits.count), enough)
    case (let exponent, let other):
      guard exponent > other else { return false }
      zeros = enough
    }
    guard zeros >= 0 else { return false }
    return Self.remainderIsZero(digits, followedBy: zeros, divisor.digits)
  }

  /// Divides as on paper; for short divisors in one word.
  private static func remainderIsZero(
    _ digits: [UInt8], followedBy zeros: Int, _ divisor: [UInt8]
  ) -> Bool {
    let ascii = UInt8(ascii: "0")
    if divisor.count <= 17 {
      let small = divisor.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - ascii) }
      var remainder = digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1 - ascii)) % small }
      for _ in 0..<zeros { remainder = remainder * 10 % small }
      return remainder == 0
    }
    var remainder = [UInt8](repeating: 0, count: divisor.count + 1)
    let subtrahend = [0] + divisor.map { $0 - ascii }
    for index in 0..<digits.count + zeros {
      remainder.removeFirst()
      remainder.append(index < digits.count ? digits[index] - ascii : 0)
      while !remainder.lexicographicallyPrecedes(subtrahend) {
        subtract(subtrahend, from: &remainder)
      }
    }
    return remainder.allSatisfy { $0 == 0 }
  }

  private static func subtract(_ subtrahend: [UInt8], from digits: inout [UInt8]) {
    var borrow: Int8 = 0
    for index in digits.indices.reversed() {
      var difference = Int8(digits[index]) - Int8(subtrahend[index]) - borrow
      borrow = difference < 0 ? 1 : 0
      if difference < 0 { difference += 10 }
      digits[index] = UInt8(difference)
    }
  }
}
