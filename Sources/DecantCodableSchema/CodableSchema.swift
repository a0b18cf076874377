internal import DecantCore
internal import DecantSchema

/// The JSON Schema of a type: others that it decodes are described where they are used, or in `$defs` if there are several uses.
struct CodableSchema {
  private let types: [TypeProbe.Entry]
  private let root: Int
  /// The numbers of the types in `$defs`, in the order of their first use, and their names there.
  private var definitions: [Int] = []
  private var names: [Int: String] = [:]

  init(_ types: [TypeProbe.Entry], root: Int) {
    self.types = types
    self.root = root
    nameTypes()
  }

  var value: Value {
    var pairs: [(key: Value, value: Value)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string(types[root].name)),
    ]
    pairs += SchemaParts.pairs(of: schema(ofType: root))
    let list = definitions.map { (key: Value.string(names[$0] ?? ""), value: schema(ofType: $0)) }
    if !list.isEmpty { pairs.append(("$defs", SchemaParts.object(list))) }
    return SchemaParts.object(pairs)
  }

  // MARK: Definitions

  private mutating func nameTypes() {
    var uses: [Int: Int] = [:]
    var order: [Int] = []
    var isOpen: Set<Int> = []
    var isRecursive: Set<Int> = []
    var stack: [(type: Int, isDone: Bool)] = [(root, false)]
    while let (type, isDone) = stack.popLast() {
      if isDone {
        isOpen.remove(type)
        continue
      }
      if isOpen.contains(type) { isRecursive.insert(type) }
      uses[type, default: 0] += 1
      guard uses[type] == 1 else { continue }
      order.append(type)
      isOpen.insert(type)
      stack.append((type, true))
      stack += types[type].shape.types.reversed().map { ($0, false) }
    }
    // The names are of Swift types, in ASCII.
    var taken: Set<KeyText> = []
    for type in order where type != root {
      let isShared = uses[type, default: 0] > 1 && types[type].shape.isLarge
      guard isRecursive.contains(type) || isShared else { continue }
      definitions.append(type)
      let name = Self.fragment(of: types[type].name)
      var number = 1
      while !taken.insert(KeyText(number == 1 ? name : "\(name)\(number)")).inserted { number += 1 }
      names[type] = number == 1 ? name : "\(name)\(number)"
    }
  }

  /// Returns the name of a type in characters that a reference need not escape.
  private static func fragment(of name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar == "_")
      let isDigit = ("0"..."9").contains(scalar)
      text.unicodeScalars.append(isPlain || isDigit ? scalar : "_")
    }
    return text
  }

  // MARK: Schemas

  private func schema(ofType type: Int) -> Value {
    let entry = types[type]
    var schema = schema(of: entry.shape)
    if entry.isShared {
      let keys: Value = [
        ["required": ["$ref"]], ["required": ["$id"]], ["required": ["$shared"]],
      ]
      let reference: Value = ["type": "object", "anyOf": keys]
      schema = SchemaParts.combined([schema, reference])
    }
    guard let note = entry.note else { return schema }
    return SchemaParts.object(
      SchemaParts.pairs(of: schema) + [("$comment", .string(note))])
  }

  private func schema(of shape: DecodedShape) -> Value {
    switch shape {
    case .any, .unseen:
      return SchemaParts.object([])
    case .null:
      return SchemaParts.type("null")
    case .scalar(let scalar):
      return schema(of: scalar)
    case .constants(let values):
      return schema(of: values)
    case .type(let type):
      if type == root { return ["$ref": "#"] }
      return names[type].map { SchemaParts.reference(to: $0) } ?? schema(ofType: type)
    case .object(let fields, let additional):
      return schema(ofObject: fields, additional)
    case .array(let first, let rest):
      return schema(ofArray: first, rest)
    case .all(let shapes):
      return SchemaParts.object([("allOf", .sequence(shapes.map { schema(of: $0) }))])
    case .union:
      return union(shape)
    }
  }

  private func schema(of scalar: DecodedShape.Scalar) -> Value {
    switch scalar {
    case .boolean: return SchemaParts.type("boolean")
    case .number: return SchemaParts.type("number")
    case .base64: return ["type": "string", "contentEncoding": "base64"]
    case .string(nil): return SchemaParts.type("string")
    case .string(let format?): return ["type": "string", "format": .string(format)]
    case .integer(let least, let greatest):
      var pairs: [(key: Value, value: Value)] = [("type", "integer")]
      if let least { pairs.append(("minimum", Value(least))) }
      if let greatest { pairs.append(("maximum", Value(greatest))) }
      return SchemaParts.object(pairs)
    }
  }

  private func schema(of constants: [Value]) -> Value {
    if constants.count == 1 { return SchemaParts.object([("const", constants[0])]) }
    let areTexts = constants.allSatisfy { $0.string != nil }
    return SchemaParts.object(
      (areTexts ? [("type", "string")] : []) + [("enum", .sequence(constants))])
  }

  private func schema(
    ofObject fields: [DecodedShape.Field], _ additional: DecodedShape?
  ) -> Value {
    var pairs: [(key: Value, value: Value)] = [("type", "object")]
    let properties = fields.map { field in
      let schema: Value = field.presence == .absent ? false : schema(of: field.shape)
      return (key: Value.string(field.key), value: schema)
    }
    if !properties.isEmpty { pairs.append(("properties", SchemaParts.object(properties))) }
    let required = fields.filter { $0.presence == .required }.map { Value.string($0.key) }
    if !required.isEmpty { pairs.append(("required", .sequence(required))) }
    if let values = additional.map({ schema(of: $0) }), values.mapping?.isEmpty != true {
      pairs.append(("additionalProperties", values))
    }
    return SchemaParts.object(pairs)
  }

  private func schema(ofArray first: [DecodedShape], _ rest: DecodedShape?) -> Value {
    var pairs: [(key: Value, value: Value)] = [("type", "array")]
    if !first.isEmpty {
      pairs.append(("prefixItems", .sequence(first.map { schema(of: $0) })))
      pairs.append(("minItems", Value(first.count)))
    }
    if let items = rest.map({ schema(of: $0) }), items.mapping?.isEmpty != true {
      pairs.append(("items", items))
    }
    return SchemaParts.object(pairs)
  }

  // MARK: Unions

  private func union(_ shape: DecodedShape) -> Value {
    var list: [Value] = []
    for part in flattened(shape) {
      let schema = schema(of: part)
      if !list.contains(schema) { list.append(schema) }
    }
    // What accepts any value makes the others pointless.
    if let any = list.first(where: { $0.mapping?.isEmpty == true }) { return any }
    return SchemaParts.combined(list)
  }

  /// Returns the alternatives of a shape and of the types that are described where they are used, null at the end.
  private func flattened(_ shape: DecodedShape) -> [DecodedShape] {
    var list: [DecodedShape] = []
    var isNullable = false
    var stack = [shape]
    while let shape = stack.popLast() {
      switch shape {
      case .null:
        isNullable = true
      case .union(let parts):
        stack += parts.reversed()
      case .type(let type)
      where type != root && names[type] == nil && !types[type].isShared
        && types[type].note == nil:
        stack.append(types[type].shape)
      default:
        list.append(shape)
      }
    }
    return list + (isNullable ? [.null] : [])
  }
}

extension DecodedShape {
  /// The numbers of the types in a shape.
  fileprivate var types: [Int] {
    switch self {
    case .any, .unseen, .null, .scalar, .constants: []
    case .type(let number): [number]
    case .object(let fields, let additional):
      fields.flatMap(\.shape.types) + (additional?.types ?? [])
    case .array(let first, let rest): first.flatMap(\.types) + (rest?.types ?? [])
    case .all(let shapes), .union(let shapes): shapes.flatMap(\.types)
    }
  }

  /// Whether a description of its own is shorter than two copies.
  fileprivate var isLarge: Bool {
    switch self {
    case .object(let fields, _): !fields.isEmpty
    case .constants: true
    case .union(let shapes), .all(let shapes): shapes.contains(where: \.isLarge)
    default: false
    }
  }
}
