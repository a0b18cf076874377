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

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try session.value(at: next(type), as: type)
    advance()
    return value
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

  // MARK: Scalars

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try session.bool(at: next(type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try session.text(at: next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try session.double(at: next(type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try session.real(at: next(type), as: type)
    advance()
    return value
  }

  // Written out, because one generic method would not be specialized and be far slower.

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try session.integer(at: next(type), as: type)
    advance()
    return value
  }
}
