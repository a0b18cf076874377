internal import DecantCore

/// How the values of a type are decoded.
enum DecodedForm: BitwiseCopyable {
  case byItself
  case shared
  // Specialized: unspecialized code looks up the types of its results and spans for each list,
  // which is most of the work for small ones.
  case integers
  case doubles
  case strings
  case known(any NodeDecodable.Type)

  init<T>(of type: T.Type) {
    switch type {
    case is [Int].Type: self = .integers
    case is [Double].Type: self = .doubles
    case is [String].Type: self = .strings
    case let known as any NodeDecodable.Type: self = .known(known)
    case is any SharedInstance.Type: self = .shared
    default: self = .byItself
    }
  }
}

/// A type that is decoded without a decoder of its own, such as `Array`, unless the node or a strategy requires one.
///
/// An `Array` of numbers then takes a loop over the tape: `UnkeyedDecodingContainer` would cost a call and a check per element.
protocol NodeDecodable: Decodable {
  static func decoded(at node: Int, in session: DecodingSession) throws -> Self
}

extension DecodingSession {
  @inline(__always)
  func value<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    // In a container's method for one scalar type, only that type's line remains.
    if T.self == String.self { return sameTypeCast(try text(at: node), to: type) }
    if T.self == Double.self { return sameTypeCast(try double(at: node), to: type) }
    if T.self == Int.self { return sameTypeCast(try integer(at: node, as: Int.self), to: type) }
    if T.self == Bool.self { return sameTypeCast(try bool(at: node), to: type) }
    if T.self == Float.self { return sameTypeCast(try real(at: node, as: Float.self), to: type) }
    if let archive { return try archive.value(at: node, as: type, in: self) }
    return try formed(at: node, as: type)
  }

  func formed<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    switch forms.fact(about: type, { DecodedForm(of: $0) }) {
    case .byItself: try unshared(at: node, as: type)
    case .shared: try instances.value(at: node, as: type)
    case .integers:
      sameTypeCast(try integers(at: node) ?? .decoded(at: node, in: self), to: type)
    case .doubles: sameTypeCast(try doubles(at: node) ?? .decoded(at: node, in: self), to: type)
    case .strings: sameTypeCast(try strings(at: node) ?? .decoded(at: node, in: self), to: type)
    case .known(let known): try decode(known, at: node, as: type)
    }
  }

  private func decode<Known: NodeDecodable, T>(
    _ known: Known.Type, at node: Int, as type: T.Type
  ) throws -> T {
    sameTypeCast(try known.decoded(at: node, in: self), to: type)
  }

  @inline(__always)
  func unshared<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    keys.exempt(node, for: type)
    // The class that `type` is, which may be a subclass of `T`.
    return try descend(to: node) { try type.init(from: $0) }
  }

  /// Calls `decode` with a decoder at a node.
  @inline(__always)
  func descend<T>(to node: Int, _ decode: (any Decoder) throws -> T) throws -> T {
    try enter(node)
    let openMappings = keys.openMappings.count
    defer {
      keys.openMappings.truncate(to: openMappings)
      leave()
    }
    return try decode(NodeDecoder(session: self, node: node))
  }
}

/// Returns the class that `type` is, as a metatype that can be opened.
///
/// Not inlined: where the optimizer of Swift 6.3 sees the static type, it opens the metatype as that type instead.
@inline(never)
func dynamicType(of type: any Decodable.Type) -> any Decodable.Type { type }
