struct NodeSingleValueDecodingContainer: SingleValueDecodingContainer {
  let session: DecodingSession
  let node: Int

  var codingPath: [any CodingKey] { session.path(to: node) }

  func decodeNil() -> Bool {
    session.isNull(node)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try session.value(at: node, as: type)
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    try session.bool(at: node)
  }

  func decode(_ type: String.Type) throws -> String {
    try session.text(at: node)
  }

  func decode(_ type: Double.Type) throws -> Double {
    try session.double(at: node)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try session.real(at: node, as: type)
  }

  // Written out, because one generic method would not be specialized and be far slower.

  func decode(_ type: Int.Type) throws -> Int {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try session.integer(at: node, as: type)
  }
}
