/// A number as it was written: `1.10` stays `1.10`, and a hundred digits stay a hundred digits.
///
/// Equality is exact and ignores notation: `1`, `1.0` and `1e0` are equal; `0.1` and the double nearest to it are not.
public struct Number: Sendable {
  /// The number as written: in JSON's grammar, or `nan`, `inf` or `-inf`.
  public let lexeme: String

  /// Parses a number in JSON's grammar, or `nan`, `inf` or `-inf`; nil if `lexeme` is invalid.
  public init?(_ lexeme: String) {
    guard
      Self.nonFinite.contains(lexeme) || lexeme.withBytes({ NumberScan(whole: $0) != nil })
    else { return nil }
    self.lexeme = lexeme
  }

  /// Creates a number from an integer of any width.
  public init(_ value: some BinaryInteger) {
    lexeme = String(value)
  }

  /// Creates a number with the fewest digits that distinguish `value` from other doubles.
  public init(_ value: Double) {
    lexeme = value.isNaN ? "nan" : value.description
  }

  /// Whether it is written without a fraction and exponent; `1.0` is not.
  public var isInteger: Bool {
    lexeme.utf8.allSatisfy {
      $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
  }

  /// Whether it is neither NaN nor infinite.
  @inlinable public var isFinite: Bool { !Self.nonFinite.contains(lexeme) }

  @usableFromInline static let nonFinite = ["nan", "inf", "-inf"]
}

extension Number {
  /// The value as an `Int`, if it is exact: 1000 for `1e3`.
  @inlinable public var int: Int? { exactly() }

  /// The value as an `Int64`, if it is exact.
  @inlinable public var int64: Int64? { exactly() }

  /// The value as a `UInt64`, if it is exact.
  @inlinable public var uint64: UInt64? { exactly() }

  /// The nearest double; nil if it is out of range.
  public var double: Double? {
    guard let value = Double(lexeme) else { return nil }
    return value.isInfinite && isFinite ? nil : value
  }

  @usableFromInline func exactly<Integer: FixedWidthInteger>() -> Integer? {
    isInteger ? Integer(lexeme) : DecimalValue(lexeme)?.integer()
  }
}

extension Number: Hashable {
  /// Whether the values are exactly equal.
  public static func == (first: Number, second: Number) -> Bool {
    if first.lexeme == second.lexeme { return true }
    guard let value = DecimalValue(first.lexeme) else { return false }
    return value == DecimalValue(second.lexeme)
  }

  public func hash(into hasher: inout Hasher) {
    // Equal numbers have the same nearest double, which is much faster to compute.
    hasher.combine(Double(lexeme) ?? 0)
  }
}

extension Number: CustomStringConvertible {
  /// The number as written.
  @inlinable public var description: String { lexeme }
}
