/// Adds keys and values to a mapping of a tree.
struct TreeKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: EncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(of: node) }

  private func place(_ key: some CodingKey) throws -> Int {
    try tree.setValue(of: tree.name(of: key, in: node), in: node)
  }

  /// Adds a value that may be refused: somebody may catch that and go on without the key.
  @inline(__always)
  private func add(_ key: Key, _ encode: (Int) throws -> Void) throws {
    let place = try place(key)
    do {
      try encode(place)
    } catch {
      tree.remove(place)
      throw error
    }
  }

  func encodeNil(forKey key: Key) throws {
    try tree.encodeNil(at: place(key))
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: String, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try add(key) { try tree.encode(value, at: $0) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try add(key) { try tree.encode(value, at: $0) }
  }

  func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  // For integers of 128 bits the protocol has defaults, which throw and would be preferred.
  func encode(_ value: Int128, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try add(key) { try tree.encode(value, at: $0) }
  }

  // MARK: Nesting

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      TreeKeyedEncodingContainer<NestedKey>(
        tree: tree, node: tree.collection(.beginMapping, of: key, in: node)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    TreeUnkeyedEncodingContainer(
      tree: tree, node: tree.collection(.beginSequence, of: key, in: node))
  }

  func superEncoder() -> any Encoder {
    TreeEncoder(tree: tree, node: tree.collection(nil, of: EventKey.super, in: node))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    TreeEncoder(tree: tree, node: tree.collection(nil, of: key, in: node))
  }
}
