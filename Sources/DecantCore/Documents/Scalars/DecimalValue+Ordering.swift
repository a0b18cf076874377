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

extension DecimalValue {
  /// Whether the number is an integer.
  package var isIntegral: Bool {
    switch exponent {
    case .near(let exponent): digits.count <= exponent || digits.isEmpty
    case .far(let isNegative, _): !isNegative
    }
  }

  /// Whether this is an integer times `divisor`, which is not zero.
  ///
  /// With D and E for the digits as integers, the quotient is D × 10ᵏ / E. D does not end in a zero, so k is not
  /// negative if the quotient is an integer, and each power of 2 and 5 in E is cancelled by 10ᵏ for large k.
  package func isExactMultiple(of divisor: DecimalValue) -> Bool {
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
