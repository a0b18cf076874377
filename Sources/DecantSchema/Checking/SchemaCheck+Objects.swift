internal import DecantCore

/// The keywords about the keys of objects.
///
/// Names that occur in the schema have numbers. `recordNames` stores its serial number for those of an object in one pass, so that
/// each required name is one look.
extension SchemaCheck {
  /// Records which names an object has; takes one step per key.
  private mutating func recordNames(of node: Int) {
    objectCount += 1
    for child in instance.values(of: node) where instance.numbers[child] >= 0 {
      seen[Int(instance.numbers[child])] = objectCount
    }
    if node < open.end, let names = open[node]?.names {
      for name in names { seen[Int(name)] = objectCount }
    }
  }

  private func hasName(_ name: Int) -> Bool { seen[name] == objectCount }

  mutating func checkRequired(
    _ names: [Int], of number: Int, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    recordNames(of: node)
    budget -= names.count
    var isValid = true
    for name in names where !hasName(name) {
      isValid = false
      guard isRecording else { break }
      recordMissingKey(name, in: node, of: number, location)
    }
    return isValid
  }

  mutating func checkDependentRequired(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ location: CompiledSchema.Location
  ) -> Bool {
    recordNames(of: node)
    budget -= schema.dependencies[keyword.operand].count
    var isValid = true
    for dependency in schema.dependencies[keyword.operand] where hasName(dependency.name) {
      budget -= dependency.required.count
      for name in dependency.required where !hasName(name) {
        isValid = false
        guard isRecording else { return false }
        record(
          .missingBeside(schema.names.name(name), key: schema.names.name(dependency.name)), node,
          CompiledSchema.Location(document: location.document, node: dependency.node), isAtEnd: true
        )
      }
    }
    return isValid
  }

  mutating func checkDependentSchemas(
    _ dependencies: [CompiledSchema.Dependency], of node: Int
  ) throws(DecantError) -> Bool {
    recordNames(of: node)
    budget -= dependencies.count
    // The names of other objects are noted meanwhile.
    let applicable = dependencies.filter { hasName($0.name) }
    var isValid = true
    for dependency in applicable where try !check(dependency.schema, node) {
      isValid = false
      if !isRecording { break }
    }
    return isValid
  }

  mutating func checkMembers(
    _ members: CompiledSchema.Members, of number: Int, _ node: Int
  ) throws(DecantError) -> Bool {
    var isValid = true
    for (ordinal, child) in instance.values(of: node).enumerated() {
      var isEvaluated = false
      if let property = members.schema(of: instance.numbers[child]) {
        isEvaluated = true
        if try !checkMember(property, child, of: node, members) { isValid = false }
      }
      if !members.patterns.isEmpty {
        for (pattern, property) in members.patterns
        where try matches(pattern, number, instance.key(of: child)) {
          isEvaluated = true
          if try !checkMember(property, child, of: node, members) { isValid = false }
        }
      }
      if !isEvaluated, let additional = members.additional {
        isEvaluated = true
        if try !checkMember(additional, child, of: node, members) { isValid = false }
      }
      guard isValid || isRecording else { return false }
      if isEvaluated { evaluated.insert(ordinal) }
    }
    return isValid
  }

  private mutating func checkMember(
    _ number: Int, _ child: Int, of node: Int, _ members: CompiledSchema.Members
  ) throws(DecantError) -> Bool {
    guard schema.subschemas[number].verdict == .never else { return try checkChild(number, child) }
    let location = CompiledSchema.Location(of: number, in: schema)
    let names = schema.documents[location.document].instance
    let patterns = isRecording && !isFull && number == members.additional ? members.patterns : []
    budget -= patterns.count * 8
    let texts = patterns.map {
      names.string(of: names.key(of: schema.subschemas[$0.schema].location.node)).quoted
    }
    recordUnknownKey(
      child, in: node, known: members.properties.map(\.name), patterns: texts, location)
    return false
  }

  mutating func checkNames(
    _ number: Int, of node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) -> Bool {
    var isValid = true
    for child in instance.values(of: node) {
      let before = mismatches.count
      guard try !checkChild(number, instance.key(of: child)) else { continue }
      isValid = false
      guard isRecording else { return false }
      for index in before..<mismatches.count {
        mismatches[index] = SchemaMismatch(
          kind: .invalidKey(mismatches[index].kind.words), node: child,
          location: mismatches[index].location, isAboutKey: true, object: node)
      }
    }
    return isValid
  }

  // MARK: Unevaluated children

  mutating func checkUnevaluated(
    _ number: Int, of node: Int, _ outer: Int
  ) throws(DecantError) -> Bool {
    let isObject = instance.kind(of: node) == .object
    let isNever = schema.subschemas[number].verdict == .never
    var isValid = true
    for (ordinal, child) in instance.values(of: node).enumerated()
    where !evaluated.contains(ordinal) {
      let isMatch: Bool
      if isObject, isNever {
        isMatch = false
        let known = isRecording && !isFull ? names(knownTo: outer) : []
        recordUnknownKey(
          child, in: node, known: known, CompiledSchema.Location(of: number, in: schema))
      } else {
        isMatch = isObject ? try checkChild(number, child) : try checkItem(number, child)
      }
      if !isMatch { isValid = false }
      guard isValid || isRecording else { return false }
      evaluated.insert(ordinal)
    }
    return isValid
  }
}
