internal import DecantCore

/// A container that appends keys and values to the mapping at `start`.
struct TapeKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tape: EncodingTape
  let start: Int

  init(tape: EncodingTape, start: Int) {
    self.tape = tape
    self.start = start
    tape.session.openContainers.append(
      EncodingSession.OpenContainer(tape: ObjectIdentifier(tape), start: start, type: Key.self))
  }

  var codingPath: [any CodingKey] { tape.path(of: start) }

  @inline(__always)
  func add(_ key: Key, _ encode: () throws -> Void) throws {
    let pairStart = tape.count
    try tape.append(key: key, in: start)
    try tape.append(orRestoreTo: pairStart, encode)
  }

  func encodeNil(forKey key: Key) throws {
    try add(key) { try tape.encodeNil() }
  }

  @inline(__always)
  func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) throws {
    try add(key) { try tape.encode(value) }
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  func encode(_ value: Int128, forKey key: Key) throws {
    try add(key) { try tape.encode(value) }
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try add(key) { try tape.encode(value) }
  }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try add(key) { try tape.encode(value) }
  }

  // MARK: Nesting

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      TapeKeyedEncodingContainer<NestedKey>(
        tape: tape.side(.beginMapping, of: key, in: start), start: 0))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(tape: tape.side(.beginSequence, of: key, in: start), start: 0)
  }

  func superEncoder() -> any Encoder {
    TapeEncoder(tape: tape.side(nil, of: EventKey.super, in: start), start: 0)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    TapeEncoder(tape: tape.side(nil, of: key, in: start), start: 0)
  }
}
