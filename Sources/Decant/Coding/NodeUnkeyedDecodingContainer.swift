struct NodeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let session: DecodingSession
  private let node: UInt32
  private var place: UInt32
  private(set) var currentIndex = 0

  init(session: DecodingSession, node: Int) {
    self.session = session
    self.node = UInt32(node)
    place = UInt32(session.entries.content(of: node + 1))
  }

  var codingPath: [any CodingKey] { session.path(to: Int(node)) }
  var isAtEnd: Bool { Int(place) >= session.partner(of: Int(node)) }

  /// The number of elements, in linear time.
  var count: Int? { session.elementCount(of: Int(node)) }

  /// Returns the next element; `advance` must follow once it is decoded.
  @inline(__always)
  private func next(_ type: Any.Type) throws -> Int {
    guard !isAtEnd else { throw ending(type) }
    return Int(place)
  }

  @inline(__always)
  private mutating func advance() {
    place = UInt32(session.entries.content(of: session.end(of: Int(place))))
    currentIndex &+= 1
  }

  @inline(never)
  private func ending(_ type: Any.Type) -> DecodingError {
    .atEnd(type, at: codingPath + [EventKey(index: currentIndex)])
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw ending(Never.self) }
    guard session.isNull(Int(place)) else { return false }
    advance()
    return true
  }

  @inline(__always)
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try session.value(at: next(type), as: type)
    advance()
    return value
  }

  @inline(__always)
  mutating func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type
  ) throws -> Integer {
    try decode(integer: type)
  }

  @inline(__always)
  private mutating func decode<Integer: FixedWidthInteger>(
    integer type: Integer.Type
  ) throws -> Integer {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try decode(integer: type)
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try decode(integer: type)
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  // MARK: Nesting

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let node = try next(KeyedDecodingContainer<NestedKey>.self)
    try session.checkStack(at: node)
    let container = try session.keyedContainer(at: node, keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let node = try next((any UnkeyedDecodingContainer).self)
    try session.checkStack(at: node)
    let container = try session.unkeyedContainer(at: node)
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let node = try next((any Decoder).self)
    try session.checkStack(at: node)
    let decoder = NodeDecoder(session: session, node: node)
    advance()
    return decoder
  }
}
