internal import DecantCore

/// Keywords whose values are schemas, each of which becomes a subschema with a number.
extension SchemaCompiler {
  private mutating func subschema(at node: Int, _ context: Context) -> Int {
    subschema(at: node, in: context.document, of: context.resource)
  }

  private mutating func subschema(of keyword: SchemaKeyword, _ context: Context) -> Int? {
    node(of: keyword).map { subschema(at: $0, context) }
  }

  /// Returns the subschemas in the array that is the value of a keyword.
  private mutating func subschemas(
    of keyword: SchemaKeyword, _ context: Context
  ) throws(DecantError) -> [Int]? {
    guard let node = node(of: keyword) else { return nil }
    guard context.instance.kind(of: node) == .array, context.instance.count(of: node) > 0 else {
      throw malformed(keyword, "an array of schemas", context)
    }
    return context.instance.values(of: node).map { subschema(at: $0, context) }
  }

  // MARK: Objects

  mutating func compileObjects(_ context: Context) throws(DecantError) {
    let instance = context.instance
    var members = CompiledSchema.Members()
    if let node = node(of: .properties) {
      for child in try values(of: node, .properties, context) {
        members.properties.append(
          (instance.numbers[child], Int32(subschema(at: child, context))))
      }
      members.properties.sort { $0.name < $1.name }
    }
    if let node = node(of: .patternProperties) {
      for child in try values(of: node, .patternProperties, context) {
        let pattern = pattern(instance.string(of: instance.key(of: child)), at: child, context)
        members.patterns.append((pattern, subschema(at: child, context)))
      }
    }
    members.additional = subschema(of: .additionalProperties, context)
    let nodes = [SchemaKeyword.properties, .patternProperties, .additionalProperties]
    if let node = nodes.compactMap({ node(of: $0) }).first {
      append(.members, .object, schema.members.count, node)
      schema.members.append(members)
    }
    if let node = node(of: .propertyNames) {
      append(.propertyNames, .object, subschema(at: node, context), node)
    }
    if let node = node(of: .dependentSchemas) {
      var dependencies: [CompiledSchema.Dependency] = []
      for child in try values(of: node, .dependentSchemas, context) {
        dependencies.append(
          CompiledSchema.Dependency(
            name: Int(instance.numbers[child]), schema: subschema(at: child, context),
            node: child))
      }
      append(.dependentSchemas, .object, schema.dependencies.count, node)
      schema.dependencies.append(dependencies)
    }
    if let node = node(of: .dependencies) { try compileOlderDependencies(at: node, context) }
    for keyword in [SchemaKeyword.definitions, .olderDefinitions] {
      guard let node = node(of: keyword) else { continue }
      for child in try values(of: node, keyword, context) {
        _ = subschema(at: child, context)
      }
    }
  }

  private mutating func compileOlderDependencies(
    at node: Int, _ context: Context
  ) throws(DecantError) {
    var required: [CompiledSchema.Dependency] = []
    var schemas: [CompiledSchema.Dependency] = []
    for child in try values(of: node, .dependencies, context) {
      let name = Int(context.instance.numbers[child])
      if let names = names(at: child, context) {
        required.append(CompiledSchema.Dependency(name: name, required: names, node: child))
      } else {
        schemas.append(
          CompiledSchema.Dependency(name: name, schema: subschema(at: child, context), node: child)
        )
      }
    }
    append(.dependentRequired, .object, schema.dependencies.count, node)
    schema.dependencies.append(required)
    append(.dependentSchemas, .object, schema.dependencies.count, node)
    schema.dependencies.append(schemas)
  }

  // MARK: Arrays

  mutating func compileArrays(_ context: Context) throws(DecantError) {
    try compileItems(context)
    let minimum = try count(of: .minContains, context)
    let maximum = try count(of: .maxContains, context)
    if let node = node(of: .contains) {
      append(.contains, .array, schema.contains.count, node)
      schema.contains.append(
        CompiledSchema.Contains(
          schema: subschema(at: node, context), minimum: minimum ?? 1, maximum: maximum,
          minimumNode: self.node(of: .minContains) ?? node,
          maximumNode: self.node(of: .maxContains) ?? node,
          evaluates: context.dialect.containsEvaluates))
    }
  }

  private mutating func compileItems(_ context: Context) throws(DecantError) {
    var prefix = SchemaKeyword.prefixItems
    var rest = SchemaKeyword.items
    if let node = node(of: .items), context.instance.kind(of: node) == .array {
      guard context.dialect.hasArraysOfItems else { throw malformed(.items, "a schema", context) }
      (prefix, rest) = (.items, .additionalItems)
    }
    let items = CompiledSchema.Items(
      prefix: try subschemas(of: prefix, context) ?? [], rest: subschema(of: rest, context))
    // Beside other items it is without effect, but can have identifiers.
    _ = subschema(of: .additionalItems, context)
    guard let node = node(of: .prefixItems) ?? node(of: .items) else { return }
    append(.items, .array, schema.items.count, node)
    schema.items.append(items)
  }

  // MARK: References

  mutating func compileReferences(_ context: Context) throws(DecantError) {
    for keyword in [SchemaKeyword.ref, .dynamicRef, .recursiveRef] {
      guard let node = node(of: keyword) else { continue }
      guard context.instance.kind(of: node) == .string else {
        throw malformed(keyword, "a string", context)
      }
      references.append(
        Reference(
          subschema: context.number, keyword: schema.keywords.count, node: node, kind: keyword))
      append(keyword == .ref ? .reference : .dynamicReference, .all, 0, node)
    }
  }

  // MARK: In place

  mutating func compileCombinations(_ context: Context) throws(DecantError) {
    for (keyword, operation) in [
      (SchemaKeyword.allOf, CompiledSchema.Operation.allOf), (.anyOf, .anyOf), (.oneOf, .oneOf),
    ] {
      guard let list = try subschemas(of: keyword, context), let node = node(of: keyword) else {
        continue
      }
      append(operation, .all, schema.lists.count, node)
      schema.lists.append(list)
    }
    if let node = node(of: .not) { append(.not, .all, subschema(at: node, context), node) }
    let then = subschema(of: .then, context)
    let otherwise = subschema(of: .else, context)
    if let node = node(of: .if) {
      append(.condition, .all, schema.conditions.count, node)
      schema.conditions.append(
        CompiledSchema.Condition(
          test: subschema(at: node, context), then: then, otherwise: otherwise))
    }
  }

  mutating func compileUnevaluated(_ context: Context) throws(DecantError) {
    if let node = node(of: .unevaluatedItems) {
      append(.unevaluatedItems, .array, subschema(at: node, context), node)
      schema.subschemas[context.number].tracked.insert(.array)
    }
    if let node = node(of: .unevaluatedProperties) {
      append(.unevaluatedProperties, .object, subschema(at: node, context), node)
      schema.subschemas[context.number].tracked.insert(.object)
    }
  }
}
