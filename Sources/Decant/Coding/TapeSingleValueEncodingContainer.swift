/// A container that encodes the next node of a tape.
struct TapeSingleValueEncodingContainer: SingleValueEncodingContainer {
  let tape: OpenTape
  let start: Int

  var codingPath: [any CodingKey] { tape.path(of: start) }

  /// Encodes the value, or restores the tape: the caller may catch the error and encode another.
  @inline(__always)
  private func set(_ encode: () throws -> Void) throws {
    try tape.expectNothing(at: start)
    do {
      try encode()
    } catch {
      tape.truncate(to: start)
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

  // Overrides the protocol's defaults for 128-bit integers, which throw.
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
