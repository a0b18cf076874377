internal import DecantCore

/// Structures, with a property for each key: optional where a mapping lacks the key or has null.
extension SwiftSource {
  /// Whether a key can be missing, and its value null.
  enum Presence {
    case always
    case optional
    /// Present in each mapping, but sometimes null: it must be encoded if it is nil.
    case nullable
    case optionalOrNull
  }

  private struct Property {
    let field: Int32
    let key: String
    let name: String
    let presence: Presence
  }

  func presence(of field: Int32, in mapping: Int32) -> Presence {
    let isMissing =
      types.shapes.fields[Int(field)].count < types.shapes.mappings[Int(mapping)].count
    let isNull = isNullable(types.shapes.shape(of: field))
    // Archives by Foundation are read, but not written again.
    if types.shapes.mappings[Int(mapping)].classNumber >= 0 {
      return isMissing || isNull ? .optional : .always
    }
    return isMissing ? (isNull ? .optionalOrNull : .optional) : (isNull ? .nullable : .always)
  }

  private func properties(of mapping: Int32) -> [Property] {
    let list = types.shapes.fieldList(of: mapping)
    let names = SwiftName.properties(
      fromKeys: list.map { types.shapes.name(of: $0) },
      except: SwiftName.impossible.union(["encode", "migrate"]))
    return zip(list, names).map { field, name in
      Property(
        field: field, key: types.shapes.name(of: field), name: name,
        presence: presence(of: field, in: mapping))
    }
  }

  func structure(_ declaration: InferredTypes.Declaration) -> [String] {
    let mapping = declaration.mapping
    let properties = properties(of: mapping)
    let isArchivable = options.isArchivable && isRoot(declaration)
    let isInstance = types.shapes.isSharedClass(mapping)
    var protocols = isInstance ? ["SharedInstance"] : []
    if isArchivable { protocols.append("Archivable") }
    if protocols.isEmpty { protocols.append("Codable") }
    let kind = isClass(mapping) ? "final class" : "struct"
    var lines = [
      comment(declaration, "object"),
      "\(kind) \(declaration.name): \(protocols.joined(separator: ", ")) {",
    ]
    if isArchivable { lines += archivableMembers + [""] }
    for property in properties { lines += self.lines(of: property, in: mapping) }
    if properties.contains(where: { KeyText($0.name) != KeyText($0.key) }) {
      lines += [""] + Self.codingKeys(properties.map { ($0.name, $0.key) })
    }
    if properties.contains(where: { $0.presence == .nullable }) {
      lines += [""] + Self.encoding(properties.map { ($0.name, $0.presence) })
    }
    return lines + ["}"]
  }

  private func lines(of property: Property, in mapping: Int32) -> [String] {
    let shape = types.shapes.shape(of: property.field)
    var lines: [String] = []
    let facts = self.facts(of: property, shape, in: mapping)
    if !facts.isEmpty {
      let text = facts.joined(separator: "; ")
      lines.append("  /// \(text.prefix(1).uppercased())\(text.dropFirst()).")
    }
    var wrapper = ""
    var type: String
    let plain = typeName(of: shape, isOptional: false)
    switch property.presence {
    case .always: type = plain
    case .optional, .nullable: type = plain + "?"
    case .optionalOrNull: type = "\(types.nullableName)<\(plain)>?"
    }
    if case .structure(let target) = types.type(of: shape), types.shapes.isUpward(shape, to: target)
    {
      let seen = types.shapes.shapes[Int(shape)]
      wrapper = seen.facts.contains(.downward) ? "@Shared " : "@BackReference "
      type = plain + "?"
    }
    return lines
      + Self.line("  \(wrapper)var \(SwiftName.quoted(property.name)):", type)
  }

  private func facts(of property: Property, _ shape: Int32, in mapping: Int32) -> [String] {
    let seen = types.shapes.shapes[Int(shape)]
    let count = types.shapes.fields[Int(property.field)].count
    let all = types.shapes.mappings[Int(mapping)].count
    var facts: [String] = []
    if count < all { facts.append("in \(count) of \(all)") }
    if seen.valueCount == 0 {
      facts.append("always null")
    } else if seen.nulls > 0 {
      facts.append("null in \(seen.nulls)\(count < all ? "" : " of \(all)")")
    }
    switch types.type(of: shape) {
    case .string where !seen.facts.contains(.manyTexts) && Int(seen.textCount) < seen.strings:
      facts.append(self.count(Int(seen.textCount), "distinct value"))
    case .number(.int) where seen.leastInteger < seen.greatestInteger:
      facts.append("\(seen.leastInteger) to \(seen.greatestInteger)")
    case .number(.decimal):
      facts.append("more digits than a Double has")
    case .number(.double)
    where seen.facts.contains(.notDecimal)
      && !seen.facts.isDisjoint(with: [.longReal, .longInteger]):
      facts.append("some have more digits than Double and Decimal")
    case .sequence where isUnknown(types.shapes.element(of: shape)):
      facts.append("always empty")
    case .dictionary(let mapping) where isUnknown(types.shapes.values(of: mapping)):
      facts.append("always empty")
    default:
      break
    }
    return facts
  }

  private func isUnknown(_ shape: Int32?) -> Bool {
    shape.map { types.type(of: $0) == .unknown && !isNullable($0) } ?? true
  }

  static func codingKeys(_ names: [(name: String, key: String)]) -> [String] {
    let areUnequal = Set(names.map(\.key)).count == names.count
    let note =
      "  // Some keys are equal as strings; decant's coders tell them apart, Foundation's do not."
    return (areUnequal ? [] : [note]) + ["  enum CodingKeys: String, CodingKey {"]
      + names.flatMap { name, key in
        let opening = "    case \(SwiftName.quoted(name))"
        return KeyText(name) == KeyText(key)
          ? [opening] : line(opening + " =", SwiftName.literal(key))
      } + ["  }"]
  }

  /// Returns a method that encodes nil as null where a key is always present.
  static func encoding(_ properties: [(name: String, presence: Presence)]) -> [String] {
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
      lines += line(
        "    try container.\(method)(", "\(name), forKey: .\(property.name))", separator: "")
    }
    return lines + ["  }"]
  }
}
