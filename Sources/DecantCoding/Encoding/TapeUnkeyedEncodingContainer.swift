internal import DecantCore

/// A container that appends elements to the sequence at `start`.
struct TapeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let tape: EncodingTape
  let start: Int

  var codingPath: [any CodingKey] { tape.path(of: start) }

  /// The number of elements, not counting those that another container appends.
  private(set) var count: Int

  init(tape: EncodingTape, start: Int) {
    self.tape = tape
    self.start = start
    count = tape.elementCount(from: start, to: tape.count)
  }

  @inline(__always)
  private mutating func add(_ encode: (EncodingTape) throws -> Void) throws {
    try tape.expect(start)
    try tape.append(orRestoreTo: tape.count) { try encode(tape) }
    count += 1
  }

  mutating func encodeNil() throws {
    try add { try $0.encodeNil() }
  }

  @inline(__always)
  mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
    try add { try $0.encode(value) }
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  mutating func encode(_ value: Int128) throws {
    try add { try $0.encode(value) }
  }

  mutating func encode(_ value: UInt128) throws {
    try add { try $0.encode(value) }
  }

  @inline(__always)
  mutating func encode<T: Encodable>(_ value: T) throws {
    try add { try $0.encode(value) }
  }

  mutating func encodeConditional<T: AnyObject & Encodable>(_ object: T) throws {
    guard object is any SharedInstance else { return try encode(object) }
    try add { try $0.encode(referenceTo: object) }
  }

  // MARK: Nesting

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      TapeKeyedEncodingContainer<NestedKey>(tape: side(.beginMapping), start: 0))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TapeUnkeyedEncodingContainer(tape: side(.beginSequence), start: 0)
  }

  mutating func superEncoder() -> any Encoder {
    TapeEncoder(tape: side(nil), start: 0)
  }

  private mutating func side(_ kind: Event.Kind?) -> EncodingTape {
    count += 1
    return tape.side(kind, in: start)
  }
}
