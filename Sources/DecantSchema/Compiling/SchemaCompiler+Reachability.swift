internal import DecantCore

/// What a check can reach. A reference elsewhere, as in a definition that is not used, may lead to no schema.
extension SchemaCompiler {
  /// Throws if one of the references that lead to no schema can be reached from a subschema.
  mutating func refuseDanglingReferences(reachedFrom root: Int) throws(DecantError) {
    guard !dangling.isEmpty else { return }
    dangling = dangling.sorted { location(of: $0) < location(of: $1) }
    let isReached = subschemas(reachedFrom: root)
    for reference in dangling where isReached[reference.subschema] {
      // The source is asked for it again, so that it knows which reference the error is about.
      let subschema = schema.subschemas[reference.subschema]
      let document = schema.documents[subschema.location.document]
      _ = try target(
        of: document.instance.string(of: reference.node), in: subschema.resource, document.uri)
      throw unresolved(reference)
    }
  }

  /// What is wrong, and only prevents the check of some documents or of none; of the patterns, the first 100.
  var notes: [DecantError] {
    let patterns = unknownPatterns.sorted {
      ($0.location.document, $0.location.node) < ($1.location.document, $1.location.node)
    }
    return dangling.map(unresolved)
      + patterns.prefix(100).map { failure($0.problem, at: $0.location) }
  }

  /// Returns the error of a reference that leads to no schema.
  func unresolved(_ reference: Reference) -> DecantError {
    let document = schema.subschemas[reference.subschema].location.document
    return failure(
      .unresolvedReference(schema.documents[document].instance.string(of: reference.node)),
      at: CompiledSchema.Location(document: document, node: reference.node))
  }

  private func location(of reference: Reference) -> (Int, Int) {
    (schema.subschemas[reference.subschema].location.document, reference.node)
  }

  /// Returns for each subschema whether a check by `root` can come to it.
  private func subschemas(reachedFrom root: Int) -> [Bool] {
    var isReached = [Bool](repeating: false, count: schema.subschemas.count)
    var waiting = [root]
    while let number = waiting.popLast() {
      guard !isReached[number] else { continue }
      isReached[number] = true
      for keyword in schema.keywords[schema.subschemas[number].keywords] {
        waiting += schema.subschemas(of: keyword)
      }
    }
    return isReached
  }
}

extension CompiledSchema {
  /// The subschemas to which a check comes by a keyword.
  func subschemas(of keyword: Keyword) -> [Int] {
    let operand = keyword.operand
    switch keyword.operation {
    case .type, .constant, .enumeration, .multipleOf, .minimum, .maximum, .exclusiveMinimum,
      .exclusiveMaximum, .minLength, .maxLength, .pattern, .format, .content, .minItems, .maxItems,
      .uniqueItems, .minProperties, .maxProperties, .required, .dependentRequired:
      return []
    case .reference, .propertyNames, .not, .unevaluatedItems, .unevaluatedProperties:
      return [operand]
    case .dynamicReference:
      let reference = dynamicReferences[operand]
      guard let anchor = reference.anchor else { return [reference.target] }
      return [reference.target] + resources.compactMap { $0.dynamicAnchors[anchor] }
    case .allOf, .anyOf, .oneOf: return lists[operand]
    case .members:
      let members = members[operand]
      return members.properties.map { Int($0.schema) } + members.patterns.map(\.schema)
        + [members.additional].compactMap(\.self)
    case .dependentSchemas: return dependencies[operand].map(\.schema)
    case .items: return items[operand].prefix + [items[operand].rest].compactMap(\.self)
    case .contains: return [contains[operand].schema]
    case .condition:
      let condition = conditions[operand]
      return [condition.test] + [condition.then, condition.otherwise].compactMap(\.self)
    }
  }
}
