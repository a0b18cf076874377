internal import DecantCore

/// The keywords about one value: its type, equality, size and text. `check` is the table of all operations.
///
/// Where mismatches are not noted, as in a branch of `anyOf`, the first one decides and the rest is not checked.
extension SchemaCheck {
  mutating func check(
    _ keyword: CompiledSchema.Keyword, of number: Int, _ node: Int
  ) throws(DecantError) -> Bool {
    if node < open.end, isLeftOut(keyword, at: node) { return held == nil }
    // Most keywords look at each child.
    budget -= instance.count(of: node)
    let location = CompiledSchema.Location(
      document: schema.subschemas[number].location.document, node: keyword.node)
    switch keyword.operation {
    case .type, .constant, .enumeration: return checkValue(keyword, node, location)
    case .multipleOf, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      return checkNumber(keyword, node, location)
    case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties:
      return checkCount(keyword, node, location)
    case .pattern: return try checkPattern(keyword.operand, of: number, node, location)
    case .format: return checkFormat(keyword.operand, node, location)
    case .content: return checkContent(keyword.operand, node, location)
    case .uniqueItems: return checkUniqueItems(of: node, location)
    case .required: return checkRequired(schema.lists[keyword.operand], of: number, node, location)
    case .dependentRequired: return checkDependentRequired(keyword, node, location)
    case .members: return try checkMembers(schema.members[keyword.operand], of: number, node)
    case .propertyNames: return try checkNames(keyword.operand, of: node, location)
    case .dependentSchemas:
      return try checkDependentSchemas(schema.dependencies[keyword.operand], of: node)
    case .items: return try checkItems(schema.items[keyword.operand], of: node)
    case .contains: return try checkContains(schema.contains[keyword.operand], of: node, location)
    case .reference: return try checkTarget(keyword.operand, node)
    case .dynamicReference:
      return try checkTarget(target(of: schema.dynamicReferences[keyword.operand]), node)
    case .allOf: return try checkAll(schema.lists[keyword.operand], node)
    case .anyOf: return try checkAny(schema.lists[keyword.operand], node, location)
    case .oneOf: return try checkOne(schema.lists[keyword.operand], node, location)
    case .not: return try checkNot(keyword.operand, node, location)
    case .condition: return try check(schema.conditions[keyword.operand], node)
    case .unevaluatedItems, .unevaluatedProperties:
      return try checkUnevaluated(keyword.operand, of: node, number)
    }
  }

  // MARK: Any value

  private mutating func checkValue(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    switch keyword.operation {
    case .type:
      let types = keyword.types
      let kind = instance.kind(of: node)
      if kind == .number, types.contains(.integer), instance.number(of: node).isIntegral {
        return true
      }
      if kind == .number, types.contains(.notedInteger), instance.isNotedInteger(node) {
        return true
      }
      guard isRecording else { return false }
      let found =
        kind == .number && types.contains(.notedInteger)
        ? "a number with a fraction or an exponent" : instance.typeName(of: node)
      record(.type(expected: types.words, found: found), node, location)
    case .constant:
      if isEqual(node, to: keyword.operand, in: location.document) { return true }
      if isRecording { record(.constant(text(at: location)), node, location) }
    default:
      if isInEnumeration(keyword.operand, node, location.document) { return true }
      recordEnumeration(schema.enumerations[keyword.operand], node, location)
    }
    return false
  }

  private mutating func isInEnumeration(_ number: Int, _ node: Int, _ document: Int) -> Bool {
    if instance.kind(of: node) == .string {
      let name = instance.withText(of: node) { schema.names.number(of: $0) }
      return name >= 0 && schema.enumerations[number].names.contains(name)
    }
    for other in schema.enumerations[number].others[hash(of: node)] ?? []
    where isEqual(node, to: other, in: document) { return true }
    return false
  }

