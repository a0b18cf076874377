extension Value: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
}

extension Value: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(Number(value)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self = .sequence(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Creates a mapping with string keys, which must be distinct.
  public init(dictionaryLiteral elements: (String, Value)...) {
    var mapping = Mapping()
    for (key, value) in elements {
      let old = mapping.updateValue(value, forKey: .string(key))
      precondition(old == nil, "a repeated key: \(key)")
    }
    self = .mapping(mapping)
  }
}

extension Value {
  /// Creates a boolean.
  public init(_ value: Bool) { self = .bool(value) }

  /// Creates a number from an integer of any width.
  public init(_ value: some BinaryInteger) { self = .number(Number(value)) }

  /// Creates a number with the fewest digits that distinguish `value` from other doubles.
  public init(_ value: Double) { self = .number(Number(value)) }

  /// Creates a string.
  public init(_ value: String) { self = .string(value) }
}

extension Value {
  /// Whether `value` equals `pattern`, for patterns like `case "yes", 1, true:`.
  public static func ~= (pattern: Value, value: Value?) -> Bool { pattern == value }
}
