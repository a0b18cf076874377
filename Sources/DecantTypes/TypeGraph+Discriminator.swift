internal import DecantCore

/// The property whose text says which alternative a value is.
///
///     {"oneOf": [{"properties": {"kind": {"const": "a"}}, "required": ["kind"]}, …]}
extension TypeGraph {
  struct Discriminator {
    let key: String
    /// The texts of each alternative.
    let tags: [[String]]
  }

  /// Returns the discriminator of a union of structures; nil if they have no such property in common.
  func discriminator(of union: Int) -> Discriminator? {
    guard case .union(let alternatives) = self[union].content else { return nil }
    var structures: [[Field]] = []
    for alternative in alternatives {
      guard case .structure(let fields, _) = self[alternative].content else { return nil }
      structures.append(fields)
    }
    for field in structures[0] where texts(of: field) != nil {
      let tags = structures.compactMap { fields in
        fields.first { $0.key == field.key }.flatMap { texts(of: $0) }
      }
      guard tags.count == structures.count else { continue }
      // Swift compares texts by their characters.
      let all = tags.flatMap(\.self)
      if Set(all).count == all.count { return Discriminator(key: field.key.string, tags: tags) }
    }
    return nil
  }

  private func texts(of field: Field) -> [String]? {
    guard field.isRequired, !isNullable(field.node),
      case .enumeration(let values) = content(of: field.node)
    else { return nil }
    return values.compactMap(\.string)
  }
}
