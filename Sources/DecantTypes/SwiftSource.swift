internal import DecantCore

/// The source of Swift types, as swift-format prints it.
struct SwiftSource {
  let types: InferredTypes
  let options: TypeInference.Options
  private let archiveName: String
  private let schemaVersion: Int
  /// The structures that contain themselves without a collection between, and so must be classes.
  private let recursive: Set<Int32>

  static let width = 100

  init(
    _ types: InferredTypes, _ options: TypeInference.Options, archivedAs archiveName: String,
    version: Int
  ) {
    self.archiveName = archiveName
    schemaVersion = version
    recursive = types.recursiveMappings
    self.types = types
    self.options = options
  }

  var text: String {
    var blocks: [[String]] = []
    if !isDeclared(types.root) { blocks.append(rootAlias) }
    for declaration in types.declarations {
      blocks.append(
        declaration.mapping >= 0
          ? structure(declaration)
          : types.type(of: declaration.shape) == .enumeration
            ? enumeration(declaration) : mixture(declaration))
    }
    if usesNullable { blocks.append(Self.nullable(named: types.nullableName)) }
    if !types.classNames.isEmpty { blocks.append(classTable) }
    let body = blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    return imports + body
  }

  private var imports: String {
    var modules: [String] = []
    if options.isArchivable || !types.classNames.isEmpty { modules.append("Decant") }
    if types.order.contains(where: { usesFoundation($0) }) { modules.append("Foundation") }
    return modules.isEmpty ? "" : modules.map { "import \($0)\n" }.joined() + "\n"
  }

  private func usesFoundation(_ shape: Int32) -> Bool {
    types.types(of: shape).contains { type in
      switch type {
      case .date, .data, .url, .uuid, .number(.decimal): true
      default: false
      }
    }
  }

  func isClass(_ mapping: Int32) -> Bool {
    types.shapes.isSharedClass(mapping) || recursive.contains(mapping)
  }

  // MARK: The root

  private func isDeclared(_ shape: Int32) -> Bool {
    switch types.type(of: shape) {
    case .structure, .mixture, .enumeration: types.shapes.shapes[Int(shape)].nulls == 0
    default: false
    }
  }

  /// The root type of documents that are not mappings: another name, or a structure around the value for archives.
  private var rootAlias: [String] {
    let name = types.rootName
    let type = typeName(of: types.root)
    let comment = "/// \(count(types.documents, "document"))."
    guard options.isArchivable else { return [comment, "typealias \(name) = \(type)"] }
    return [comment, "struct \(name): Archivable {"] + archivableMembers + [
      "", "  var value: \(type)", "", "  init(from decoder: any Decoder) throws {",
      "    value = try decoder.singleValueContainer().decode(\(type).self)", "  }", "",
      "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()", "    try container.encode(value)",
      "  }", "}",
    ]
  }

  var archivableMembers: [String] {
    [
      "  static let archiveName = \(SwiftName.literal(archiveName))",
      "  static let schemaVersion = \(schemaVersion)",
    ]
      + (types.classNames.isEmpty
        ? [] : ["  static let archiveClasses = \(types.classTableName).table"])
  }

  func isRoot(_ declaration: InferredTypes.Declaration) -> Bool {
    declaration.name == types.rootName
  }

  // MARK: Types

  /// Returns the type of a shape as it is written, with a question mark if null was seen.
  func typeName(of shape: Int32, isOptional: Bool? = nil) -> String {
    var prefix = ""
    var suffix = (isOptional ?? isNullable(shape)) ? "?" : ""
    var shape = shape
    while true {
      let inner: Int32?
      switch types.type(of: shape) {
      case .sequence:
        prefix += "["
        suffix = "]" + suffix
        inner = types.shapes.element(of: shape)
      case .dictionary(let mapping):
        prefix += "[String: "
        suffix = "]" + suffix
        inner = types.shapes.values(of: mapping)
      case let type:
        return prefix + leafName(type, of: shape, isElement: !prefix.isEmpty) + suffix
      }
      guard let inner else { return prefix + "Never" + suffix }
      shape = inner
      if isNullable(shape) { suffix = "?" + suffix }
    }
  }

