/// Adds elements to a sequence of a tree.
struct TreeUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let tree: EncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(of: node) }
  var count: Int { Int(tree[node].count) }

  private func place() throws -> Int {
    try tree.appendElement(to: node)
  }

  /// Adds an element that may be refused: somebody may catch that and go on without it.
  @inline(__always)
  private func add(_ encode: (Int) throws -> Void) throws {
    let place = try place()
    do {
      try encode(place)
    } catch {
      tree.remove(place)
      throw error
    }
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
    try add { try tree.encode(value, at: $0) }
  }

  func encode(_ value: Float) throws {
    try add { try tree.encode(value, at: $0) }
  }

  func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
    try tree.encode(value, at: place())
  }

  // For integers of 128 bits the protocol has defaults, which throw and would be preferred.
  func encode(_ value: Int128) throws {
    try tree.encode(value, at: place())
  }

  func encode(_ value: UInt128) throws {
    try tree.encode(value, at: place())
  }

  func encode<T: Encodable>(_ value: T) throws {
    try add { try tree.encode(value, at: $0) }
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
