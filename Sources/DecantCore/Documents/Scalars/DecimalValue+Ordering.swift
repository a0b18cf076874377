/// The order of decimal numbers of any length and exponent, without computing with them: by sign, then by the place of the
/// first digit, then digit by digit.
extension DecimalValue: Comparable {
  package static func < (first: DecimalValue, second: DecimalValue) -> Bool {
    let (firstSign, secondSign) = (first.sign, second.sign)
    guard firstSign == secondSign else { return firstSign < secondSign }
    guard firstSign != 0 else { return false }
    return first.isNegative
      ? second.isSmallerInMagnitude(than: first) : first.isSmallerInMagnitude(than: second)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  /// Precondition: both are not zero.
  private func isSmallerInMagnitude(than other: DecimalValue) -> Bool {
    guard exponent == other.exponent else { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

extension DecimalValue.Exponent: Comparable {
  package static func < (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.near(let first), .near(let second)): return first < second
    case (.near, .far(let isNegative, _)): return !isNegative
    case (.far(let isNegative, _), .near): return isNegative
    case (.far(let isNegative, let digits), .far(let otherIsNegative, let otherDigits)):
      guard isNegative == otherIsNegative else { return isNegative }
      let isShorter =
        digits.count == otherDigits.count
        ? digits.lexicographicallyPrecedes(otherDigits) : digits.count < otherDigits.count
      return digits == otherDigits ? false : isShorter != isNegative
    }
  }
}
