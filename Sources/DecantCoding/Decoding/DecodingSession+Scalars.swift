internal import DecantCore

/// Decoding of scalars, each as exactly the requested type.
extension DecodingSession {
  @inline(__always)
  func isNull(_ node: Int) -> Bool {
    let kind = entries[node].kind
    return kind == .null || (kind == .string && isNullSentinel(node))
  }

  /// Whether a string is what Foundation's coder writes for null, in a format that has no null.
  private func isNullSentinel(_ node: Int) -> Bool {
    guard !abilities.contains(.null) else { return false }
    return tape.isString("$null", at: node)
  }

  func bool(at node: Int) throws -> Bool {
    switch entries[node].kind {
    case .true: return true
    case .false: return false
    case .string where !abilities.contains(.booleans):
      let isRow = abilities.contains(.rows)
      if tape.isString(isRow ? "true" : "YES", at: node) { return true }
      if tape.isString(isRow ? "false" : "NO", at: node) { return false }
      throw mismatch(Bool.self, at: node)
    default: throw mismatch(Bool.self, at: node)
    }
  }

  @inline(__always)
  func text(at node: Int) throws -> String {
    guard let text = plainText(at: node) else { return try otherText(at: node) }
    return text
  }

  /// Returns the text of a string or local time, or nil for other nodes and for strings with lone surrogates.
  @inline(__always)
  func plainText(at node: Int) -> String? {
    let event = entries[node]
    guard event.kind == .string, event.flags.isDisjoint(with: .isEscaped), !isNullSentinel(node)
    else { return event.kind == .localTime ? string(at: node) : nil }
    return string(at: node)
  }

  @inline(never)
  private func otherText(at node: Int) throws -> String {
    let kind = entries[node].kind
    if case .anyScalar = options.stringDecodingStrategy, !isNull(node) {
      if let word = kind.word { return word }
      if [.integer, .real, .date].contains(kind) { return string(at: node) }
    }
    throw kind != .string || isNull(node)
      ? mismatch(String.self, at: node) : error(.invalidUnicode, at: node)
  }

  // MARK: Integers

  @inline(__always)
  func integer<Integer: FixedWidthInteger>(
    at node: Int, as type: Integer.Type
  ) throws -> Integer {
    if let value = plainInteger(at: node, as: type) { return value }
    return try longInteger(at: node, as: type)
  }

  /// Returns an integer of at most 18 bytes, or nil for any other node.
  @inline(__always)
  func plainInteger<Integer: FixedWidthInteger>(at node: Int, as type: Integer.Type) -> Integer? {
    let event = entries[node]
    guard event.kind == .integer, event.length <= 18,
      let value = text.withBytes({ IntegerText.value(of: $0, event.textRange) })
    else { return nil }
    return Integer(exactly: value)
  }

  @inline(never)
  private func longInteger<Integer: FixedWidthInteger>(
    at node: Int, as type: Integer.Type
  ) throws -> Integer {
    guard let lexeme = lexeme(at: node) else { throw mismatch(type, at: node) }
    guard let value = Integer(lexeme) ?? DecimalValue(lexeme)?.integer() else {
      throw error(.doesNotFit(lexeme, type), at: node)
    }
    return value
  }

  /// Returns the lexeme of a number, which is a string in formats without numbers.
  func lexeme(at node: Int) -> String? {
    switch entries[node].kind {
    case .integer, .real:
      return string(at: node)
    case .string where !abilities.contains(.numbers):
      return Number(string(at: node))?.lexeme
    default:
      return nil
    }
  }

  // MARK: Reals

  func double(at node: Int) throws -> Double {
    if let value = plainDouble(at: node) { return value }
    return try real(at: node, as: Double.self)
  }

  /// Returns a number that neither overflows nor underflows, or nil for any other node.
  @inline(__always)
  func plainDouble(at node: Int) -> Double? {
    let event = entries[node]
    guard event.kind == .real || event.kind == .integer, !event.flags.contains(.isNonFinite)
    else { return nil }
    let value = text.withBytes { DoubleReading.value(in: $0, event.textRange) }
    // `real(at:as:)` distinguishes overflow, underflow and zero.
    guard value.isFinite, value != 0 || event.length == 1 else { return nil }
    return value
  }

  @inline(never)
  func real<Real: BinaryFloatingPoint & LosslessStringConvertible>(
    at node: Int, as type: Real.Type
  ) throws -> Real {
    guard let lexeme = lexeme(at: node) else {
      if let value = try nonFinite(at: node, as: type) { return value }
      throw mismatch(type, at: node)
    }
    guard let value = Real(lexeme) else { throw mismatch(type, at: node) }
    if value.isFinite {
      // A number too small for the type must not silently become zero.
      if value != 0 || DecimalValue(lexeme)?.digits.isEmpty == true { return value }
    } else if entries[node].flags.contains(.isNonFinite),
      case .native = options.nonConformingFloatDecodingStrategy
    {
      return value
    }
    throw error(.doesNotFit(lexeme, type), at: node)
  }

  private func nonFinite<Real: BinaryFloatingPoint>(
    at node: Int, as type: Real.Type
  ) throws -> Real? {
    guard entries[node].kind == .string,
      case .convertFromString(let positive, let negative, let nan) =
        options.nonConformingFloatDecodingStrategy
    else { return nil }
    switch string(at: node) {
    case positive: return .infinity
    case negative: return -.infinity
    case nan: return .nan
    case let other: throw error(.doesNotFit(other, type), at: node)
    }
  }
}
