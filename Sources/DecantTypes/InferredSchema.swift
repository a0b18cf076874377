internal import DecantCore
internal import DecantSchema

/// A JSON Schema of the 2020-12 draft.
///
/// Types that are used once are described where they are used, others in `$defs`.
struct InferredSchema {
  private let types: InferredTypes
  private var schemas: [Int32: Value] = [:]
  /// The number of shapes of each declared type.
  private var uses: [String: Int] = [:]

  init(_ types: InferredTypes) {
    self.types = types
    for shape in types.order {
      for name in names(of: shape) { uses[name, default: 0] += 1 }
    }
    for shape in innerFirst { schemas[shape] = schema(of: shape) }
  }

  var value: Value {
    var pairs: [(key: Value, value: Value)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string(types.rootName)),
    ]
    pairs += schemas[types.root].map(SchemaParts.pairs) ?? []
    let definitions = types.declarations.filter { isDefined($0.name) }
    if !definitions.isEmpty {
      pairs.append(
        ("$defs", SchemaParts.object(definitions.map { (.string($0.name), definition($0)) })))
    }
    return SchemaParts.object(pairs)
  }

  private func names(of shape: Int32) -> [String] {
    let declared = types.declaration(ofShape: shape).map { [$0.name] } ?? []
    return declared
      + types.types(of: shape).compactMap { type in
        guard case .structure(let mapping) = type else { return nil }
        return types.declaration(ofMapping: mapping)?.name
      }
  }

  private func isDefined(_ name: String) -> Bool { uses[name, default: 0] > 1 }

  /// The shapes in an order in which those used by others precede them, unless they use these, too.
  private var innerFirst: [Int32] {
    var list: [Int32] = []
    var isEntered = [Bool](repeating: false, count: types.shapes.shapes.count)
    var stack = [(shape: types.root, isDone: false)]
    while let (shape, isDone) = stack.popLast() {
      if isDone {
        list.append(shape)
        continue
      }
      guard !isEntered[Int(shape)] else { continue }
      isEntered[Int(shape)] = true
      stack.append((shape, true))
      if let element = types.shapes.element(of: shape) { stack.append((element, false)) }
      for mapping in types.shapes.mappingList(of: shape) {
        if let values = types.shapes.values(of: mapping) { stack.append((values, false)) }
        for field in types.shapes.fieldList(of: mapping) {
          stack.append((types.shapes.shape(of: field), false))
        }
      }
    }
    return list
  }

  // MARK: Schemas

  private func schema(of shape: Int32) -> Value {
    if let declared = types.declaration(ofShape: shape), isDefined(declared.name) {
      return nullable([SchemaParts.reference(to: declared.name)], shape)
    }
    return nullable(types.types(of: shape).map { part($0, of: shape) }, shape)
  }

  private func definition(_ declaration: InferredTypes.Declaration) -> Value {
    declaration.mapping >= 0
      ? structure(declaration.mapping)
      : SchemaParts.combined(
        types.types(of: declaration.shape).map { part($0, of: declaration.shape) })
  }

  private func nullable(_ parts: [Value], _ shape: Int32) -> Value {
    let isNullable = types.shapes.shapes[Int(shape)].nulls > 0
    guard isNullable else { return SchemaParts.combined(parts) }
    return SchemaParts.combined(parts + [SchemaParts.type("null")])
  }

  private func part(_ type: InferredType, of shape: Int32) -> Value {
    switch type {
    case .unknown, .mixture: return SchemaParts.object([])
    case .bool: return SchemaParts.type("boolean")
    case .number:
      let seen = types.shapes.shapes[Int(shape)]
      return SchemaParts.type(seen.reals == 0 ? "integer" : "number")
    case .string: return SchemaParts.type("string")
    case .url: return SchemaParts.object([("type", "string"), ("format", "uri")])
    case .uuid: return SchemaParts.object([("type", "string"), ("format", "uuid")])
    case .date: return SchemaParts.object([("type", "string"), ("format", "date-time")])
    case .data: return SchemaParts.object([("type", "string"), ("contentEncoding", "base64")])
    case .enumeration:
      let texts = types.shapes.texts.list(of: types.shapes.shapes[Int(shape)])
      return SchemaParts.object([
        ("type", "string"), ("enum", .sequence(texts.map { .string($0) })),
      ])
    case .sequence:
      let items = types.shapes.element(of: shape).flatMap { schemas[$0] }
      return SchemaParts.object([("type", "array")] + Self.present("items", items))
    case .dictionary(let mapping):
      let values = types.shapes.values(of: mapping).flatMap { schemas[$0] }
      return SchemaParts.object([("type", "object")] + Self.present("additionalProperties", values))
    case .structure(let mapping):
      if let name = types.declaration(ofMapping: mapping)?.name, isDefined(name) {
        return SchemaParts.reference(to: name)
      }
      return structure(mapping)
    }
  }

  private func structure(_ mapping: Int32) -> Value {
    var properties: [(key: Value, value: Value)] = []
    var required: [Value] = []
    for field in types.shapes.fieldList(of: mapping) {
      let name = Value.string(types.shapes.name(of: field))
      properties.append((name, schemas[types.shapes.shape(of: field)] ?? SchemaParts.object([])))
      let isAlways =
        types.shapes.fields[Int(field)].count >= types.shapes.mappings[Int(mapping)].count
      if isAlways { required.append(name) }
    }
    return SchemaParts.object(
      [("type", "object"), ("properties", SchemaParts.object(properties))]
        + Self.present("required", required.isEmpty ? nil : .sequence(required)))
  }

  // MARK: Values

  /// Returns a pair unless its value says nothing.
  private static func present(_ key: Value, _ value: Value?) -> [(key: Value, value: Value)] {
    guard let value, value.mapping?.isEmpty != true else { return [] }
    return [(key, value)]
  }
}
