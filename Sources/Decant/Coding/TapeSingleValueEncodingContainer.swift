/// Gives a place its value, which is to be the next node of a tape.
struct TapeSingleValueEncodingContainer: SingleValueEncodingContainer {
  let tape: OpenTape
  let start: Int

  var codingPath: [any CodingKey] { tape.path(of: start) }

  /// Encodes the value, which may be refused: the caller may catch that and encode another.
  @inline(__always)
  private func set(_ encode: () throws -> Void) throws {
    try tape.expectNothing(at: start)
    do {
      try encode()
    } catch {
      tape.takeBack(to: start)
      throw error
    }
  }

  func encodeNil() throws {
    try set { try tape.encodeNil() }
  }

  func encode(_ value: Bool) throws {
    try set { tape.encode(value) }
  }

  func encode(_ value: String) throws {
    try set { try tape.encode(value) }
  }

  func encode(_ value: Double) throws {
    try set { try tape.encode(value) }
  }

  func encode(_ value: Float) throws {
    try set { try tape.encode(value) }
  }

  func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
    try set { try tape.encode(value) }
  }

  // For integers of 128 bits the protocol has defaults, which throw and would be preferred.
  func encode(_ value: Int128) throws {
    try set { try tape.encode(value) }
  }

  func encode(_ value: UInt128) throws {
    try set { try tape.encode(value) }
  }

  func encode<T: Encodable>(_ value: T) throws {
    try set { try tape.encode(value) }
  }
}
