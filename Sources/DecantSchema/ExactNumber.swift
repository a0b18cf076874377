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
    guard let (digits, exponent, isNegative) = DoubleReading.parts(of: text), 0...18 ~= exponent,
      case let (value, overflows) = digits.multipliedReportingOverflow(
        by: PowersOfTen.integers[exponent]), !overflows, let integer = Int(exactly: value)
    else { return nil }
    return isNegative ? -integer : integer
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
    guard let (digits, exponent, isNegative) = DoubleReading.parts(of: text) else { return nil }
    let near = DoubleReading.nearest(digits, exponent)
    return isLess(isNegative ? -near : near, approximation)
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
