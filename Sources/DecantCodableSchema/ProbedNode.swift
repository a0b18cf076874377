internal import DecantCore
internal import DecantTypes

/// A node of a document that does not exist, and what one run of an initializer decoded there.
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
    /// Whether it was the only one of these, which decides what is decoded.
    var isChosen = false
  }

  var form: Form?
  var isNotNull = false
  /// The types, as which the value was refused.
  var refused: Set<ObjectIdentifier> = []
  /// The type of a scalar.
  var scalar: Int?
  /// The value of a scalar.
  var value: Value?
  /// Whether all other values of the scalar are tried, too.
  var isOneOfAll = false
  /// The types that decoded the value.
  var types: [Int] = []

  private(set) var fields: [Field] = []
  private var indexOfKey: [KeyText: Int] = [:]
  /// The answer to the question for all keys: all that the type knows, or one of them.
  var keyOption: Int?
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

  // MARK: Types

  /// Whether the type accepts any value here, or none.
  fileprivate var isUnread: Bool { form == nil && types.isEmpty && scalar == nil }

  /// Returns the type of what was decoded; before an error if `isFailure`.
  func type(in graph: inout TypeGraph, isFailure: Bool = false) -> Int {
    var list = types
    if let scalar { list.append(scalar) }
    switch form {
    case .null where types.isEmpty: list.append(graph.null)
    case .object where types.isEmpty || !fields.isEmpty || hasUnknownKeys:
      list.append(object(in: &graph, isFailure))
    case .array where types.isEmpty || !first.isEmpty || length != nil:
      list.append(array(in: &graph))
    default: break
    }
    return list.count > 1 ? graph.node(.all(list)) : list.first ?? graph.node(.any)
  }

  private func object(in graph: inout TypeGraph, _ isFailure: Bool) -> Int {
    let fields = fields.map { $0.field(in: &graph, isFailure) }
    let values = hasUnknownKeys ? unknownValue?.type(in: &graph) ?? graph.node(.never) : nil
    return graph.node(.structure(fields, additional: values))
  }

  private func array(in graph: inout TypeGraph) -> Int {
    let first = first.map { $0.type(in: &graph) }
    var others: [Int] = []
    for element in rest {
      let type = element.type(in: &graph)
      if !others.contains(type) { others.append(type) }
    }
    return graph.node(.tuple(first: first, rest: length == nil ? nil : graph.oneOf(others)))
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
  fileprivate func field(in graph: inout TypeGraph, _ isFailure: Bool) -> TypeGraph.Field {
    let key = KeyText(key)
    if isAbsent { return TypeGraph.Field(key: key, node: graph.node(.never), presence: .absent) }
    let type = isNil ? graph.null : node.type(in: &graph)
    if isFailure, isDecodedIfPresent {
      // It is not known whether nil is accepted.
      let list = graph.alternatives(of: type) + [graph.null]
      return TypeGraph.Field(key: key, node: graph.oneOf(list), presence: .optional)
    }
    // What is not decoded was decoded by 'try?', which does not distinguish a missing key.
    let isOptional = isNil || isListed || node.isUnread && !isChosen
    return TypeGraph.Field(key: key, node: type, presence: isOptional ? .optional : .required)
  }
}
