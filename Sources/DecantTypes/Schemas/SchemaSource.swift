internal import DecantCore

/// The source of Swift types that decode what a schema accepts.
struct SchemaSource {
  let types: SchemaDeclarations
  /// The types that contain themselves without a collection between: classes and indirect enumerations.
  private let recursive: Set<Int>

  private var graph: SchemaGraph { types.graph }

  init(_ types: SchemaDeclarations) {
    self.types = types
    let graph = types.graph
    recursive =
      graph.innermost { content in
        switch content {
        case .structure(let fields): fields.map { graph.resolved($0.node) }
        case .union(let nodes): nodes
        default: []
        }
      }.targets
  }

  var text: String {
    var blocks: [[String]] = types.isAlias ? [alias] : []
    var usesNullable = false
    for node in types.order {
      let name = types.names[node] ?? ""
      switch graph[node].content {
      case .structure(let fields):
        blocks.append(structure(name, fields, of: node))
        usesNullable = usesNullable || fields.contains { presence(of: $0) == .optionalOrNull }
      case .enumeration(let texts):
        blocks.append(
          comment(node, name) + ["enum \(name): String, Codable {"]
            + SwiftSource.cases(ofTexts: texts) + ["}"])
      case .union(let nodes):
        blocks.append(union(name, nodes, of: node))
      default:
        break
      }
    }
    if usesNullable { blocks.append(SwiftSource.nullable(named: types.nullableName)) }
    let body = blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    return usesValue ? "import Decant\n\n" + body : body
  }

  private var alias: [String] {
    let type = typeName(SchemaGraph.root)
    return comment(SchemaGraph.root, types.rootName) + ["typealias \(types.rootName) = \(type)"]
  }

  /// Returns the comment of a type: the title, unless it is the name, and the description.
  private func comment(_ node: Int, _ name: String) -> [String] {
    let title = graph[node].title
    let isName = title.map { SwiftName.type(fromKey: $0) == name } ?? true
    return DocumentationComment.lines([isName ? nil : title, graph[node].description])
  }

  // MARK: Types

  /// Returns the type of a node as it is written.
  func typeName(_ node: Int, isOptional: Bool? = nil) -> String {
    var prefix = ""
    var suffix = isOptional ?? graph.isNullable(node) ? "?" : ""
    var node = graph.resolved(node)
    while true {
      let inner: Int
      switch graph[node].content {
      case .array(let element):
        prefix += "["
        suffix = "]" + suffix
        inner = element
      case .dictionary(let value):
        prefix += "[String: "
        suffix = "]" + suffix
        inner = value
      case .any: return prefix + "Value" + suffix
      case .structure, .enumeration, .union:
        return prefix + (types.names[node] ?? "Never") + suffix
      case let content: return prefix + (content.scalarName ?? "Never") + suffix
      }
      if graph.isNullable(inner) { suffix = "?" + suffix }
      node = graph.resolved(inner)
    }
  }

  /// Whether values of any type occur in the types.
  private var usesValue: Bool {
    var isVisited: Set<Int> = []
    var stack = [SchemaGraph.root]
    while let next = stack.popLast() {
      let node = graph.resolved(next)
      guard isVisited.insert(node).inserted else { continue }
      switch graph[node].content {
      case .any: return true
      case .array(let inner), .dictionary(let inner): stack.append(inner)
      case .structure(let fields): stack += fields.map(\.node)
      case .union(let nodes): stack += nodes
      default: break
      }
    }
    return false
  }

  // MARK: Structures

  private func presence(of field: SchemaGraph.Field) -> SwiftSource.Presence {
    let isNullable = graph.isNullable(field.node)
    return field.isRequired
      ? (isNullable ? .nullable : .always) : (isNullable ? .optionalOrNull : .optional)
  }

