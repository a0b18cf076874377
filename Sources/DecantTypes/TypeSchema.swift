package import DecantCore

/// A JSON Schema of the 2020-12 draft.
///
/// Types are described where they are used; in `$defs` if there are several uses and the description is long, or contains itself.
package struct TypeSchema {
  /// The schemas of which one describes a value, and whether null is another.
  private struct Alternatives {
    var list: [Value] = []
    var isNullable = false

    var schema: Value {
      // What accepts any value makes the others pointless.
      if let any = list.first(where: { $0.mapping?.isEmpty == true }) { return any }
      return SchemaParts.combined(list + (isNullable ? [SchemaParts.type("null")] : []))
    }
  }

  /// The schema, which is called `title`.
  package private(set) var value: Value
  private let graph: TypeGraph
  private var described: [Int: Alternatives] = [:]
  /// The references to types in `$defs`, and to the root.
  private var references: [Int: Value] = [:]

  package init(of graph: TypeGraph, titled title: String) {
    self.init(TypeNames(graph, named: title, areSwift: false), titled: title)
  }

  init(_ types: TypeNames, titled title: String) {
    graph = types.graph
    value = [:]
    let root = graph.resolved(graph.root)
    if !graph.isNullable(graph.root) { references[root] = ["$ref": "#"] }
    var definitions: [Int] = []
    for node in types.order where references[node] == nil && types.uses[node, default: 0] > 1 {
      guard graph.isLarge(node) || containsItself(node) else { continue }
      definitions.append(node)
      references[node] = SchemaParts.reference(to: types[node] ?? "")
    }
    // Without the types that are referred to, no type contains itself.
    let order = graph.innermost(from: [root] + definitions) { [graph, references] content in
      content.nodes.filter { references[graph.resolved($0)] == nil }
    }.order
    for node in order { described[node] = alternatives(describing: node) }
    var pairs: [(key: Value, value: Value)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .string(title)),
    ]
    let isNullable = graph.isNullable(graph.root)
    pairs += SchemaParts.pairs(
      of: isNullable ? schema(of: graph.root) : described[root]?.schema ?? [:])
    if !definitions.isEmpty {
      let list = definitions.map { node in
        (key: Value.string(types[node] ?? ""), value: described[node]?.schema ?? [:])
      }
      pairs.append(("$defs", SchemaParts.object(list)))
    }
    value = SchemaParts.object(pairs)
  }

  /// Whether a type leads to itself, other than through one that is referred to.
  private func containsItself(_ node: Int) -> Bool {
    var isVisited: Set<Int> = []
    var stack = graph[node].content.nodes
    while let next = stack.popLast().map({ graph.resolved($0) }) {
      if next == node { return true }
      guard references[next] == nil, isVisited.insert(next).inserted else { continue }
      stack += graph[next].content.nodes
    }
    return false
  }

  // MARK: Schemas

  private func schema(of node: Int) -> Value { alternatives(of: node).schema }

  /// Returns the description of a type where it is used.
  private func alternatives(of node: Int) -> Alternatives {
    let target = graph.resolved(node)
    let reference = references[target].map { Alternatives(list: [$0]) }
    var alternatives = reference ?? described[target] ?? Alternatives(list: [[:]])
    alternatives.isNullable = alternatives.isNullable || graph.isNullable(node)
    return alternatives
  }

  private func alternatives(describing node: Int) -> Alternatives {
    var alternatives = Alternatives(isNullable: graph[node].isNullable)
    switch graph[node].content {
    case .never, .same:
      break
    case .union(let nodes):
      for inner in nodes.map({ self.alternatives(of: $0) }) {
        alternatives.list += inner.list.filter { !alternatives.list.contains($0) }
        alternatives.isNullable = alternatives.isNullable || inner.isNullable
      }
    case .reference(let object, _):
      alternatives = self.alternatives(of: object)
    case let content:
      alternatives.list.append(schema(of: content))
    }
    guard let comment = graph[node].comment else { return alternatives }
    let pairs = SchemaParts.pairs(of: alternatives.schema) + [("$comment", .string(comment))]
    return Alternatives(list: [SchemaParts.object(pairs)])
  }

  private func schema(of content: TypeGraph.Content) -> Value {
    switch content {
    case .any, .never, .union, .same, .reference: return [:]
    case .bool: return SchemaParts.type("boolean")
    case .number(let number): return schema(of: number)
    case .string(nil): return SchemaParts.type("string")
    case .string(let format?): return ["type": "string", "format": .string(format)]
    case .data: return ["type": "string", "contentEncoding": "base64"]
    case .enumeration(let values): return schema(of: values)
    case .array(let node):
      return SchemaParts.object([("type", "array")] + present("items", node))
    case .tuple(let first, let rest):
      let prefix: [(key: Value, value: Value)] = [
        ("prefixItems", .sequence(first.map { schema(of: $0) })), ("minItems", Value(first.count)),
      ]
      return SchemaParts.object(
        [("type", "array")] + (first.isEmpty ? [] : prefix)
          + present("items", rest, orAny: !first.isEmpty))
    case .dictionary(let node):
      return SchemaParts.object([("type", "object")] + present("additionalProperties", node))
    case .structure(let fields, let additional): return schema(of: fields, additional)
    case .all(let nodes): return ["allOf": .sequence(nodes.map { schema(of: $0) })]
    case .instance:
      let keys: Value = [
        ["required": ["$ref"]], ["required": ["$id"]], ["required": ["$shared"]],
      ]
      return ["type": "object", "anyOf": keys]
    }
  }

  private func schema(of number: TypeGraph.Number) -> Value {
    var pairs: [(key: Value, value: Value)] = [
      ("type", number.isInteger ? "integer" : "number")
    ]
    if let least = number.least { pairs.append(("minimum", Value(least))) }
    if let greatest = number.greatest { pairs.append(("maximum", Value(greatest))) }
    return SchemaParts.object(pairs)
  }

  private func schema(of constants: [Value]) -> Value {
    if constants.count == 1 { return ["const": constants[0]] }
    let areTexts = constants.allSatisfy { $0.string != nil }
    return SchemaParts.object(
      (areTexts ? [("type", "string")] : []) + [("enum", .sequence(constants))])
  }

  private func schema(of fields: [TypeGraph.Field], _ additional: Int?) -> Value {
    var pairs: [(key: Value, value: Value)] = [("type", "object")]
    let properties = fields.map { field in
      let value: Value = field.presence == .absent ? false : schema(of: field.node)
      return (key: Value.string(field.key.string), value: value)
    }
    if !properties.isEmpty { pairs.append(("properties", SchemaParts.object(properties))) }
    let required = fields.filter(\.isRequired).map { Value.string($0.key.string) }
    if !required.isEmpty { pairs.append(("required", .sequence(required))) }
    return SchemaParts.object(pairs + present("additionalProperties", additional, orAny: true))
  }

  /// Returns a pair of a keyword and the schema of a type; none where there is no type, or any value is of it, unless it is `orAny`.
  ///
  /// With `orAny`, the schema tells types that decode other keys or elements from those that do not.
  private func present(
    _ key: Value, _ node: Int?, orAny: Bool = false
  ) -> [(key: Value, value: Value)] {
    guard let value = node.map({ schema(of: $0) }), orAny || value.mapping?.isEmpty != true else {
      return []
    }
    return [(key, value)]
  }
}

