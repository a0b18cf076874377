internal import DecantCore

/// Structures, with a property for each key: optional where a mapping can lack the key or have null.
extension SwiftSource {
  /// Whether a key can be missing, and its value null.
  enum Presence {
    case always
    case optional
    /// Always present, but sometimes null: it must be encoded if it is nil.
    case nullable
    case optionalOrNull
  }

  private struct Property {
    let name: String
    let field: TypeGraph.Field
    let presence: Presence

    var hasOtherName: Bool { KeyText(name) != field.key }
  }

  func presence(of field: TypeGraph.Field, in structure: Int) -> Presence {
    let isNullable = graph.isNullable(field.node)
    // Archives by Foundation are read, but not written again.
    if graph[structure].evidence?.archivedClass != nil {
      return field.isRequired && !isNullable ? .always : .optional
    }
    return field.isRequired
      ? (isNullable ? .nullable : .always) : (isNullable ? .optionalOrNull : .optional)
  }

  func structure(_ node: Int, _ fields: [TypeGraph.Field]) -> [String] {
    let methods = archive == nil ? ["encode"] : ["encode", "migrate"]
    let names = SwiftName.properties(
      fromKeys: fields.map(\.key.string), except: SwiftName.impossible.union(methods))
    let properties = zip(names, fields).map {
      Property(name: $0, field: $1, presence: presence(of: $1, in: node))
    }
    let isInstance = graph[node].evidence?.archivedClass?.isShared ?? false
    var lines = opening(
      node, isInstance || recursive.contains(node) ? "final class" : "struct",
      isInstance ? ["SharedInstance"] : [])
    for (index, property) in properties.enumerated() {
      lines += comment(property.field, graph[node].evidence?.fields[index])
      lines += self.lines(of: property)
    }
    if properties.contains(where: \.hasOtherName) { lines += [""] + codingKeys(properties) }
    if properties.contains(where: { $0.presence == .nullable }) {
      lines += [""] + encoding(properties)
    }
    return lines + ["}"]
  }

  private func comment(_ field: TypeGraph.Field, _ fact: String?) -> [String] {
    if let fact { return fact.isEmpty ? [] : ["  /// " + fact] }
    let node = graph[field.node]
    // A type that is declared for the property has the comment.
    return node.content.isDeclared
      ? [] : DocumentationComment.lines([node.description ?? node.title], indentation: "  ")
  }

  private func lines(of property: Property) -> [String] {
    let name = SwiftName.quoted(property.name)
    if case .reference(let object, let isAlwaysUpward) = graph.content(of: property.field.node) {
      let wrapper = isAlwaysUpward ? "@BackReference" : "@Shared"
      return Self.line("  \(wrapper) var \(name):", typeName(object) + "?")
    }
    let plain = typeName(property.field.node, isOptional: false)
    let type =
      switch property.presence {
      case .always: plain
      case .optional, .nullable: plain + "?"
      case .optionalOrNull: "\(types.nullableName)<\(plain)>?"
      }
    return Self.line("  var \(name):", type)
  }

  private func codingKeys(_ properties: [Property]) -> [String] {
    let areUnequal = Set(properties.map(\.field.key.string)).count == properties.count
    let note =
      "  // Some keys are equal as strings; decant's coders tell them apart, Foundation's do not."
    return (areUnequal ? [] : [note]) + ["  enum CodingKeys: String, CodingKey {"]
      + properties.flatMap { property in
        let opening = "    case \(SwiftName.quoted(property.name))"
        return property.hasOtherName
          ? Self.line(opening + " =", SwiftName.literal(property.field.key.string)) : [opening]
      } + ["  }"]
  }

  /// Returns a method that encodes nil as null where a key is always present.
  private func encoding(_ properties: [Property]) -> [String] {
    var lines = [
      "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.container(keyedBy: CodingKeys.self)",
    ]
    for property in properties {
      let isHidden = ["container", "encoder"].contains(property.name)
      let name = (isHidden ? "self." : "") + SwiftName.quoted(property.name)
      let method =
        switch property.presence {
        case .always, .nullable: "encode"
        case .optional, .optionalOrNull: "encodeIfPresent"
        }
      lines += Self.line(
        "    try container.\(method)(", "\(name), forKey: .\(property.name))", separator: "")
    }
    return lines + ["  }"]
  }
}
