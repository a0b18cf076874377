/// Adds keys and values to a mapping of a tree.
struct TreeKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: EncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(of: node) }

  private func place(_ key: some CodingKey) throws -> Int {
    try tree.setValue(of: key.stringValue, in: node)
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
    let place = try place(key)
    do {
      try tree.encode(value, at: place)
    } catch {
      tree.remove(place)
      throw error
    }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    let place = try place(key)
    do {
      try tree.encode(value, at: place)
    } catch {
      tree.remove(place)
      throw error
    }
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try tree.encode(wide: value, at: place(key))
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    try tree.encode(value, at: place(key))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try tree.encode(wide: value, at: place(key))
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    let place = try place(key)
    do {
      try tree.encode(value, at: place)
    } catch {
      // Somebody may catch this and go on without the key.
      tree.remove(place)
      throw error
    }
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
