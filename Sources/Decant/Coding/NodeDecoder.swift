/// A `Decoder` at one node of a document.
struct NodeDecoder: Decoder {
  let session: DecodingSession
  let node: Int
  var absence: Absence?

  /// The place of a missing value, for which `superDecoder` still returns a decoder.
  final class Absence {
    let path: [any CodingKey]

    init(at path: [any CodingKey]) {
      self.path = path
    }
  }

  init(session: DecodingSession, node: Int) {
    self.session = session
    self.node = node
  }

  init(session: DecodingSession, withoutValueOf key: any CodingKey, in mapping: Int) {
    self.session = session
    node = mapping
    absence = Absence(at: session.path(to: mapping) + [key])
  }

  var codingPath: [any CodingKey] { absence?.path ?? session.path(to: node) }
  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if let absence { throw DecodingError.null([String: Any].self, at: absence.path) }
    return try session.keyedContainer(at: node, keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if let absence { throw DecodingError.null([Any].self, at: absence.path) }
    return try session.unkeyedContainer(at: node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    if let absence { return AbsentValueDecodingContainer(session: session, absence: absence) }
    return NodeSingleValueDecodingContainer(session: session, node: node)
  }
}

extension DecodingSession {
  func keyedContainer<Key: CodingKey>(
    at node: Int, keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let place = node
    let node = try content(at: place)
    guard entries[node].kind == .beginMapping else { throw mismatch([String: Any].self, at: place) }
    if isArchive { try checkClass(of: node, at: place) }
    return KeyedDecodingContainer(NodeKeyedDecodingContainer<Key>(session: self, node: node))
  }

  func unkeyedContainer(at node: Int) throws -> any UnkeyedDecodingContainer {
    let place = node
    let node = try content(at: place)
    guard entries[node].kind == .beginSequence else { throw mismatch([Any].self, at: place) }
    return NodeUnkeyedDecodingContainer(session: self, node: node)
  }
}
