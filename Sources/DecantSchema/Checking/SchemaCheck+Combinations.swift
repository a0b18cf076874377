internal import DecantCore

/// References, and subschemas of which all, some, one or none must match.
///
/// What a matching branch has evaluated counts for `unevaluatedProperties` and `unevaluatedItems` around it, so all branches are
/// checked where that is wanted.
extension SchemaCheck {
  mutating func target(of reference: CompiledSchema.DynamicReference) -> Int {
    guard let anchor = reference.anchor else { return reference.target }
    budget -= scope.resources.count
    for resource in scope.resources {
      if let target = schema.resources[resource].dynamicAnchors[anchor] { return target }
    }
    return reference.target
  }

  mutating func checkAll(_ numbers: [Int], _ node: Int) throws(DecantError) -> Bool {
    var isValid = true
    for number in numbers where try !check(number, node) {
      isValid = false
      if !isRecording { break }
    }
    return isValid
  }

  mutating func checkAny(
    _ numbers: [Int], _ node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) -> Bool {
    var isValid = false
    for number in numbers where try matchesBranch(number, node) {
      isValid = true
      // All are needed to know what is evaluated.
      if !evaluated.areWanted { break }
    }
    if !isValid { try recordAlternatives(numbers, node, location) }
    return isValid
  }

  mutating func checkOne(
    _ numbers: [Int], _ node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) -> Bool {
    var matching: [Int] = []
    for (index, number) in numbers.enumerated() where try matchesBranch(number, node) {
      matching.append(index)
      if matching.count > 1, !isRecording { return false }
    }
    if matching.count == 1 { return true }
    if matching.isEmpty {
      try recordAlternatives(numbers, node, location)
    } else if isRecording {
      let keys = matching.map { requiredKeys(of: numbers[$0]) }
      let counts = keys.reduce(into: [Int: Int]()) { counts, keys in
        for key in Set(keys) { counts[key, default: 0] += 1 }
      }
      budget -= counts.count * 8
      let own = keys.compactMap { $0.first { counts[$0] == 1 } }
      record(
        own.count == keys.count
          ? .excludedKeys(own.map(schema.names.name)) : .manyAlternatives(matching), node, location)
    }
    return false
  }

  /// Returns the names that a subschema requires, if need be after references.
  private func requiredKeys(of number: Int) -> [Int] {
    schema.keywords[schema.subschemas[number].keywords].flatMap {
      $0.operation == .reference
        ? requiredKeys(of: $0.operand) : $0.operation == .required ? schema.lists[$0.operand] : []
    }
  }

  mutating func checkNot(
    _ number: Int, _ node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) -> Bool {
    let wasOpen = evaluated.suspend()
    let isMatch = try matches(number, node)
    evaluated.resume(wasOpen)
    if isMatch, isRecording { record(.excluded(text(at: location)), node, location) }
    return !isMatch
  }

  mutating func check(
    _ condition: CompiledSchema.Condition, _ node: Int
  ) throws(DecantError) -> Bool {
    let next = try matchesBranch(condition.test, node) ? condition.then : condition.otherwise
    return try next.map { (next) throws(DecantError) in try check(next, node) } ?? true
  }
}
