/// Adds elements to a sequence of a tree.
struct TreeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let tree: EncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(of: node) }
  var count: Int { Int(tree[node].count) }

  private func place() throws -> Int {
    try tree.appendElement(to: node)
  }

  func encodeNil() throws {
    try tree.encodeNil(at: place())
  }

  func encode(_ value: Bool) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: String) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: Double) throws {
    let place = try place()
    do {
      try tree.encode(value, at: place)
    } catch {
      tree.remove(place)
      throw error
    }
  }

  func encode(_ value: Float) throws {
    let place = try place()
    do {
      try tree.encode(value, at: place)
    } catch {
      tree.remove(place)
      throw error
    }
  }

  func encode(_ value: Int) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: Int8) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: Int16) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: Int32) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: Int64) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: Int128) throws {
    try tree.encode(wide: value, at: place())
  }

  func encode(_ value: UInt) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: UInt8) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: UInt16) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: UInt32) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: UInt64) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: UInt128) throws {
    try tree.encode(wide: value, at: place())
  }

  func encode<T: Encodable>(_ value: T) throws {
    let place = try place()
    do {
      try tree.encode(value, at: place)
    } catch {
      // Somebody may catch this and go on without the element.
      tree.remove(place)
      throw error
    }
  }

  // MARK: Nesting

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      TreeKeyedEncodingContainer<NestedKey>(
        tree: tree, node: tree.collection(.beginMapping, in: node)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeUnkeyedEncodingContainer(tree: tree, node: tree.collection(.beginSequence, in: node))
  }

  func superEncoder() -> any Encoder {
    TreeEncoder(tree: tree, node: tree.collection(nil, in: node))
  }
}