  func isNullable(_ shape: Int32) -> Bool { types.shapes.shapes[Int(shape)].nulls > 0 }

  func leafName(_ type: InferredType, of shape: Int32, isElement: Bool = false) -> String {
    switch type {
    case .bool: return "Bool"
    case .number(let number): return number.rawValue
    case .string: return "String"
    case .url: return "URL"
    case .uuid: return "UUID"
    case .date: return "Date"
    case .data: return "Data"
    case .structure(let mapping):
      let name = types.declaration(ofMapping: mapping)?.name ?? "Never"
      return isElement && types.shapes.isUpward(shape, to: mapping) ? "Shared<\(name)>" : name
    case .enumeration, .mixture: return types.declaration(ofShape: shape)?.name ?? "Never"
    case .unknown, .sequence, .dictionary: return "Never"
    }
  }

  // MARK: Helpers

  func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a line, broken after `opening` if it is too long.
  static func line(_ opening: String, _ rest: String, separator: String = " ") -> [String] {
    let whole = opening + separator + rest
    guard whole.unicodeScalars.count > width else { return [whole] }
    let indentation = String(opening.prefix { $0 == " " })
    return [opening, indentation + "  " + rest]
  }

  /// Returns the comment of a type: how many values were seen, and where.
  func comment(_ declaration: InferredTypes.Declaration, _ noun: String) -> String {
    if isRoot(declaration) { return "/// \(count(types.documents, "document"))." }
    guard !declaration.path.isEmpty else { return "/// \(count(declaration.count, noun))." }
    let path = declaration.path.visible(limit: 60)
    return "/// \(count(declaration.count, noun)), at \(path)."
  }

  private var usesNullable: Bool {
    types.declarations.contains { declaration in
      declaration.mapping >= 0
        && types.shapes.fieldList(of: declaration.mapping).contains {
          presence(of: $0, in: declaration.mapping) == .optionalOrNull
        }
    }
  }

  /// The type of what can be missing and null, whose name is that of the root, as a module may have several outputs.
  static func nullable(named name: String) -> [String] {
    [
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

extension Shapes {
  /// Whether a class of a keyed archive has objects with several references.
  func isSharedClass(_ mapping: Int32) -> Bool {
    mappings[Int(mapping)].classNumber >= 0 && mappings[Int(mapping)].isShared
  }

  /// Whether a reference at `shape` may be to an object that is not decoded completely.
  func isUpward(_ shape: Int32, to mapping: Int32) -> Bool {
    isSharedClass(mapping)
      && (shapes[Int(shape)].facts.contains(.upward) || mappings[Int(mapping)].isUnordered)
  }
}

extension InferredTypes {
  /// The mappings whose structures would contain themselves.
  fileprivate var recursiveMappings: Set<Int32> {
    guard shapes.hasCycles else { return [] }
    var recursive: Set<Int32> = []
    for declaration in declarations where declaration.mapping >= 0 {
      var found: Set<Int32> = []
      var stack = directMappings(in: declaration.mapping)
      while let mapping = stack.popLast() {
        guard found.insert(mapping).inserted else { continue }
        // A class ends the containment.
        if !recursive.contains(mapping) { stack += directMappings(in: mapping) }
      }
      if found.contains(declaration.mapping) { recursive.insert(declaration.mapping) }
    }
    return recursive
  }

  private func directMappings(in mapping: Int32) -> [Int32] {
    shapes.fieldList(of: mapping).flatMap { field in
      types(of: shapes.shape(of: field)).compactMap { type in
        guard case .structure(let mapping) = type else { return nil }
        // Equal structures have one declaration.
        return declaration(ofMapping: mapping)?.mapping
      }
    }
  }
}
