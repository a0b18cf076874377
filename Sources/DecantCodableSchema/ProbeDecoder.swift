internal import DecantCoding

/// A decoder of a document that does not exist, which records what is requested of it.
struct ProbeDecoder: Decoder, SingleValueDecodingContainer {
  let run: ProbeRun
  let node: ProbedNode
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { run.probe.options.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try run.open(node, as: .object, codingPath)
    return KeyedDecodingContainer(
      ProbeKeyedContainer<Key>(run: run, node: node, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try run.open(node, as: .array, codingPath)
    return ProbeUnkeyedContainer(run: run, node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { run.isNull(node, codingPath) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let value = try run.value(of: type, at: node, codingPath) else {
      throw ProbeError.null(type, at: codingPath)
    }
    return value
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try decode(any: type) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(any: type) }

  private func decode<T: Decodable>(any type: T.Type) throws -> T { try decode(type) }
}
