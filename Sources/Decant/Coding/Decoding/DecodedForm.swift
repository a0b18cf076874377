internal import FoundationEssentials

enum DecodedForm: BitwiseCopyable {
  case byItself
  case shared
  case date
  case data
  case url
  case decimal
  case integers
  case doubles
  case strings
  case list(any DecodableList.Type)
  case dictionary(any DecodableDictionary.Type)

  init<T>(of type: T.Type) {
    switch type {
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is FoundationEssentials.Decimal.Type: self = .decimal
    case is [Int].Type: self = .integers
    case is [Double].Type: self = .doubles
    case is [String].Type: self = .strings
    case let list as any DecodableList.Type: self = .list(list)
    case let dictionary as any DecodableDictionary.Type: self = .dictionary(dictionary)
    case is any SharedInstance.Type: self = .shared
    default: self = .byItself
    }
  }
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
    return try isArchive ? archived(at: node, as: type) : formed(at: node, as: type)
  }

  func formed<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    switch forms.fact(about: type, { DecodedForm(of: $0) }) {
    case .byItself: break
    case .shared: return try shared(at: node, as: type)
    case .date: return sameTypeCast(try date(at: node), to: type)
    case .data: return sameTypeCast(try data(at: node), to: type)
    // Property lists store these as dictionaries, which the types themselves decode.
    case .url where entries[node].kind != .beginMapping:
      return sameTypeCast(try url(at: node), to: type)
    case .decimal where entries[node].kind != .beginMapping:
      return sameTypeCast(try decimal(at: node), to: type)
    case .url, .decimal: break
    // Lists that contain anything else are decoded by element, so that each error has one source.
    case .integers:
      if let list = integers(at: node) { return sameTypeCast(list, to: type) }
      return try list([Int].self, at: node, as: type)
    case .doubles:
      if let list = doubles(at: node) { return sameTypeCast(list, to: type) }
      return try list([Double].self, at: node, as: type)
    case .strings:
      if let list = strings(at: node) { return sameTypeCast(list, to: type) }
      return try list([String].self, at: node, as: type)
    case .list(let list): return try self.list(list, at: node, as: type)
    case .dictionary(let dictionary): return try self.dictionary(dictionary, at: node, as: type)
    }
    return try unshared(at: node, as: type)
  }

  @inline(__always)
  func unshared<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if !options.keyDecodingStrategy.isDefault, type is any KeyedByData.Type {
      verbatim.insert(node)
    }
    try enter(node)
    defer { leave() }
    return try T(from: NodeDecoder(session: self, node: node))
  }
}
