internal import DecantCore

/// A place of a document that does not exist, and what one run of an initializer decoded there.
final class ProbedNode {
  /// The form of the value, which the first request that is not refused determines.
  enum Form { case null, scalar, array, object }

  struct Field {
    let key: String
    let node: ProbedNode
    /// Whether the answer was that the key is missing.
    var isAbsent = false
    /// Whether the answer was that the key is missing, or that its value is null.
    var isNil = false
    var isDecodedIfPresent = false
    /// Whether the key was among those that the type got when it asked for all keys.
    var isListed = false
  }

  var form: Form?
  var isNotNull = false
  /// The types, as which the value was refused.
  var refused: Set<ObjectIdentifier> = []
  var scalar: DecodedShape?
  /// The value of a scalar.
  var value: Value?
  /// Whether all other values of the scalar are tried, too.
  var isOneOfAll = false
  /// The numbers of the types that decoded the value.
  var types: [Int] = []

  private(set) var fields: [Field] = []
  private var indexOfKey: [KeyText: Int] = [:]
  /// Whether the type asked for keys that it does not know, and the one that stands for them.
  var hasUnknownKeys = false
  var unknownKey: String?
  /// The value of that key.
  var unknownValue: ProbedNode?

  var first: [ProbedNode] = []
  var rest: [ProbedNode] = []
  /// The number of elements, once the type has asked whether there are more.
  var length: Int?

  func index(of key: String) -> Int? { indexOfKey[KeyText(key)] }

  func field(_ key: String) -> Int {
    if let index = index(of: key) { return index }
    indexOfKey[KeyText(key)] = fields.count
    fields.append(Field(key: key, node: ProbedNode()))
    return fields.count - 1
  }

  func change(_ index: Int, _ change: (inout Field) -> Void) { change(&fields[index]) }

  func element(_ index: Int) -> ProbedNode {
    if index < first.count { return first[index] }
    if index - first.count < rest.count { return rest[index - first.count] }
    let node = ProbedNode()
    if length == nil { first.append(node) } else { rest.append(node) }
    return node
  }

  // MARK: Shapes

  /// Whether the type accepts any value here, or none.
  fileprivate var isUnread: Bool { form == nil && types.isEmpty && scalar == nil }

  var shape: DecodedShape {
    var shapes = types.map { DecodedShape.type($0) }
    if let scalar { shapes.append(scalar) }
    switch form {
    case .null where types.isEmpty: shapes.append(.null)
    case .object where types.isEmpty || !fields.isEmpty || hasUnknownKeys: shapes.append(object)
    case .array where types.isEmpty || !first.isEmpty || length != nil: shapes.append(array)
    default: break
    }
    return shapes.count > 1 ? .all(shapes) : shapes.first ?? .any
  }

  private var object: DecodedShape {
    let values = hasUnknownKeys ? unknownValue?.shape ?? .unseen : nil
    return .object(fields: fields.map(\.shape), additional: values)
  }

  private var array: DecodedShape {
    var others: [DecodedShape] = []
    for shape in rest.map(\.shape) where !others.contains(shape) { others.append(shape) }
    return .array(first: first.map(\.shape), rest: length == nil ? nil : .oneOf(others))
  }

  /// The values of scalars at the root and in its fields that are one of a complete list, by their keys.
  var constants: [(key: String?, value: Value)] {
    var constants: [(key: String?, value: Value)] = []
    if let value, isOneOfAll { constants.append((nil, value)) }
    for field in fields where field.node.isOneOfAll {
      if let value = field.node.value { constants.append((field.key, value)) }
    }
    return constants
  }
}

extension ProbedNode.Field {
  fileprivate var shape: DecodedShape.Field {
    if isAbsent { return DecodedShape.Field(key: key, shape: .unseen, presence: .absent) }
    let shape: DecodedShape = isNil ? .null : node.shape
    // What is not decoded was decoded by 'try?', which does not distinguish a missing key.
    let isOptional = isNil || isListed || node.isUnread
    return DecodedShape.Field(
      key: key, shape: shape, presence: isOptional ? .optional : .required,
      isDecodedIfPresent: isDecodedIfPresent)
  }
}
