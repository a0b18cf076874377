internal import DecantCore

/// The type of the values of one shape, without null.
enum InferredType: Hashable {
  /// Only null or nothing was seen.
  case unknown
  case bool
  case number(NumberType)
  case string
  case url
  case uuid
  /// One of a few strings.
  case enumeration
  case date
  case data
  /// Elements have the type of the shape's element.
  case sequence
  /// The keys are data.
  case dictionary(mapping: Int32)
  /// The keys are properties.
  case structure(mapping: Int32)
  /// Values of several types.
  case mixture

  enum NumberType: String, Hashable {
    case int = "Int"
    case uint64 = "UInt64"
    case int128 = "Int128"
    case double = "Double"
    case decimal = "Decimal"
  }
}

extension Shapes {
  /// Returns the type of the values of a shape.
  func type(of shape: Int32, _ options: TypeInference.Options) -> InferredType {
    let list = types(of: shape, options)
    guard let first = list.first else { return .unknown }
    return list.count == 1 ? first : .mixture
  }

  /// Returns the types that values of a shape have, in an order in which no value decodes as an earlier type.
  ///
  /// Dates and data also decode from strings, so strings are tried first.
  func types(of shape: Int32, _ options: TypeInference.Options) -> [InferredType] {
    let seen = shapes[Int(shape)]
    var types: [InferredType] = []
    if seen.strings > 0 {
      let isAlone = seen.kinds == .string
      if isAlone, seen.facts.contains(.archivedURL), seen.facts.isDisjoint(with: .notArchivedURL) {
        types.append(.url)
      } else if isAlone, seen.facts.contains(.archivedUUID),
        seen.facts.isDisjoint(with: .notArchivedUUID)
      {
        types.append(.uuid)
      } else if isAlone, options.findsURLs, !seen.facts.contains(.notURL) {
        types.append(.url)
      } else {
        let isEnumeration =
          isAlone && options.findsEnumerations && seen.isEnumerable
          && (!options.needsSwiftTypes || texts.areDifferentStrings(of: seen))
        types.append(isEnumeration ? .enumeration : .string)
      }
    }
    if seen.booleans > 0 { types.append(.bool) }
    if seen.integers > 0 || seen.reals > 0 { types.append(.number(seen.numberType)) }
    if seen.dates > 0 { types.append(.date) }
    if seen.data > 0 { types.append(.data) }
    if seen.sequences > 0 { types.append(.sequence) }
    for mapping in mappingList(of: shape) {
      types.append(
        isDictionary(mapping) ? .dictionary(mapping: mapping) : .structure(mapping: mapping))
    }
    return types
  }

  /// Whether a mapping has no fields: its keys are data, or it is always empty.
  private func isDictionary(_ mapping: Int32) -> Bool {
    mappings[Int(mapping)].classNumber < 0 && mappings[Int(mapping)].fieldCount == 0
  }
}

extension Shape {
  /// Whether a set of strings is closed: few, and each seen twice on average.
  fileprivate var isEnumerable: Bool {
    !facts.contains(.manyTexts) && strings >= 4 && Int(textCount) * 2 <= strings
  }

  fileprivate var numberType: InferredType.NumberType {
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
