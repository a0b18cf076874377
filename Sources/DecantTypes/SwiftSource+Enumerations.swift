internal import DecantCore

/// Enumerations: of strings that are few, of values of several types, and of the classes of archives.
extension SwiftSource {
  // MARK: Closed sets of strings

  func enumeration(_ declaration: InferredTypes.Declaration) -> [String] {
    let texts = types.shapes.texts.list(of: types.shapes.shapes[Int(declaration.shape)])
    let archivable = options.isArchivable && isRoot(declaration)
    var lines = [
      comment(declaration, "string"),
      "enum \(declaration.name): String, \(archivable ? "Archivable" : "Codable") {",
    ]
    if archivable { lines += archivableMembers + [""] }
    return lines + Self.cases(ofTexts: texts) + ["}"]
  }

  /// Returns the cases of an enumeration of strings.
  static func cases(ofTexts texts: [String]) -> [String] {
    let names = SwiftName.properties(
      fromKeys: texts, except: SwiftName.impossible, nameOfEmpty: "empty")
    return zip(texts, names).flatMap { text, name in
      let opening = "  case \(SwiftName.quoted(name))"
      return KeyText(name) == KeyText(text)
        ? [opening] : line(opening + " =", SwiftName.literal(text))
    }
  }

  // MARK: Values of several types

  struct Case {
    let name: String
    let type: String
    /// The name of the class, if the case is one of several classes in a keyed archive.
    var className: String?
  }

  private func cases(of shape: Int32) -> [Case] {
    var taken = TakenNames(SwiftName.impossible)
    return types.types(of: shape).map { type in
      let base: String
      var typeName = leafName(type, of: shape, isElement: true)
      var className: String?
      switch type {
      case .bool: base = "bool"
      case .number(.int): base = "int"
      case .number: base = "number"
      case .string, .url, .uuid, .enumeration: base = "string"
      case .date: base = "date"
      case .data: base = "data"
      case .sequence:
        base = "array"
        typeName = "[\(innerName(types.shapes.element(of: shape)))]"
      case .dictionary(let mapping):
        base = "dictionary"
        typeName = "[String: \(innerName(types.shapes.values(of: mapping)))]"
      case .structure(let mapping):
        let number = types.shapes.mappings[Int(mapping)].classNumber
        className = number >= 0 ? types.classNames[Int(number)] : nil
        let declared = types.declaration(ofMapping: mapping)?.name ?? ""
        taken.insert(declared)
        base = className == nil ? "object" : SwiftName.property(fromKey: declared)
      case .unknown, .mixture: base = "other"
      }
      return Case(
        name: taken.unique(base), type: typeName, className: className)
    }
  }

  private func innerName(_ shape: Int32?) -> String {
    shape.map { typeName(of: $0) } ?? "Never"
  }

  func mixture(_ declaration: InferredTypes.Declaration) -> [String] {
    let cases = cases(of: declaration.shape)
    let archivable = options.isArchivable && isRoot(declaration)
    var lines = [
      comment(declaration, "value"),
      "enum \(declaration.name): \(archivable ? "Archivable" : "Codable") {",
    ]
    if archivable { lines += archivableMembers + [""] }
    lines += Self.lines(of: cases)
    return lines + [""] + Self.decoding(cases) + [""] + Self.encoding(cases) + ["}"]
  }

  static func lines(of cases: [Case]) -> [String] {
    cases.map { "  case \(SwiftName.quoted($0.name))(\($0.type))" }
  }

  /// Returns an initializer that tries the cases in their order.
  static func decoding(_ cases: [Case]) -> [String] {
    var lines = [
      "  init(from decoder: any Decoder) throws {",
      "    let container = try decoder.singleValueContainer()",
    ]
    for (index, item) in cases.enumerated() {
      let isLast = index == cases.count - 1
      let opening = index == 0 ? "    " : "    } else "
      if let className = item.className {
        lines += [
          "\(opening)if decoder.archivedClassName == \(SwiftName.literal(className)) {",
          "      self = .\(item.name)(try container.decode(\(item.type).self))",
        ]
        if isLast { lines += otherClass }
      } else if isLast {
        lines += [
          "    } else {", "      self = .\(item.name)(try container.decode(\(item.type).self))",
          "    }",
        ]
      } else {
        lines += [
          "\(opening)if let value = try? container.decode(\(item.type).self) {",
          "      self = .\(item.name)(value)",
        ]
      }
    }
    return lines + ["  }"]
  }

  private static let otherClass = [
    "    } else {", "      throw DecodingError.dataCorruptedError(", "        in: container,",
    #"        debugDescription: "no case for the class \(decoder.archivedClassName ?? "?")")"#,
    "    }",
  ]

  static func encoding(_ cases: [Case]) -> [String] {
    var lines = [
      "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()", "    switch self {",
    ]
    for item in cases {
      lines.append("    case .\(item.name)(let value): try container.encode(value)")
    }
    return lines + ["    }", "  }"]
  }

  // MARK: Classes of keyed archives

  /// The table that decoding a keyed archive needs.
  var classTable: [String] {
    let classes = types.declarations.filter { $0.mapping >= 0 }
      .filter { types.shapes.mappings[Int($0.mapping)].classNumber >= 0 }
    let comma = classes.count > 1 ? "," : ""
    let entries = classes.flatMap { declaration in
      let number = types.shapes.mappings[Int(declaration.mapping)].classNumber
      return Self.line(
        "    \(SwiftName.literal(types.classNames[Int(number)])):",
        "\(declaration.name).self\(comma)"
      )
    }
    return [
      "/// The types of the classes, for `KeyedArchive.decode(_:from:classes:)`.",
      "enum \(types.classTableName) {", "  static let table: KeyedArchive.Classes = [",
    ] + entries + ["  ]", "}"]
  }
}
