/// Values of any type.
extension DecodingSession {
  /// Decodes the value that a node is.
  @inline(__always)
  func value<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    // A sequence of numbers asks for them one at a time, by way of the generic method.
    if T.self == String.self { return identical(try text(at: node), to: type) }
    if T.self == Double.self { return identical(try double(at: node), to: type) }
    if T.self == Int.self { return identical(try integer(at: node, as: Int.self), to: type) }
    if T.self == Bool.self { return identical(try bool(at: node), to: type) }
    return try isArchive ? archived(at: node, as: type) : whole(at: node, as: type)
  }

  /// Decodes a value of which nothing is in question but the value itself.
  @inline(__always)
  func whole<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    try types.values.reader(of: type).value(at: node, in: self)
  }

  /// Has a value decode itself.
  @inline(__always)
  func unshared<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if options.keyStyle != nil, type is any KeyedByData.Type { keepKeys(of: node) }
    try enter(node)
    defer { leave() }
    return try T(from: NodeDecoder(session: self, node: node))
  }
}
