internal import DecantCore

struct NodeUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let session: DecodingSession
  private let node: UInt32
  private var element: UInt32
  private(set) var currentIndex = 0

  init(session: DecodingSession, node: Int) {
    self.session = session
    self.node = UInt32(node)
    element = UInt32(session.tape.content(of: node + 1))
  }

  var codingPath: [any CodingKey] { session.keys.codingPath(of: Int(node)) }
  var isAtEnd: Bool { Int(element) >= session.partner(of: Int(node)) }

  /// The number of elements, in linear time.
  var count: Int? { session.elementCount(of: Int(node)) }

  @inline(__always)
  private mutating func next<R>(
    _ type: Any.Type, _ decode: (_ session: DecodingSession, _ node: Int) throws -> R
  ) throws -> R {
    guard !isAtEnd else { throw ending(type) }
    let result = try decode(session, Int(element))
    element = UInt32(session.tape.content(of: session.end(of: Int(element))))
    currentIndex &+= 1
    return result
  }

  @inline(never)
  private func ending(_ type: Any.Type) -> DecodingError {
    DecodingProblem.atEnd(type).error(at: codingPath + [EventKey(index: currentIndex)])
  }

  // MARK: Values

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw ending(Never.self) }
    return session.isNull(Int(element)) ? try next(Never.self) { _, _ in true } : false
  }

  @inline(__always)
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.value(at: $1, as: type) }
  }

  @inline(__always)
  mutating func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type
  ) throws -> Integer {
    try next(type) { try $0.integer(at: $1, as: type) }
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.integer(at: $1, as: type) }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.integer(at: $1, as: type) }
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  // MARK: Nesting

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(KeyedDecodingContainer<NestedKey>.self) { session, node in
      try session.checkStack(at: node)
      return try session.keyedContainer(at: node, keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { session, node in
      try session.checkStack(at: node)
      return try session.unkeyedContainer(at: node)
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { session, node in
      try session.checkStack(at: node)
      return NodeDecoder(session: session, node: node)
    }
  }
}
