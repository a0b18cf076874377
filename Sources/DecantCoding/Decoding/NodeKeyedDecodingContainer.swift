internal import DecantCore

struct NodeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let node: Int

  var codingPath: [any CodingKey] { session.keys.codingPath(of: node) }
  var allKeys: [Key] { session.keys.keys(of: node, as: Key.self) }

  func contains(_ key: Key) -> Bool {
    session.keys.peek(at: key, in: node) != nil
  }

  @inline(__always)
  private func value(of key: Key) throws -> Int {
    guard let value = session.keys.value(of: key, in: node) else { throw missing(key) }
    return value
  }

  private func missing(_ key: Key) -> DecodingError {
    session.error(.missing(key, name: session.keys.documentName(of: key, in: node)), at: node)
  }

  // MARK: Values

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let value = session.keys.peek(at: key, in: node) else { throw missing(key) }
    return session.isNull(value)
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try session.value(at: value(of: key), as: type)
  }

  @inline(__always)
  func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type, forKey key: Key
  ) throws -> Integer {
    try session.integer(at: value(of: key), as: type)
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try session.integer(at: value(of: key), as: type)
  }

  // MARK: Optional values

  @inline(__always)
  private func ifPresent<R>(_ key: Key, _ decode: (_ node: Int) throws -> R) throws -> R? {
    guard let value = session.keys.value(of: key, in: node), !session.isNull(value) else {
      return nil
    }
    return try decode(value)
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try ifPresent(key) { try session.value(at: $0, as: type) }
  }

  // Overrides the protocol's defaults for the most common types, which look the key up three times.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try ifPresent(key) { try session.bool(at: $0) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(key) { try session.text(at: $0) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(key) { try session.double(at: $0) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try ifPresent(key) { try session.integer(at: $0, as: type) }
  }

  // MARK: Nesting

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try session.checkStack(at: node)
    return try session.keyedContainer(at: value(of: key), keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try session.checkStack(at: node)
    return try session.unkeyedContainer(at: value(of: key))
  }

  func superDecoder() throws -> any Decoder {
    try decoder(of: EventKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try decoder(of: key)
  }

  func decoder(of key: some CodingKey) throws -> any Decoder {
    try session.checkStack(at: node)
    guard let value = session.keys.value(of: key, in: node) else {
      return NodeDecoder(session: session, node: node, missingPath: codingPath + [key])
    }
    return NodeDecoder(session: session, node: value)
  }
}
