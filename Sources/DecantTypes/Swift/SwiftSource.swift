internal import DecantCore

/// The source of Swift types, as swift-format prints it.
struct SwiftSource {
  /// What the root type is as a value of decant's archives.
  struct Archive {
    let name: String
    let version: Int
  }

  let types: TypeNames
  let archive: Archive?
  /// The number of documents of which the types are; nil for a schema.
  private let documents: Int?
  /// The types that contain themselves without a collection between: classes and indirect enumerations.
  let recursive: Set<Int>

  static let width = 100

  var graph: TypeGraph { types.graph }

  init(_ types: TypeNames, ofDocuments documents: Int? = nil, archive: Archive? = nil) {
    self.types = types
    self.documents = documents
    self.archive = archive
    let graph = types.graph
    recursive =
      graph.innermost(from: types.order) { content in
        switch content {
        case .structure(let fields, _): fields.map { graph.resolved($0.node) }
        case .union(let nodes): nodes.map { graph.resolved($0) }
        default: []
        }
      }.targets
  }

  var text: String {
    var blocks: [[String]] = types.isAlias ? [rootAlias] : []
    var usesNullable = false
    for node in types.order {
      switch graph[node].content {
      case .structure(let fields, _):
        blocks.append(structure(node, fields))
        usesNullable =
          usesNullable || fields.contains { presence(of: $0, in: node) == .optionalOrNull }
      case .enumeration(let values): blocks.append(enumeration(node, values))
      case .union(let nodes): blocks.append(union(node, nodes))
      default: break
      }
    }
    if usesNullable { blocks.append(nullable) }
    if hasClasses { blocks.append(classTable) }
    let body = blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    return imports + body
  }

  private var imports: String {
    var usesFoundation = false
    var usesDecant = archive != nil || hasClasses
    for node in graph.innermost(from: [graph.root], \.nodes).order {
      switch graph[node].content {
      case .any: usesDecant = true
      case .data, .string(format: .some): usesFoundation = true
      case .number(let number): usesFoundation = usesFoundation || number.type == .decimal
      default: break
      }
    }
    let modules = (usesDecant ? ["Decant"] : []) + (usesFoundation ? ["Foundation"] : [])
    return modules.isEmpty ? "" : modules.map { "import \($0)\n" }.joined() + "\n"
  }

  /// The nodes of the classes of keyed archives.
  var classes: [Int] { types.order.filter { graph[$0].evidence?.archivedClass != nil } }

  private var hasClasses: Bool { !classes.isEmpty }

  func isRoot(_ node: Int) -> Bool { types[node] == types.rootName }

  // MARK: The root

  /// The root type of documents that have no declared type: another name, or a structure around the value for archives.
  private var rootAlias: [String] {
    let name = types.rootName
    let type = typeName(graph.root)
    let comment = comment(graph.root, name)
    guard archive != nil else { return comment + ["typealias \(name) = \(type)"] }
    return comment + ["struct \(name): Archivable {"] + archivableMembers + [
      "", "  var value: \(type)", "", "  init(from decoder: any Decoder) throws {",
      "    value = try decoder.singleValueContainer().decode(\(type).self)", "  }", "",
      "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()", "    try container.encode(value)",
      "  }", "}",
    ]
  }

  private var archivableMembers: [String] {
    guard let archive else { return [] }
    return [
      "  static let archiveName = \(SwiftName.literal(archive.name))",
      "  static let schemaVersion = \(archive.version)",
    ] + (hasClasses ? ["  static let archiveClasses = \(types.classTableName).table"] : [])
  }

  /// Returns the first lines of the declaration of a type.
  func opening(_ node: Int, _ keyword: String, _ protocols: [String] = []) -> [String] {
    let name = types[node] ?? "Never"
    let isArchivable = archive != nil && isRoot(node)
    var list = protocols
    if isArchivable { list.append("Archivable") }
    if list.isEmpty || list == ["String"] { list.append("Codable") }
    return comment(node, name) + ["\(keyword) \(name): \(list.joined(separator: ", ")) {"]
      + (isArchivable ? archivableMembers + [""] : [])
  }

  // MARK: Types

  /// Returns the type of a node as it is written, with a question mark if it can be null.
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
      case .reference(let object, _):
        prefix += "Shared<"
        suffix = ">" + suffix
        inner = object
      case .any: return prefix + "Value" + suffix
      case let content:
        return prefix + (content.scalarName ?? types[node] ?? "Never") + suffix
      }
      if graph.isNullable(inner) { suffix = "?" + suffix }
      node = graph.resolved(inner)
    }
  }

  // MARK: Helpers

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a line, broken after `opening` if it is too long.
  static func line(_ opening: String, _ rest: String, separator: String = " ") -> [String] {
    let whole = opening + separator + rest
    guard whole.unicodeScalars.count > width else { return [whole] }
    let indentation = String(opening.prefix { $0 == " " })
    return [opening, indentation + "  " + rest]
  }

  /// Returns the comment of a type: how many values were seen, and where; or the title, unless it is the name, and the description.
  private func comment(_ node: Int, _ name: String) -> [String] {
    if let documents, name == types.rootName {
      return ["/// \(Self.count(documents, "document"))."]
    }
    if let evidence = graph[node].evidence {
      let count = Self.count(evidence.count, graph[node].content.noun)
      let path = evidence.path.visible(limit: 60)
      return [path.isEmpty ? "/// \(count)." : "/// \(count), at \(path)."]
    }
    let title = graph[node].title
    let isName = title.map { SwiftName.type(fromKey: $0) == name } ?? true
    return DocumentationComment.lines([isName ? nil : title, graph[node].description])
  }

  /// The type of what can be missing and null, whose name is that of the root, as a module may have several outputs.
  private var nullable: [String] {
    let name = types.nullableName
    return [
      "/// A value that is present, but may be null.",
      "enum \(name)<Wrapped: Codable>: Codable {", "  case null", "  case value(Wrapped)", "",
      "  init(from decoder: any Decoder) throws {",
      "    let container = try decoder.singleValueContainer()",
      "    self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))",
      "  }", "", "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()", "    switch self {",
      "    case .null: try container.encodeNil()",
      "    case .value(let value): try container.encode(value)", "    }", "  }", "}", "",
      "extension KeyedDecodingContainer {",
      "  /// Decodes a value that may be null, or returns nil if the key is missing.",
      "  func decodeIfPresent<Wrapped>(", "    _ type: \(name)<Wrapped>.Type, forKey key: Key",
      "  ) throws -> \(name)<Wrapped>? {",
      "    contains(key) ? try decode(type, forKey: key) : nil", "  }", "}",
    ]
  }
}

extension TypeGraph.Content {
  /// What a value of a declared type is called.
  fileprivate var noun: String {
    switch self {
    case .enumeration: "string"
    case .union: "value"
    default: "object"
    }
  }
}
