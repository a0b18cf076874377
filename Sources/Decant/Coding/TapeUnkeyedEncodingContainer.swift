/// Adds elements to the sequence that begins at `start`.
struct TapeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let tape: OpenTape
  let start: Int

  var codingPath: [any CodingKey] { tape.path(of: start) }

  /// How many elements the sequence has, as far as this container knows: another one may add more.
  private(set) var count: Int

  init(tape: OpenTape, start: Int) {
    self.tape = tape
    self.start = start
    count = tape.elementCount(from: start, to: tape.count)
  }

  /// Adds an element that may be refused: the caller may catch that and go on without it.
  @inline(__always)
  private mutating func add(_ encode: (OpenTape) throws -> Void) throws {
    let place = tape.count
    try tape.expect(start)
    do {
      try encode(tape)
      count += 1
    } catch {
      tape.takeBack(to: place)
      throw error
    }
  }

  mutating func encodeNil() throws {
    try add { try $0.encodeNil() }
  }

  mutating func encode(_ value: Bool) throws {
    try add { $0.encode(value) }
  }

  mutating func encode(_ value: String) throws {
    try add { try $0.encode(value) }
  }

  mutating func encode(_ value: Double) throws {
    try add { try $0.encode(value) }
  }

  mutating func encode(_ value: Float) throws {
    try add { try $0.encode(value) }
  }

  mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
    try add { try $0.encode(value) }
  }

  // For integers of 128 bits the protocol has defaults, which throw and would be preferred.
  mutating func encode(_ value: Int128) throws {
    try add { try $0.encode(value) }
  }

  mutating func encode(_ value: UInt128) throws {
    try add { try $0.encode(value) }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try add { try $0.encode(value) }
  }

  mutating func encodeConditional<T: AnyObject & Encodable>(_ object: T) throws {
    guard let instance = object as? any SharedInstance else { return try encode(object) }
    try add { $0.encode(referenceTo: instance) }
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

  private mutating func side(_ kind: Event.Kind?) -> OpenTape {
    count += 1
    return tape.side(kind, in: start)
  }
}
