internal import DecantCore

/// The keywords of a subschema, in the order in which they are checked: what is quick first, what depends on the results of
/// others (`unevaluatedProperties`, `unevaluatedItems`) last.
extension SchemaCompiler {
  /// Compiles the keywords of a subschema: those that are quickly checked first, the unevaluated ones last.
  mutating func compileKeywords(of number: Int) throws(DecantError) {
    let subschema = schema.subschemas[number]
    let context = Context(
      document: subschema.location.document, resource: subschema.resource, number: number,
      dialect: schema.resources[subschema.resource].dialect,
      instance: schema.documents[subschema.location.document].instance)
    try compileAssertions(context)
    try compileObjects(context)
    try compileArrays(context)
    try compileReferences(context)
    try compileCombinations(context)
    if try boolean(.uniqueItems, context) == true, let node = node(of: .uniqueItems) {
      append(.uniqueItems, .array, 0, node)
    }
    try compileUnevaluated(context)
  }

  /// The subschema that is compiled.
  struct Context {
    let document: Int
    let resource: Int
    let number: Int
    let dialect: Dialect
    let instance: NumberedDocument
  }

  mutating func append(
    _ operation: CompiledSchema.Operation, _ kinds: CompiledSchema.KindSet, _ operand: Int,
    _ node: Int
  ) {
    schema.keywords.append(
      CompiledSchema.Keyword(operation: operation, kinds: kinds, operand: operand, node: node))
  }

  func malformed(
    _ keyword: SchemaKeyword, _ expected: String, _ context: Context
  ) -> DecantError {
    failure(
      .malformed(keyword: keyword.name, expected: expected),
      at: CompiledSchema.Location(document: context.document, node: node(of: keyword) ?? 0))
  }

  // MARK: Assertions

  private mutating func compileAssertions(_ context: Context) throws(DecantError) {
    let instance = context.instance
    if let node = node(of: .type) {
      append(.type, .all, Int(try types(at: node, context).rawValue), node)
    }
    if let node = node(of: .constant) { append(.constant, .all, node, node) }
    if let node = node(of: .enumeration) {
      guard instance.kind(of: node) == .array else {
        throw malformed(.enumeration, "an array", context)
      }
      var enumeration = CompiledSchema.Enumeration()
      for value in instance.values(of: node) {
        if instance.kind(of: value) == .string {
          enumeration.names.insert(instance.withText(of: value) { schema.names.intern($0) })
        } else {
          enumeration.others[instance.hash(of: value), default: []].append(value)
        }
        enumeration.nodes.append(value)
      }
      append(.enumeration, .all, schema.enumerations.count, node)
      schema.enumerations.append(enumeration)
    }
    try compileNumber(.multipleOf, .multipleOf, context)
    try compileLimit(.minimum, .minimum, exclusive: .exclusiveMinimum, .exclusiveMinimum, context)
    try compileLimit(.maximum, .maximum, exclusive: .exclusiveMaximum, .exclusiveMaximum, context)
    try compileCount(.minLength, .minLength, .string, context)
    try compileCount(.maxLength, .maxLength, .string, context)
    if let node = node(of: .pattern) {
      guard instance.kind(of: node) == .string else {
        throw malformed(.pattern, "a string", context)
      }
      append(.pattern, .string, pattern(instance.string(of: node), at: node, context), node)
    }
    compileFormats(context)
    try compileCount(.minItems, .minItems, .array, context)
    try compileCount(.maxItems, .maxItems, .array, context)
    try compileCount(.minProperties, .minProperties, .object, context)
    try compileCount(.maxProperties, .maxProperties, .object, context)
    if let node = node(of: .required) {
      guard let names = names(at: node, context) else {
        throw malformed(.required, "an array of strings", context)
      }
      append(.required, .object, schema.lists.count, node)
      schema.lists.append(names)
    }
    if let node = node(of: .dependentRequired) {
      var dependencies: [CompiledSchema.Dependency] = []
      for child in try values(of: node, .dependentRequired, context) {
        guard let names = names(at: child, context) else {
          throw malformed(.dependentRequired, "an object of arrays of strings", context)
        }
        dependencies.append(
          CompiledSchema.Dependency(
            name: Int(instance.numbers[child]), required: names, node: child))
      }
      append(.dependentRequired, .object, schema.dependencies.count, node)
      schema.dependencies.append(dependencies)
    }
  }

  private func types(
    at node: Int, _ context: Context
  ) throws(DecantError) -> CompiledSchema.KindSet {
    let instance = context.instance
    let nodes =
      instance.kind(of: node) == .array ? Array(instance.values(of: node)) : [node]
    var types: CompiledSchema.KindSet = []
    for node in nodes {
      guard instance.kind(of: node) == .string,
        let type = CompiledSchema.KindSet(named: instance.string(of: node))
      else {
        throw malformed(
          .type,
          "null, boolean, integer, number, string, array or object, or an array of these", context)
      }
      types.formUnion(type)
    }
    if context.dialect.distinguishesIntegersByNotation, types.remove(.integer) != nil {
      types.insert(.notedInteger)
    }
    return types
  }

