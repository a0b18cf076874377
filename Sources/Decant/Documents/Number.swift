/// A number as it was written: `1.10` stays `1.10`, and a hundred digits stay a hundred digits.
///
/// Two numbers are equal if their values are, exactly, however they are written: `1`, `1.0` and
/// `1e0` are one number to `==` and in a `Set`, and `0.1` is not the double nearest to it. `lexeme`
/// tells them apart.
public struct Number: Sendable {
  /// The number as it is written: in JSON's grammar, or `nan`, `inf` or `-inf`.
  public let lexeme: String

  /// Parses a number in JSON's grammar, or `nan`, `inf` or `-inf`; nil if `lexeme` is not one.
  public init?(_ lexeme: String) {
    guard Self.nonFinite.contains(lexeme) || Self.isNumber(Array(lexeme.utf8)) else { return nil }
    self.lexeme = lexeme
  }

  /// Makes a number of an integer of any width.
  public init(_ value: some BinaryInteger) {
    lexeme = String(value)
  }

  /// Makes a number with the fewest digits that tell `value` from all other doubles.
  public init(_ value: Double) {
    lexeme = value.isNaN ? "nan" : value.description
  }

  /// Whether it is written as an integer, without a fraction or exponent; `1.0` is not.
  public var isInteger: Bool {
    lexeme.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
  }

  /// Whether it is a number at all, and not infinite.
  public var isFinite: Bool { !Self.nonFinite.contains(lexeme) }

  private static let nonFinite = ["nan", "inf", "-inf"]

  /// Whether `text` is a number in the grammar of RFC 8259.
  private static func isNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func skipDigits() -> Int {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
      rest = rest.dropFirst(digits)
      return digits
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let hasLeadingZero = rest.first == UInt8(ascii: "0")
    let digits = skipDigits()
    guard digits == 1 || (digits > 1 && !hasLeadingZero) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard skipDigits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard skipDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

// MARK: - As Swift's own numbers

extension Number {
  /// The value as an `Int`, if it is exactly one: that of `1e3` is 1000.
  public var int: Int? { exactly() }

  /// The value as an `Int64`, if it is exactly one.
  public var int64: Int64? { exactly() }

  /// The value as a `UInt64`, if it is exactly one.
  public var uint64: UInt64? { exactly() }

  /// The double nearest to the value; nil where that is beyond all doubles.
  public var double: Double? {
    guard let value = Double(lexeme) else { return nil }
    return value.isInfinite && isFinite ? nil : value
  }

  private func exactly<Integer: FixedWidthInteger>() -> Integer? {
    isInteger ? Integer(lexeme) : DecimalValue(lexeme)?.integer()
  }
}

extension Number: Hashable {
  /// Whether the values are equal, exactly.
  public static func == (first: Number, second: Number) -> Bool {
    if first.lexeme == second.lexeme { return true }
    guard let value = DecimalValue(first.lexeme) else { return false }
    return value == DecimalValue(second.lexeme)
  }

  public func hash(into hasher: inout Hasher) {
    // Equal numbers have one nearest double, which is found much faster than their `DecimalValue`.
    hasher.combine(Double(lexeme) ?? 0)
  }
}

extension Number: CustomStringConvertible {
  /// The number as it is written.
  public var description: String { lexeme }
}