  private func structure(
    _ name: String, _ fields: [SchemaGraph.Field], of node: Int
  ) -> [String] {
    let names = SwiftName.properties(
      fromKeys: fields.map(\.key), except: SwiftName.impossible.union(["encode"]))
    let kind = recursive.contains(node) ? "final class" : "struct"
    var lines = comment(node, name) + ["\(kind) \(name): Codable {"]
    let presences = fields.map { presence(of: $0) }
    for (index, field) in fields.enumerated() {
      // A type that is declared for the property has the comment.
      if !graph[field.node].content.isDeclared {
        lines += DocumentationComment.lines(
          [graph[field.node].description ?? graph[field.node].title], indentation: "  ")
      }
      let plain = typeName(field.node, isOptional: false)
      let type =
        switch presences[index] {
        case .always: plain
        case .optional, .nullable: plain + "?"
        case .optionalOrNull: "\(types.nullableName)<\(plain)>?"
        }
      lines += SwiftSource.line("  var \(SwiftName.quoted(names[index])):", type)
    }
    if zip(names, fields).contains(where: { KeyText($0) != KeyText($1.key) }) {
      lines += [""] + SwiftSource.codingKeys(zip(names, fields).map { ($0, $1.key) })
    }
    if presences.contains(.nullable) {
      lines += [""] + SwiftSource.encoding(Array(zip(names, presences)))
    }
    return lines + ["}"]
  }

  // MARK: Unions

  private func union(_ name: String, _ nodes: [Int], of node: Int) -> [String] {
    // A case would hide a type of its name.
    let typeNames = nodes.map { typeName($0, isOptional: false) }
    var taken = TakenNames(SwiftName.impossible.union(typeNames))
    let cases = zip(nodes, typeNames).map { node, type in
      let base = caseName(of: node, type, in: name)
      return SwiftSource.Case(name: taken.unique(base), type: type)
    }
    let kind = recursive.contains(node) ? "indirect enum" : "enum"
    let discriminator = graph.discriminator(of: node)
    return comment(node, name) + ["\(kind) \(name): Codable {"] + SwiftSource.lines(of: cases)
      + [""] + (discriminator.map { decoding(cases, by: $0) } ?? SwiftSource.decoding(cases))
      + [""] + SwiftSource.encoding(cases) + ["}"]
  }

  private func caseName(of node: Int, _ type: String, in union: String) -> String {
    switch graph[node].content {
    case .array: return "array"
    case .dictionary, .any: return "dictionary"
    case .int, .uint64: return "int"
    case .double: return "number"
    default: break
    }
    // Inside the union, its name need not be repeated.
    let isLonger = type.hasPrefix(ofBytes: union) && type.utf8.count > union.utf8.count
    return SwiftName.property(
      fromKey: isLonger ? String(type.unicodeScalars.dropFirst(union.unicodeScalars.count)) : type)
  }

  private func decoding(
    _ cases: [SwiftSource.Case], by discriminator: SchemaGraph.Discriminator
  ) -> [String] {
    let literal = SwiftName.literal(discriminator.key)
    var lines =
      [
        "  private enum Discriminator: String, CodingKey {"
      ] + SwiftSource.line("    case key =", literal) + [
        "  }", "",
        "  init(from decoder: any Decoder) throws {",
        "    let container = try decoder.singleValueContainer()",
        "    let keys = try decoder.container(keyedBy: Discriminator.self)",
        "    let text = try keys.decode(String.self, forKey: .key)",
        "    switch text {",
      ]
    for (item, tags) in zip(cases, discriminator.tags) {
      lines += ["    case \(tags.map { SwiftName.literal($0) }.joined(separator: ", ")):"]
      lines += ["      self = .\(item.name)(try container.decode(\(item.type).self))"]
    }
    return lines + [
      "    default:",
      "      throw DecodingError.dataCorruptedError(",
      "        forKey: .key, in: keys, debugDescription: \"unknown value '\\(text)'\")",
      "    }", "  }",
    ]
  }
}