  private mutating func compileNumber(
    _ keyword: SchemaKeyword, _ operation: CompiledSchema.Operation, _ context: Context
  ) throws(DecantError) {
    guard let node = node(of: keyword) else { return }
    guard context.instance.kind(of: node) == .number else {
      throw malformed(keyword, "a number", context)
    }
    let number = context.instance.number(of: node)
    if keyword == .multipleOf {
      let length = context.instance.withText(of: node) { $0.byteCount }
      guard .integer(0) < number, length <= 200 else {
        throw malformed(keyword, "a number above 0, of at most 200 digits", context)
      }
    }
    append(operation, .number, schema.numbers.count, node)
    schema.numbers.append(number)
    schema.approximations.append(number.approximation)
  }

  private mutating func compileLimit(
    _ keyword: SchemaKeyword, _ operation: CompiledSchema.Operation,
    exclusive: SchemaKeyword, _ exclusiveOperation: CompiledSchema.Operation, _ context: Context
  ) throws(DecantError) {
    guard context.dialect.hasBooleanLimits else {
      try compileNumber(keyword, operation, context)
      try compileNumber(exclusive, exclusiveOperation, context)
      return
    }
    let isExclusive = try boolean(exclusive, context) ?? false
    try compileNumber(keyword, isExclusive ? exclusiveOperation : operation, context)
  }

  private func boolean(
    _ keyword: SchemaKeyword, _ context: Context
  ) throws(DecantError) -> Bool? {
    guard let node = node(of: keyword) else { return nil }
    guard context.instance.kind(of: node) == .boolean else {
      throw malformed(keyword, "true or false", context)
    }
    return context.instance.isTrue(node)
  }

  private mutating func compileCount(
    _ keyword: SchemaKeyword, _ operation: CompiledSchema.Operation,
    _ kinds: CompiledSchema.KindSet, _ context: Context
  ) throws(DecantError) {
    guard let count = try count(of: keyword, context), let node = node(of: keyword) else { return }
    append(operation, kinds, count, node)
  }

  /// Returns the value of a keyword that is a count; one that no document reaches is the largest integer.
  func count(of keyword: SchemaKeyword, _ context: Context) throws(DecantError) -> Int? {
    guard let node = node(of: keyword) else { return nil }
    if context.instance.kind(of: node) == .number {
      switch context.instance.number(of: node) {
      case .integer(let count) where count >= 0: return count
      case .decimal(let number) where number.value.isIntegral && !number.value.isNegative:
        return .max
      default: break
      }
    }
    throw malformed(keyword, "an integer of 0 or more", context)
  }

  mutating func names(at node: Int, _ context: Context) -> [Int]? {
    let instance = context.instance
    guard instance.kind(of: node) == .array else { return nil }
    var names: [Int] = []
    for child in instance.values(of: node) {
      guard instance.kind(of: child) == .string else { return nil }
      names.append(instance.withText(of: child) { schema.names.intern($0) })
    }
    return names
  }

  func values(
    of node: Int, _ keyword: SchemaKeyword, _ context: Context
  ) throws(DecantError) -> NumberedDocument.Values {
    guard context.instance.kind(of: node) == .object else {
      throw malformed(keyword, "an object", context)
    }
    return context.instance.values(of: node)
  }

  /// Returns the number of a pattern; equal ones are compiled once.
  ///
  /// One that is not supported is an error only for a document that reaches it.
  mutating func pattern(_ text: String, at node: Int, _ context: Context) -> Int {
    if let known = patternOfText[KeyText(text)] { return known }
    let number = schema.patterns.count
    patternOfText[KeyText(text)] = number
    do throws(PatternProblem) {
      let limit = Self.maximumStates
      let pattern = try Pattern(text, most: limit - stateCount, of: limit)
      stateCount += pattern.size
      schema.patterns.append(pattern)
    } catch {
      schema.patterns.append(nil)
      schema.unknownPatterns[number] = .pattern(text, error.words)
      let location = CompiledSchema.Location(document: context.document, node: node)
      unknownPatterns.append((location, .unknownPattern(text, error.words)))
    }
    return number
  }
}

extension CompiledSchema.KindSet {
  private static let names: [(String, CompiledSchema.KindSet)] = [
    ("null", Self(.null)), ("boolean", Self(.boolean)), ("integer", .integer),
    ("number", .number), ("string", .string), ("array", .array), ("object", .object),
  ]

  fileprivate init?(named name: String) {
    guard let known = Self.names.first(where: { $0.0 == name }) else { return nil }
    self = known.1
  }

  /// The names of the types, in the words of JSON Schema.
  var words: [String] {
    let known = contains(.notedInteger) ? union(.integer) : self
    return Self.names.filter {
      known.contains($0.1) && !($0.1 == .integer && contains(.number))
    }.map(\.0)
  }
}
