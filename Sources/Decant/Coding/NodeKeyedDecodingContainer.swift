struct NodeKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let node: Int

  var codingPath: [any CodingKey] { session.path(to: node) }
  var allKeys: [Key] { session.keys(of: node, as: Key.self) }

  func contains(_ key: Key) -> Bool {
    session.hasValue(of: key, in: node)
  }

  @inline(__always)
  fileprivate func value(of key: Key) throws -> Int {
    guard let value = session.value(of: key, in: node) else { throw missing(key) }
    return value
  }

  @inline(__always)
  fileprivate func valueIfPresent(of key: Key) -> Int? {
    guard let value = session.value(of: key, in: node), !session.isNull(value) else { return nil }
    return value
  }

  @inline(never)
  private func missing(_ key: some CodingKey) -> DecodingError {
    .missing(key, at: session.path(to: node))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let value = session.peek(at: key, in: node) else { throw missing(key) }
    return session.isNull(value)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try session.value(at: value(of: key), as: type)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.value(at: value, as: type)
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

  private func decoder(of key: some CodingKey) throws -> any Decoder {
    try session.checkStack(at: node)
    guard let value = session.value(of: key, in: node) else {
      return NodeDecoder(session: session, withoutValueOf: key, in: node)
    }
    return NodeDecoder(session: session, node: value)
  }
}

// MARK: - Scalars

extension NodeKeyedDecodingContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try session.bool(at: value(of: key))
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try session.text(at: value(of: key))
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try session.double(at: value(of: key))
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try session.real(at: value(of: key), as: type)
  }

  // Written out, because one generic method would not be specialized and be far slower.

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try session.integer(at: value(of: key), as: type)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try session.integer(at: value(of: key), as: type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.bool(at: value)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.text(at: value)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.double(at: value)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.real(at: value, as: type)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    guard let value = valueIfPresent(of: key) else { return nil }
    return try session.integer(at: value, as: type)
  }
}
