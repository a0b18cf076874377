internal import DecantCore

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