  private mutating func recordEnumeration(
    _ enumeration: CompiledSchema.Enumeration, _ node: Int, _ location: CompiledSchema.Location
  ) {
    guard isRecording, !isFull else { return }
    let found = instance.kind(of: node) == .string ? instance.string(of: node) : ""
    let suggestion =
      found.utf8.count > 2
      ? similar(to: found, of: enumeration.names.count) { [names = schema.names] in
        enumeration.names.map { names.name($0) }.sorted()
      } : nil
    var values: [String] = []
    for value in enumeration.nodes.prefix(9) {
      values.append(text(at: CompiledSchema.Location(document: location.document, node: value)))
    }
    record(.enumeration(values, suggestion: suggestion), node, location)
  }

  private mutating func isEqual(_ node: Int, to other: Int, in document: Int) -> Bool {
    instance.isEqual(
      node, to: other, of: schema.documents[document].instance, counting: &budget)
  }

  mutating func hash(of node: Int) -> Int {
    guard instance.tape[node].depthChange > 0 else { return instance.hash(of: node) }
    let all = hashes ?? instance.hashes(of: 0..<instance.tape.count)
    hashes = all
    return all[node]
  }

  /// The value of a keyword in a message.
  mutating func text(at location: CompiledSchema.Location) -> String {
    let document = schema.documents[location.document].instance
    for node in location.node..<document.tape.end(of: location.node) {
      budget -= 8 + document.stepsOfText(of: node)
    }
    return document.shortText(of: location.node)
  }

  // MARK: Numbers

  private mutating func checkNumber(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    if isInBounds(node, keyword) { return true }
    if isRecording { record(.bound(keyword.operation, text(at: location)), node, location) }
    return false
  }

  private func isInBounds(_ node: Int, _ keyword: CompiledSchema.Keyword) -> Bool {
    let approximation = schema.approximations[keyword.operand]
    if keyword.operation != .multipleOf,
      let isLess = instance.withText(of: node, { ExactNumber.isLess($0, than: approximation) })
    {
      return isLess == (keyword.operation == .maximum || keyword.operation == .exclusiveMaximum)
    }
    let bound = schema.numbers[keyword.operand]
    let number = instance.number(of: node)
    return switch keyword.operation {
    case .multipleOf: number.isExactMultiple(of: bound)
    case .minimum: bound <= number
    case .maximum: number <= bound
    case .exclusiveMinimum: bound < number
    default: number < bound
    }
  }

  // MARK: Counts

  private mutating func checkCount(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    let (operation, limit) = (keyword.operation, keyword.operand)
    let isOfText = operation == .minLength || operation == .maxLength
    let count =
      isOfText ? instance.withText(of: node) { $0.scalarCount } : self.count(of: node)
    if operation.isMinimum ? count >= limit : count <= limit { return true }
    record(.count(operation, found: count, limit: limit), node, location, isAtEnd: true)
    return false
  }

  /// How many children a node has, with those that are forgotten.
  private func count(of node: Int) -> Int {
    instance.count(of: node) + open.forgottenChildren(of: node)
  }

  // MARK: Strings

  private mutating func checkPattern(
    _ pattern: Int, of number: Int, _ node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) -> Bool {
    if try matches(pattern, number, node) { return true }
    guard isRecording else { return false }
    record(
      .pattern(schema.documents[location.document].instance.string(of: location.node)), node,
      location)
    return false
  }

  /// Whether a pattern matches the text of a string, or that of a key.
  mutating func matches(
    _ pattern: Int, _ number: Int, _ node: Int
  ) throws(DecantError) -> Bool {
    var steps = budget * Self.patternStepsPerStep
    let matches = instance.withText(of: node) {
      patterns.matches(pattern, of: schema.patterns, $0, &steps)
    }
    guard let matches else {
      throw failure(schema.unknownPatterns[pattern] ?? .tooManySteps, number, node)
    }
    budget = steps / Self.patternStepsPerStep
    return matches
  }
}

extension RawSpan {
  /// The number of scalars of UTF-8 text.
  fileprivate var scalarCount: Int {
    var count = 0
    for offset in 0..<byteCount where byte(at: offset) & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
