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
    let place = CompiledSchema.Place(
      document: schema.subschemas[number].place.document, node: keyword.node)
    switch keyword.operation {
    case .type, .constant, .enumeration: return checkValue(keyword, node, place)
    case .multipleOf, .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      return checkNumber(keyword, node, place)
    case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties:
      return checkCount(keyword, node, place)
    case .pattern: return try checkPattern(keyword.operand, of: number, node, place)
    case .format: return checkFormat(keyword.operand, node, place)
    case .content: return checkContent(keyword.operand, node, place)
    case .uniqueItems: return checkUniqueItems(of: node, place)
    case .required: return checkRequired(schema.lists[keyword.operand], of: number, node, place)
    case .dependentRequired: return checkDependentRequired(keyword, node, place)
    case .members: return try checkMembers(schema.members[keyword.operand], of: number, node)
    case .propertyNames: return try checkNames(keyword.operand, of: node, place)
    case .dependentSchemas:
      return try checkDependentSchemas(schema.dependencies[keyword.operand], of: node)
    case .items: return try checkItems(schema.items[keyword.operand], of: node)
    case .contains: return try checkContains(schema.contains[keyword.operand], of: node, place)
    case .reference: return try checkTarget(keyword.operand, node)
    case .dynamicReference:
      return try checkTarget(target(of: schema.dynamicReferences[keyword.operand]), node)
    case .allOf: return try checkAll(schema.lists[keyword.operand], node)
    case .anyOf: return try checkAny(schema.lists[keyword.operand], node, place)
    case .oneOf: return try checkOne(schema.lists[keyword.operand], node, place)
    case .not: return try checkNot(keyword.operand, node, place)
    case .condition: return try check(schema.conditions[keyword.operand], node)
    case .unevaluatedItems, .unevaluatedProperties:
      return try checkUnevaluated(keyword.operand, of: node, number)
    }
  }

  // MARK: Any value

  private mutating func checkValue(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ place: CompiledSchema.Place
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
      guard isNoting else { return false }
      let found =
        kind == .number && types.contains(.notedInteger)
        ? "a number with a fraction or an exponent" : instance.typeName(of: node)
      note(.type(expected: types.words, found: found), node, place)
    case .constant:
      if isEqual(node, to: keyword.operand, in: place.document) { return true }
      if isNoting { note(.constant(text(at: place)), node, place) }
    default:
      if isInEnumeration(keyword.operand, node, place.document) { return true }
      noteEnumeration(schema.enumerations[keyword.operand], node, place)
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

  private mutating func noteEnumeration(
    _ enumeration: CompiledSchema.Enumeration, _ node: Int, _ place: CompiledSchema.Place
  ) {
    guard isNoting, !isFull else { return }
    let found = instance.kind(of: node) == .string ? instance.string(of: node) : ""
    let suggestion =
      found.utf8.count > 2
      ? similar(to: found, of: enumeration.names.count) { [names = schema.names] in
        enumeration.names.map { names.name($0) }.sorted()
      } : nil
    var values: [String] = []
    for value in enumeration.nodes.prefix(9) {
      values.append(text(at: CompiledSchema.Place(document: place.document, node: value)))
    }
    note(.enumeration(values, suggestion: suggestion), node, place)
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
  mutating func text(at place: CompiledSchema.Place) -> String {
    let document = schema.documents[place.document].instance
    for node in place.node..<document.tape.end(of: place.node) {
      budget -= 8 + document.stepsOfText(of: node)
    }
    return document.shortText(of: place.node)
  }

  // MARK: Numbers

  private mutating func checkNumber(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ place: CompiledSchema.Place
  ) -> Bool {
    if isInBounds(node, keyword) { return true }
    if isNoting { note(.bound(keyword.operation, text(at: place)), node, place) }
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
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ place: CompiledSchema.Place
  ) -> Bool {
    let (operation, limit) = (keyword.operation, keyword.operand)
    let isOfText = operation == .minLength || operation == .maxLength
    let count =
      isOfText ? instance.withText(of: node) { $0.scalarCount } : self.count(of: node)
    if operation.isMinimum ? count >= limit : count <= limit { return true }
    note(.count(operation, found: count, limit: limit), node, place, isAtEnd: true)
    return false
  }

  /// How many children a node has, with those that are forgotten.
  private func count(of node: Int) -> Int {
    instance.count(of: node) + open.forgottenChildren(of: node)
  }

  // MARK: Strings

  private mutating func checkPattern(
    _ pattern: Int, of number: Int, _ node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) -> Bool {
    if try matches(pattern, number, node) { return true }
    guard isNoting else { return false }
    note(
      .pattern(schema.documents[place.document].instance.string(of: place.node)), node, place)
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
