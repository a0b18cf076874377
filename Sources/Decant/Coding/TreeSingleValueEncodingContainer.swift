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
    try tree.encode(value, at: place())
  }
}
