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
    return try other(at: node, as: type)
  }

  @inline(never)
  private func other<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if isArchive { return try archived(at: node, as: type) }
    if events[node].kind == .beginSequence {
      if T.self == [Double].self, let list = doubles(at: node) { return identical(list, to: type) }
      if T.self == [[Double]].self, let lists = listsOfDoubles(at: node) {
        return identical(lists, to: type)
      }
      if T.self == [String].self, let list = texts(at: node) { return identical(list, to: type) }
      if T.self == [Int].self, let list = integers(at: node) { return identical(list, to: type) }
      if T.self == [Bool].self, let list = bools(at: node) { return identical(list, to: type) }
      if let list = types.lists.list(type) { return try self.list(at: node, of: list, as: type) }
    }
    return try whole(at: node, as: type)
  }

  /// Decodes a value of which nothing is in question but the value itself.
  @inline(__always)
  func whole<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if isSpecial(type, at: node) { return try special(at: node, as: type) }
    if types.sharing.contains(T.self) { return try shared(at: node, as: type) }
    return try unshared(at: node, as: type)
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
