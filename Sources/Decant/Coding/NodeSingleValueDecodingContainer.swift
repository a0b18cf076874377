/// Gives a node of a document as one value.
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

  func decode<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type
  ) throws -> Integer {
    try session.integer(at: node, as: type)
  }

  // For integers of 128 bits the protocol has defaults, which throw and would be preferred.
  func decode(_ type: Int128.Type) throws -> Int128 {
    try session.integer(at: node, as: type)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try session.integer(at: node, as: type)
  }
}
