/// Gives one node of a tree its value.
struct TreeSingleValueEncodingContainer: SingleValueEncodingContainer {
  let tree: EncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.path(of: node) }

  /// The node, if it has no value yet.
  private func place() throws -> Int {
    guard tree[node].isVacant else { throw EncodingError.secondValue(at: codingPath) }
    return node
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
    try tree.encode(value, at: place())
  }

  func encode(_ value: Float) throws {
    try tree.encode(value, at: place())
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
    try tree.encode(value, at: place())
  }
}