extension TypeGraph {
  /// Whether a description of its own is shorter than two copies.
  fileprivate func isLarge(_ node: Int) -> Bool {
    var isVisited: Set<Int> = []
    var stack = [node]
    while let next = stack.popLast().map({ resolved($0) }) {
      guard isVisited.insert(next).inserted else { continue }
      switch self[next].content {
      case .structure(let fields, _) where !fields.isEmpty: return true
      case .enumeration: return true
      case .union(let nodes), .all(let nodes): stack += nodes
      default: break
      }
    }
    return false
  }
}

/// The parts that schemas are written of.
enum SchemaParts {
  /// Returns a schema of values that one of `parts` describes.
  static func combined(_ parts: [Value]) -> Value {
    guard let first = parts.first else { return object([]) }
    guard parts.count > 1 else { return first }
    let others = parts.dropFirst()
    // The keywords of the first one do not apply to values of other types.
    let names = parts.compactMap { pairs(of: $0).first { $0.key == "type" }?.value }
    let areTypes = others.allSatisfy { pairs(of: $0).map(\.key) == ["type"] }
    let isApart = !pairs(of: first).contains { $0.key == "enum" }
    if areTypes, isApart, names.count == parts.count {
      return object(
        pairs(of: first).map { $0.key == "type" ? ($0.key, .sequence(names)) : $0 })
    }
    return object([("anyOf", .sequence(parts))])
  }

  static func object(_ pairs: [(key: Value, value: Value)]) -> Value {
    .mapping(Mapping(pairs))
  }

  static func pairs(of value: Value) -> [(key: Value, value: Value)] {
    value.mapping.map { $0.map { ($0.key, $0.value) } } ?? []
  }

  static func type(_ name: String) -> Value { object([("type", .string(name))]) }

  static func reference(to name: String) -> Value {
    object([("$ref", .string("#/$defs/\(name)"))])
  }
}
