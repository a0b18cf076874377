public import DecantCore

/// A `Decoder` at one node of a document, and the container of a single value there.
struct NodeDecoder: Decoder {
  let session: DecodingSession
  let node: Int
  /// The coding path of a missing value, for which `superDecoder` still returns a decoder.
  var missingPath: [any CodingKey]?

  var codingPath: [any CodingKey] { missingPath ?? session.keys.codingPath(of: node) }
  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  @inline(__always)
  func presentNode(_ type: Any.Type) throws -> Int {
    if let missingPath { throw DecodingProblem.null(type).error(at: missingPath) }
    return node
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try session.keyedContainer(at: presentNode([String: Any].self), keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try session.unkeyedContainer(at: presentNode([Any].self))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension NodeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    missingPath != nil || session.isNull(node)
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try session.value(at: presentNode(type), as: type)
  }

  @inline(__always)
  func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
    try session.integer(at: presentNode(type), as: type)
  }

  // Overrides the protocol's defaults for 128-bit integers, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 {
    try session.integer(at: presentNode(type), as: type)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try session.integer(at: presentNode(type), as: type)
  }
}

extension Decoder {
  /// The line and column of the value, while one of decant's decoders decodes it from text; nil otherwise.
  ///
  /// It takes time in proportion to the text since the place that was asked for before, if that precedes it.
  public var placeInInput: DecantError.Position? {
    let node = self as? NodeDecoder ?? (self as? DefaultedDecoder)?.decoder
    guard let node, node.missingPath == nil else { return nil }
    return node.session.source?.place(at: node.session.tape.offset(at: node.node))
  }
}

extension DecodingSession {
  func keyedContainer<Key: CodingKey>(
    at node: Int, keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let given = node
    let node = try archive?.content(at: given, in: self) ?? given
    guard entries[node].kind == .beginMapping else { throw mismatch([String: Any].self, at: given) }
    try archive?.checkClass(of: node, at: given, in: self)
    keys.openMappings.append(DocumentKeys.OpenMapping(node: node, type: type))
    return KeyedDecodingContainer(NodeKeyedDecodingContainer<Key>(session: self, node: node))
  }

  func unkeyedContainer(at node: Int) throws -> any UnkeyedDecodingContainer {
    let given = node
    let node = try archive?.content(at: given, in: self) ?? given
    guard entries[node].kind == .beginSequence else { throw mismatch([Any].self, at: given) }
    return NodeUnkeyedDecodingContainer(session: self, node: node)
  }
}
