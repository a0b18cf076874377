extension OpenTape {
  func encodeNil() throws {
    guard session.abilities.contains(.null) else {
      return try append(.string, text: EncodingSession.nullSentinel, flags: [])
    }
    append(.null)
  }

  @inline(__always)
  func encode(_ value: Bool) {
    append(value ? .true : .false)
  }

  @inline(__always)
  func encode<Integer: FixedWidthInteger>(_ value: Integer) throws {
    guard Integer.bitWidth <= 64 else { return try encode(wide: value) }
    if Integer.isSigned {
      try append(integer: Int64(truncatingIfNeeded: value))
    } else {
      try append(integer: UInt64(truncatingIfNeeded: value))
    }
  }

  private func encode(wide value: some BinaryInteger) throws {
    session.useWideIntegers()
    try append(.integer, text: value.description, flags: .plainASCII)
  }

  func encode(_ value: String) throws {
    try append(.string, text: value, flags: [])
  }

  func encode(_ value: Double) throws {
    guard value.isFinite else { return try encode(nonFinite: value) }
    try append(real: value)
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { return try encode(nonFinite: value) }
    // The shortest digits of a float denote a different number when read as a double.
    if session.hasDoubles { return try append(real: Double(value)) }
    try append(.real, text: value.description, flags: .plainASCII)
  }

  private func encode(nonFinite value: some BinaryFloatingPoint) throws {
    switch session.options.nonConformingFloatEncodingStrategy {
    case .convertToString(let positive, let negative, let nan):
      return try encode(value.isNaN ? nan : value > 0 ? positive : negative)
    case .native where session.abilities.contains(.nonFiniteNumbers):
      session.use(.nonFiniteNumbers)
      try append(
        .real, text: value.isNaN ? "nan" : value > 0 ? "inf" : "-inf",
        flags: [.isASCII, .isNonFinite])
    case .native, .throw:
      throw EncodingError.nonFinite(value, target: session.targetName, at: path)
    }
  }

  /// Encodes any value; one that encodes nothing becomes an empty mapping, after `orNothing`.
  func encode<T: Encodable>(_ value: T, orNothing: () throws -> Void = {}) throws {
    if try encode(scalar: value) { return }
    let traits = session.types[T.self]
    let start = count
    if traits.contains(.isShared), !recordFirst(value as AnyObject) { return }
    try encode(content: value)
    if count == start {
      try orNothing()
      _ = collection(.beginMapping, at: start)
    }
    try endValue(from: start)
    if !traits.isDisjoint(with: [.isSet, .isDictionary]) { try putInOrder(start, traits) }
  }

  private func encode<T: Encodable>(content value: T) throws {
    if try encode(special: value) { return }
    if session.changesKeys, value is any KeyedByData { note(.dataKeys) }
    try descend(value) { try value.encode(to: $0) }
  }

  func descend<T>(_ value: T, _ encode: (any Encoder) throws -> Void) throws {
    try session.enter(value, on: self)
    defer { session.leave() }
    try encode(TapeEncoder(tape: self, start: count))
    if let failure = session.failure { throw failure }
  }

  /// Encodes scalars, which unkeyed containers pass through this generic method one at a time.
  @inline(__always)
  private func encode<T: Encodable>(scalar value: T) throws -> Bool {
    if T.self == String.self {
      try encode(sameTypeCast(value, to: String.self))
    } else if T.self == Double.self {
      try encode(sameTypeCast(value, to: Double.self))
    } else if T.self == Int.self {
      try encode(sameTypeCast(value, to: Int.self))
    } else if T.self == Bool.self {
      encode(sameTypeCast(value, to: Bool.self))
    } else {
      return false
    }
    return true
  }
}

/// A dictionary whose keys are data, exempt from key strategies.
protocol KeyedByData {}

extension Dictionary: KeyedByData where Key == String {}
