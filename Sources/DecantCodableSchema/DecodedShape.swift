internal import DecantCore

/// What a type decodes at one place of a document.
indirect enum DecodedShape: Hashable {
  /// A value of any type, which is not decoded, or refused without an error.
  case any
  /// The elements of a list that had none: a union of no shapes.
  case unseen
  case null
  case scalar(Scalar)
  case constants([Value])
  /// The type with a number in `TypeProbe`.
  case type(Int)
  case object(fields: [Field], additional: DecodedShape?)
  /// The first elements, and those after them; nil if they are not decoded.
  case array(first: [DecodedShape], rest: DecodedShape?)
  /// A value of which several types decode a part.
  case all([DecodedShape])
  case union([DecodedShape])

  enum Scalar: Hashable {
    case boolean, number
    case integer(least: Int64?, greatest: UInt64?)
    case string(format: String?)
    case base64
  }

  struct Field: Hashable {
    let key: String
    var shape: DecodedShape
    var presence: Presence
    /// Whether it is decoded only if it is present, so that it is optional unless that is refused.
    var isDecodedIfPresent = false
  }

  enum Presence: Hashable {
    case required, optional
    /// The type decodes other values because the key is missing.
    case absent
  }

  /// The shapes of which one describes a value.
  var alternatives: [DecodedShape] {
    switch self {
    case .unseen: []
    case .union(let list): list
    default: [self]
    }
  }

  static func oneOf(_ list: [DecodedShape]) -> DecodedShape {
    switch list.count {
    case 0: .unseen
    case 1: list[0]
    default: .union(list)
    }
  }
}

// MARK: - Merging

/// Shapes that several runs found for the same values.
extension DecodedShape {
  /// A shape that describes what two do, and how many parts of the second one are new in it.
  typealias Merged = (shape: DecodedShape, differences: Int)

  /// Returns the collection whose parts have the shapes of both; nil for scalars, and for objects with other keys.
  ///
  /// Collections that differ in one part are one with several shapes there; more differences belong together.
  func mergedParts(with other: DecodedShape) -> Merged? {
    switch (self, other) {
    case (.object(let fields, let values), .object(let others, let otherValues)):
      guard let all = Self.merged(fields, others), (values == nil) == (otherValues == nil) else {
        return nil
      }
      let (rest, differences) = Self.merged(values, otherValues)
      return (.object(fields: all.fields, additional: rest), all.differences + differences)
    case (.array(let first, let rest), .array(let others, let otherRest))
    where first.count == others.count && (rest == nil) == (otherRest == nil):
      let pairs = zip(first, others).map { $0.merged(with: $1) }
      let (all, differences) = Self.merged(rest, otherRest)
      return (
        .array(first: pairs.map(\.shape), rest: all),
        pairs.reduce(differences) { $0 + $1.differences }
      )
    default:
      return nil
    }
  }

  /// Returns the shape of values that either shape describes.
  fileprivate func merged(with other: DecodedShape) -> Merged {
    if self == other || self == .any { return (self, 0) }
    if other == .any { return (other, 1) }
    var list = alternatives
    var differences = 0
    for shape in other.alternatives where !list.contains(shape) {
      differences = 1
      let similar = list.indices.lazy.compactMap { [list] index in
        list[index].mergedParts(with: shape).map { (index, $0) }
      }.first { $0.1.differences <= 1 }
      if let (index, merged) = similar {
        if merged.differences == 0 { differences = 0 }
        list[index] = merged.shape
      } else {
        list.append(shape)
      }
    }
    return (Self.oneOf(list), differences)
  }

  private static func merged(
    _ shape: DecodedShape?, _ other: DecodedShape?
  ) -> (DecodedShape?, Int) {
    guard let shape, let other else { return (shape ?? other, 0) }
    let result = shape.merged(with: other)
    return (result.shape, result.differences)
  }

  /// Returns the fields of both lists; nil if they do not have the same keys.
  private static func merged(
    _ fields: [Field], _ others: [Field]
  ) -> (fields: [Field], differences: Int)? {
    guard fields.count == others.count else { return nil }
    var differences = 0
    var result = fields
    for (place, other) in others.enumerated() {
      let key = KeyText(other.key)
      // Most runs decode the same keys in the same order.
      let isThere = KeyText(result[place].key) == key
      let found = isThere ? place : result.firstIndex { KeyText($0.key) == key }
      guard let index = found else { return nil }
      differences += result[index].merge(other)
    }
    return (result, differences)
  }
}

extension DecodedShape.Field {
  /// Adds what another run found, and returns how many parts of it are new.
  fileprivate mutating func merge(_ other: DecodedShape.Field) -> Int {
    if self == other { return 0 }
    switch (presence, other.presence) {
    case (.absent, .absent):
      return 0
    case (_, .absent):
      let isNew = presence == .required
      presence = .optional
      return isNew ? 1 : 0
    case (.absent, _):
      self = other
      presence = .optional
      return 1
    default:
      let merged = shape.merged(with: other.shape)
      shape = merged.shape
      var isNew = merged.differences > 0
      if other.presence == .optional, presence == .required {
        presence = .optional
        isNew = true
      }
      return isNew ? 1 : 0
    }
  }
}
