internal import DecantCore

/// Scalars, of which each becomes one entry with its text; the session notes what a format needs to represent them.
extension EncodingTape {
  /// A format without null rejects it, where Foundation's coder writes a string, `$null`.
  func encodeNil() throws {
    if case .foundation = session.options.nullInPropertyLists, !session.abilities.contains(.null) {
      try encode("$null")
    } else {
      append(.null)
    }
  }

  @inline(__always)
  func encode(_ value: Bool) {
    append(value ? .true : .false)
  }

  @inline(__always)
  func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
    if Integer.bitWidth > 64 {
      session.hasWideIntegers = true
      return try append(.integer, text: value.description, flags: .plainASCII)
    }
    try append(number: .integer) {
      $0.append(decimal: UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0)
    }
  }

  func encode(_ value: String) throws {
    try append(.string, text: value, flags: [])
  }

  func encode(_ value: Double) throws {
    guard value.isFinite else { return try encode(nonFinite: value) }
    try append(number: .real) { $0.append(shortest: value) }
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { return try encode(nonFinite: value) }
    // The shortest digits of a float denote a different number when read as a double.
    if session.hasDoubles { return try encode(Double(value)) }
    try append(.real, text: value.description, flags: .plainASCII)
  }

  private func encode(nonFinite value: some BinaryFloatingPoint) throws {
    switch session.options.nonConformingFloatEncodingStrategy {
    case .convertToString(let positive, let negative, let nan):
      return try encode(value.isNaN ? nan : value > 0 ? positive : negative)
    case .native where session.abilities.contains(.nonFiniteNumbers):
      session.used.insert(.nonFiniteNumbers)
      try append(
        .real, text: value.isNaN ? "nan" : value > 0 ? "inf" : "-inf",
        flags: [.isASCII, .isNonFinite])
    case .native, .throw:
      throw EncodingProblem.nonFinite(target: session.targetName).error(value, at: path)
    }
  }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) throws {
    // In a container's method for one scalar type, only that type's line remains.
    if T.self == String.self { return try encode(sameTypeCast(value, to: String.self)) }
    if T.self == Double.self { return try encode(sameTypeCast(value, to: Double.self)) }
    if T.self == Int.self { return try encode(sameTypeCast(value, to: Int.self)) }
    if T.self == Bool.self { return encode(sameTypeCast(value, to: Bool.self)) }
    if T.self == Float.self { return try encode(sameTypeCast(value, to: Float.self)) }
    try encode(other: value)
  }

  /// Encodes a value that is not a scalar; one that encodes nothing becomes an empty mapping, after
  /// `orNothing`.
  func encode<T: Encodable>(other value: T, orNothing: () throws -> Void = {}) throws {
    let form = session.forms.fact(about: T.self) { EncodedForm(of: $0, in: session.classes) }
    if form == .shared || form == .classed {
      let name = try className(of: value)
      let content = form == .shared ? tape(forContentOf: value as AnyObject) : self
      if let name { try content?.append(.tag, text: "\(name)\n\(name)", flags: .isInstance) }
      try content?.encode(value, as: form, orNothing)
    } else {
      try encode(value, as: form, orNothing)
    }
  }

  /// Returns the class name of a value in an archive; throws if the value would be decoded as its superclass.
  @inline(never)
  func className<T>(of value: T) throws -> String? {
    guard let classes = session.classes else { return nil }
    let type: Any.Type = Swift.type(of: value)
    let name = classes.name(of: type)
    if name == nil, type != T.self, !(T.self is any SelfDescribingClass.Type) {
      throw EncodingProblem.subclass(type, of: T.self, in: classes.owner ?? "")
        .error(value, at: path)
    }
    return name
  }

  @inline(__always)
  private func encode<T: Encodable>(
    _ value: T, as form: EncodedForm, _ orNothing: () throws -> Void
  ) throws {
    let start = count
    let isFoundation = try encode(foundation: value)
    if !isFoundation {
      let hasDataKeys = session.changesKeys && form == .stringDictionary
      try descend(value, hasDataKeys: hasDataKeys) { try value.encode(to: $0) }
    }
    if count == start {
      // A custom strategy may encode nothing.
      if !isFoundation { try orNothing() }
      _ = collection(.beginMapping, at: start)
    }
    try endValue(from: start)
    if form.isUnordered { try putInOrder(start, form) }
  }

  func descend<T>(
    _ value: T, hasDataKeys: Bool = false, _ encode: (any Encoder) throws -> Void
  ) throws {
    try session.enter(value, on: self)
    let openContainers = session.openContainers.count
    defer {
      session.openContainers.truncate(to: openContainers)
      session.leave()
    }
    try encode(TapeEncoder(tape: self, start: count, hasDataKeys: hasDataKeys))
    if let failure = session.failure { throw failure }
  }
}

/// A dictionary whose keys are data, exempt from key strategies: one of `String` keys, recognized by a cast.
protocol KeyedByData {}

extension Dictionary: KeyedByData where Key == String {}
