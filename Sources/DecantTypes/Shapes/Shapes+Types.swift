internal import DecantCore

/// The type of a part of the values of one shape.
enum ShapeType {
  /// A type of single values.
  case scalar(TypeGraph.Content)
  /// One of a few strings.
  case enumeration
  /// Elements have the type of the shape's element.
  case sequence
  /// The mapping has properties, or its keys are data.
  case mapping(Int32)
}

extension Shapes {
  /// Returns the types that values of a shape have, in an order in which no value decodes as an earlier type.
  ///
  /// Dates and data also decode from strings, so strings are tried first.
  func types(of shape: Int32, _ options: TypeInference.Options) -> [ShapeType] {
    let seen = shapes[Int(shape)]
    var types: [ShapeType] = []
    if seen.strings > 0 { types.append(textType(of: seen, options)) }
    if seen.booleans > 0 { types.append(.scalar(.bool)) }
    if seen.integers > 0 || seen.reals > 0 {
      types.append(
        .scalar(.number(TypeGraph.Number(type: seen.numberType, isInteger: seen.reals == 0))))
    }
    if seen.dates > 0 { types.append(.scalar(.string(format: "date-time"))) }
    if seen.data > 0 { types.append(.scalar(.data)) }
    if seen.sequences > 0 { types.append(.sequence) }
    return types + mappingList(of: shape).map { .mapping($0) }
  }

  private func textType(of seen: Shape, _ options: TypeInference.Options) -> ShapeType {
    guard seen.kinds == .string else { return .scalar(.string(format: nil)) }
    if seen.facts.contains(.archivedUUID), seen.facts.isDisjoint(with: .notArchivedUUID) {
      return .scalar(.string(format: "uuid"))
    }
    let isArchivedURL =
      seen.facts.contains(.archivedURL) && seen.facts.isDisjoint(with: .notArchivedURL)
    if isArchivedURL { return .scalar(.string(format: "uri")) }
    let isEnumeration =
      options.findsEnumerations && seen.isEnumerable
      && (!options.needsSwiftTypes || texts.areDifferentStrings(of: seen))
    return isEnumeration ? .enumeration : .scalar(.string(format: nil))
  }

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

extension Shape {
  /// The number of values other than null.
  var valueCount: Int {
    booleans + integers + reals + strings + dates + data + sequences + mappings + references
  }

  /// Whether a set of strings is closed: few, and each seen twice on average.
  fileprivate var isEnumerable: Bool {
    !facts.contains(.manyTexts) && strings >= 4 && Int(textCount) * 2 <= strings
  }

  fileprivate var numberType: TypeGraph.Number.SwiftType {
    if facts.contains(.ofPropertyList) {
      // `Decimal` does not encode itself as a number there.
      if reals > 0 || facts.contains(.notDecimal) { return .double }
      return facts.contains(.wide) || leastInteger < 0 ? .int128 : .uint64
    }
    if reals == 0 {
      if facts.isDisjoint(with: [.unsigned, .wide]) { return .int }
      if !facts.contains(.wide), leastInteger >= 0 { return .uint64 }
      return facts.contains(.notDecimal) ? .double : .decimal
    }
    guard facts.isDisjoint(with: [.nonFinite, .notDecimal]) else { return .double }
    return facts.isDisjoint(with: [.longInteger, .longReal]) ? .double : .decimal
  }
}
