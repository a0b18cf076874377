internal import DecantCore

/// An `Encoder` for the next node of a tape, and the container of a single value there.
struct TapeEncoder: Encoder {
  let tape: EncodingTape
  let start: Int
  /// Whether the keys of the value are data, exempt from key strategies.
  var hasDataKeys = false

  var codingPath: [any CodingKey] { tape.path(of: start) }
  var userInfo: [CodingUserInfoKey: Any] { tape.session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let flags: Event.Flags = hasDataKeys ? .hasDataKeys : []
    let (tape, start) = tape.collection(.beginMapping, flags: flags, at: start)
    return KeyedEncodingContainer(TapeKeyedEncodingContainer<Key>(tape: tape, start: start))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let (tape, start) = tape.collection(.beginSequence, at: start)
    return TapeUnkeyedEncodingContainer(tape: tape, start: start)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension TapeEncoder: SingleValueEncodingContainer {
  @inline(__always)
  private func set(_ encode: () throws -> Void) throws {
    try tape.expectNothing(at: start)
    try tape.append(orRestoreTo: start, encode)
  }

  func encodeNil() throws {
    try set { try tape.encodeNil() }
  }

  @inline(__always)
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

  @inline(__always)
  func encode<T: Encodable>(_ value: T) throws {
    try set { try tape.encode(value) }
  }
}
