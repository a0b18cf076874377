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

  init<T: Decodable>(of type: T.Type) {
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
    // Unkeyed containers decode scalars through this generic method too, one element at a time.
    if T.self == String.self { return sameTypeCast(try text(at: node), to: type) }
    if T.self == Double.self { return sameTypeCast(try double(at: node), to: type) }
    if T.self == Int.self { return sameTypeCast(try integer(at: node, as: Int.self), to: type) }
    if T.self == Bool.self { return sameTypeCast(try bool(at: node), to: type) }
    return try isArchive ? archived(at: node, as: type) : formed(at: node, as: type)
  }

  func formed<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    switch form(of: type) {
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
      return sameTypeCast(try list([Int].self, at: node), to: type)
    case .doubles:
      if let list = doubles(at: node) { return sameTypeCast(list, to: type) }
      return sameTypeCast(try list([Double].self, at: node), to: type)
    case .strings:
      if let list = strings(at: node) { return sameTypeCast(list, to: type) }
      return sameTypeCast(try list([String].self, at: node), to: type)
    case .list(let list):
      return try decode(list, at: node, as: type)
    case .dictionary(let dictionary):
      return try decode(dictionary, at: node, as: type)
    }
    return try unshared(at: node, as: type)
  }

  private func form<T: Decodable>(of type: T.Type) -> DecodedForm {
    if let form = forms[ObjectIdentifier(type)] { return form }
    let form = DecodedForm(of: type)
    forms.add(form, for: ObjectIdentifier(type))
    return form
  }

  private func decode<List: DecodableList, T>(
    _ list: List.Type, at node: Int, as type: T.Type
  ) throws -> T {
    sameTypeCast(try self.list(list, at: node), to: type)
  }

  private func decode<Dictionary: DecodableDictionary, T>(
    _ dictionary: Dictionary.Type, at node: Int, as type: T.Type
  ) throws -> T {
    sameTypeCast(try self.dictionary(dictionary, at: node), to: type)
  }

  @inline(__always)
  func unshared<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if !options.keyDecodingStrategy.isDefault, type is any KeyedByData.Type { keepKeys(of: node) }
    try enter(node)
    defer { leave() }
    return try T(from: NodeDecoder(session: self, node: node))
  }
}
