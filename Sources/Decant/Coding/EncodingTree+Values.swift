/// What becomes of the values that containers are given.
extension EncodingTree {
  func encodeNil(at node: Int) throws {
    guard abilities.contains(.null) else {
      // The sign for it that readers of property lists know.
      return try set(node, .string, text: Self.nullSign, flags: .plainASCII)
    }
    set(node, .null)
  }

  /// What stands for null where a format has none, as Foundation writes it.
  static let nullSign = "$null"

  func encode(_ value: Bool, at node: Int) {
    set(node, value ? .true : .false)
  }

  @inline(__always)
  func encode<Integer: FixedWidthInteger>(_ value: Integer, at node: Int) throws {
    guard Integer.bitWidth <= 64 else { return try encode(wide: value, at: node) }
    if Integer.isSigned {
      try set(node, integer: Int64(truncatingIfNeeded: value))
    } else {
      try set(node, integer: UInt64(truncatingIfNeeded: value))
    }
  }

  private func encode(wide value: some BinaryInteger, at node: Int) throws {
    useWideIntegers()
    try set(node, .integer, text: value.description, flags: .plainASCII)
  }

  func encode(_ value: String, at node: Int) throws {
    try set(node, .string, text: value, flags: nil)
  }

  func encode(_ value: Double, at node: Int) throws {
    guard value.isFinite else { return try encode(nonFinite: value, at: node) }
    try set(node, real: value)
  }

  func encode(_ value: Float, at node: Int) throws {
    guard value.isFinite else { return try encode(nonFinite: value, at: node) }
    // The few digits that tell a float from all others would become another double.
    if hasDoubles { return try set(node, real: Double(value)) }
    try set(node, .real, text: value.description, flags: .plainASCII)
  }

  private func encode(nonFinite value: some BinaryFloatingPoint, at node: Int) throws {
    switch options.nonConformingFloatEncodingStrategy {
    case .convertToString(let positive, let negative, let nan):
      return try encode(value.isNaN ? nan : value > 0 ? positive : negative, at: node)
    case .native where abilities.contains(.nonFiniteNumbers):
      use(.nonFiniteNumbers)
      try set(
        node, .real, text: value.isNaN ? "nan" : value > 0 ? "inf" : "-inf",
        flags: [.isASCII, .isNonFinite])
    case .native, .throw:
      throw EncodingError.nonFinite(value, target: targetName, at: path(of: node))
    }
  }

  /// Encodes any value; `orNothing` is called for one that says nothing, which becomes an empty mapping.
  func encode<T: Encodable>(
    _ value: T, at node: Int, orNothing: () throws -> Void = {}
  ) throws {
    if try encode(scalar: value, at: node) { return }
    let traits = types[T.self]
    if traits.contains(.isShared) {
      return try encode(shared: value, at: node, orNothing: orNothing)
    }
    try say(value, at: node)
    if !traits.isEmpty { noteUnordered(node, traits) }
    guard self[node].isVacant else { return }
    try orNothing()
    _ = begin(.beginMapping, at: node)
  }

  /// Has a value say itself; it may say nothing.
  func say<T: Encodable>(_ value: T, at node: Int) throws {
    if try encode(special: value, at: node) { return }
    if changesKeys, value is any KeyedByData { keepKeys(of: node) }
    try enter(value, at: node)
    defer { leave() }
    try value.encode(to: TreeEncoder(tree: self, node: node))
    if let failure { throw failure }
  }

  /// Has a closure say a value.
  func descend(_ value: Any, at node: Int, _ encode: (any Encoder) throws -> Void) throws {
    try enter(value, at: node)
    defer { leave() }
    try encode(TreeEncoder(tree: self, node: node))
    if let failure { throw failure }
  }

  /// Encodes a value of a type that containers take as it is, if it is one.
  ///
  /// A sequence of numbers comes one number at a time, by way of the generic method.
  @inline(__always)
  private func encode<T: Encodable>(scalar value: T, at node: Int) throws -> Bool {
    if T.self == String.self {
      try encode(sameTypeCast(value, to: String.self), at: node)
    } else if T.self == Double.self {
      try encode(sameTypeCast(value, to: Double.self), at: node)
    } else if T.self == Int.self {
      try encode(sameTypeCast(value, to: Int.self), at: node)
    } else if T.self == Bool.self {
      encode(sameTypeCast(value, to: Bool.self), at: node)
    } else {
      return false
    }
    return true
  }
}

/// A dictionary whose keys are data, and no names that a key style may change.
protocol KeyedByData {}

extension Dictionary: KeyedByData where Key == String {}
