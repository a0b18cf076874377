internal import DecantCore

/// Enumerations: of strings that are few, of values of several types, and of the classes of archives.
extension SwiftSource {
  func enumeration(_ node: Int, _ values: [Value]) -> [String] {
    let texts = values.compactMap(\.string)
    let names = SwiftName.properties(
      fromKeys: texts, except: SwiftName.impossible, nameOfEmpty: "empty")
    let cases = zip(texts, names).flatMap { text, name in
      let opening = "  case \(SwiftName.quoted(name))"
      return KeyText(name) == KeyText(text)
        ? [opening] : Self.line(opening + " =", SwiftName.literal(text))
    }
    return opening(node, "enum", ["String"]) + cases + ["}"]
  }

  // MARK: Values of several types

  private struct Case {
    let name: String
    let type: String
    /// The name of the class, if the case is one of several classes in a keyed archive.
    let className: String?
  }

  func union(_ node: Int, _ nodes: [Int]) -> [String] {
    // A case would hide a type of its name.
    let typeNames = nodes.map { typeName($0, isOptional: false) }
    var taken = TakenNames(SwiftName.impossible.union(typeNames))
    let cases = zip(nodes, typeNames).map { alternative, type in
      Case(
        name: taken.unique(caseName(of: alternative, in: types[node] ?? "")), type: type,
        className: object(at: alternative).evidence?.archivedClass?.name)
    }
    let discriminator = graph.discriminator(of: node)
    return opening(node, recursive.contains(node) ? "indirect enum" : "enum")
      + cases.map { "  case \(SwiftName.quoted($0.name))(\($0.type))" }
      + [""] + (discriminator.map { decoding(cases, by: $0) } ?? decoding(cases))
      + [""] + encoding(cases) + ["}"]
  }

  /// Returns the node of a type, or of the object of a reference.
  private func object(at node: Int) -> TypeGraph.Node {
    guard case .reference(let object, _) = graph.content(of: node) else {
      return graph[graph.resolved(node)]
    }
    return graph[graph.resolved(object)]
  }

  private func caseName(of node: Int, in union: String) -> String {
    switch graph.content(of: node) {
    case .array: return "array"
    case .dictionary, .any: return "dictionary"
    case .number(let number): return [.double, .decimal].contains(number.type) ? "number" : "int"
    case .reference(let object, _): return caseName(of: object, in: union)
    default: break
    }
    let type = typeName(node, isOptional: false)
    // Inside the union, its name need not be repeated.
    let isLonger = type.hasPrefix(ofBytes: union) && type.utf8.count > union.utf8.count
    return SwiftName.property(
      fromKey: isLonger ? String(type.unicodeScalars.dropFirst(union.unicodeScalars.count)) : type)
  }

  /// Returns an initializer that tries the cases in their order.
  private func decoding(_ cases: [Case]) -> [String] {
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
        if isLast { lines += Self.otherClass }
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

  /// Returns an initializer that decodes the case of a text.
  private func decoding(
    _ cases: [Case], by discriminator: TypeGraph.Discriminator
  ) -> [String] {
    var lines =
      [
        "  private enum Discriminator: String, CodingKey {"
      ] + Self.line("    case key =", SwiftName.literal(discriminator.key)) + [
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

  private func encoding(_ cases: [Case]) -> [String] {
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
    let comma = classes.count > 1 ? "," : ""
    let entries = classes.flatMap { node in
      Self.line(
        "    \(SwiftName.literal(graph[node].evidence?.archivedClass?.name ?? "")):",
        "\(types[node] ?? "Never").self\(comma)")
    }
    return [
      "/// The types of the classes, for `KeyedArchive.decode(_:from:classes:)`.",
      "enum \(types.classTableName) {", "  static let table: KeyedArchive.Classes = [",
    ] + entries + ["  ]", "}"]
  }
}
