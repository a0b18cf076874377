internal import DecantTypes

/// Types that several runs found for the same values.
extension TypeGraph {
  /// A type that describes what two do, and how many parts of the second one are new in it.
  typealias Merged = (node: Int, differences: Int)

  /// The type of null.
  var null: Int {
    mutating get { nullable(node(.never)) }
  }

  mutating func oneOf(_ list: [Int]) -> Int {
    list.count == 1 ? list[0] : node(list.isEmpty ? .never : .union(list))
  }

  /// Returns the content of a type that is described where it is found; nil for a type with a name, which is known later.
  func unnamed(_ node: Int) -> Content? { self[node].name == nil ? self[node].content : nil }

  /// Returns the types of which one describes a value.
  func alternatives(of node: Int) -> [Int] {
    switch unnamed(node) {
    case .never: []
    case .union(let list): list
    default: [node]
    }
  }

  /// Returns the collection whose parts have the types of both; nil for scalars, and for mappings with other keys.
  ///
  /// Collections that differ in one part are one with several types there; more differences belong together.
  mutating func mergedParts(of node: Int, with other: Int) -> Merged? {
    switch (unnamed(node), unnamed(other)) {
    case (.structure(let fields, let values), .structure(let others, let otherValues)):
      guard let all = merged(fields, others), (values == nil) == (otherValues == nil) else {
        return nil
      }
      let (rest, differences) = merged(values, otherValues)
      return (
        self.node(.structure(all.fields, additional: rest)), all.differences + differences
      )
    case (.tuple(let first, let rest), .tuple(let others, let otherRest))
    where first.count == others.count && (rest == nil) == (otherRest == nil):
      var (all, differences) = merged(rest, otherRest)
      var elements: [Int] = []
      for (element, other) in zip(first, others) {
        let merged = merged(element, with: other)
        elements.append(merged.node)
        differences += merged.differences
      }
      return (self.node(.tuple(first: elements, rest: all)), differences)
    default:
      return nil
    }
  }

  /// Returns the type of values that either type describes.
  private mutating func merged(_ node: Int, with other: Int) -> Merged {
    if node == other || unnamed(node) == .any { return (node, 0) }
    if unnamed(other) == .any { return (other, 1) }
    var list = alternatives(of: node)
    var differences = 0
    for type in alternatives(of: other) where !list.contains(type) {
      differences = 1
      var isMerged = false
      for index in list.indices {
        guard let merged = mergedParts(of: list[index], with: type), merged.differences <= 1 else {
          continue
        }
        if merged.differences == 0 { differences = 0 }
        list[index] = merged.node
        isMerged = true
        break
      }
      if !isMerged { list.append(type) }
    }
    return (oneOf(list), differences)
  }

  private mutating func merged(_ node: Int?, _ other: Int?) -> (Int?, Int) {
    guard let node, let other else { return (node ?? other, 0) }
    return merged(node, with: other)
  }

  /// Returns the fields of both lists; nil if they do not have the same keys.
  private mutating func merged(
    _ fields: [Field], _ others: [Field]
  ) -> (fields: [Field], differences: Int)? {
    guard fields.count == others.count else { return nil }
    var differences = 0
    var result = fields
    for (position, other) in others.enumerated() {
      // Most runs decode the same keys in the same order.
      let isThere = result[position].key == other.key
      let found = isThere ? position : result.firstIndex { $0.key == other.key }
      guard let index = found else { return nil }
      differences += merge(other, into: &result[index])
    }
    return (result, differences)
  }

  /// Adds what another run found, and returns how many parts of it are new.
  private mutating func merge(_ other: Field, into field: inout Field) -> Int {
    if field == other { return 0 }
    switch (field.presence, other.presence) {
    case (.absent, .absent):
      return 0
    case (_, .absent):
      let isNew = field.presence == .required
      field.presence = .optional
      return isNew ? 1 : 0
    case (.absent, _):
      field = other
      field.presence = .optional
      return 1
    default:
      let merged = merged(field.node, with: other.node)
      field.node = merged.node
      var isNew = merged.differences > 0
      if other.presence == .optional, field.presence == .required {
        field.presence = .optional
        isNew = true
      }
      return isNew ? 1 : 0
    }
  }
}
