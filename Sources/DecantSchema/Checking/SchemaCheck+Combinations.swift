internal import DecantCore

/// References, and subschemas of which all, some, one or none must match.
///
/// What a matching branch has evaluated counts for `unevaluatedProperties` and `unevaluatedItems` around it, so all branches are
/// checked where that is wanted.
extension SchemaCheck {
  func target(of reference: CompiledSchema.DynamicReference) -> Int {
    guard let anchor = reference.anchor else { return reference.target }
    for resource in scope.resources {
      if let target = schema.resources[resource].dynamicAnchors[anchor] { return target }
    }
    return reference.target
  }

  mutating func checkAll(_ numbers: [Int], _ node: Int) throws(DecantError) -> Bool {
    var isValid = true
    for number in numbers where try !check(number, node) {
      isValid = false
      if !isNoting { break }
    }
    return isValid
  }

  mutating func checkAny(
    _ numbers: [Int], _ node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) -> Bool {
    var isValid = false
    for number in numbers where try matchesBranch(number, node) {
      isValid = true
      // All are needed to know what is evaluated.
      if !evaluated.areWanted { break }
    }
    if !isValid { try noteAlternatives(numbers, node, place) }
    return isValid
  }

  mutating func checkOne(
    _ numbers: [Int], _ node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) -> Bool {
    var matching: [Int] = []
    for (index, number) in numbers.enumerated() where try matchesBranch(number, node) {
      matching.append(index)
      if matching.count > 1, !isNoting { return false }
    }
    if matching.count == 1 { return true }
    if matching.isEmpty {
      try noteAlternatives(numbers, node, place)
    } else {
      note(.manyAlternatives(matching), node, place)
    }
    return false
  }

  mutating func checkNot(
    _ number: Int, _ node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) -> Bool {
    let wasOpen = evaluated.suspend()
    let isMatch = try matches(number, node)
    evaluated.resume(wasOpen)
    if isMatch { note(.excluded, node, place) }
    return !isMatch
  }

  mutating func check(
    _ condition: CompiledSchema.Condition, _ node: Int
  ) throws(DecantError) -> Bool {
    let next = try matchesBranch(condition.test, node) ? condition.then : condition.otherwise
    return try next.map { (next) throws(DecantError) in try check(next, node) } ?? true
  }

  /// How many mismatches decide which alternative was meant, however few are to be reported.
  private static let mismatchesOfAlternative = 100

  /// Notes why a node matches no alternative.
  ///
  /// If only one has the type and the constants of the node, its mismatches are what the author needs. If all expect
  /// another type, these are listed.
  private mutating func noteAlternatives(
    _ numbers: [Int], _ node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) {
    guard isNoting, !isFull else { return }
    let outer = (mismatches, limit)
    limit = Self.mismatchesOfAlternative
    var likely: [[SchemaMismatch]] = []
    var types: [String]? = []
    for number in numbers {
      mismatches = []
      let wasOpen = evaluated.suspend()
      _ = try check(number, node)
      evaluated.resume(wasOpen)
      if mismatches.allSatisfy({ !$0.isOfAnotherForm(than: node, instance) }) {
        likely.append(mismatches)
      }
      if case .type(let expected, _)? = mismatches.first?.kind, mismatches.first?.node == node {
        types = types.map { known in known + expected.filter { !known.contains($0) } }
      } else {
        types = nil
      }
    }
    (mismatches, limit) = outer
    // What a failed alternative evaluates is unknown, so nothing is reported as unevaluated.
    evaluated.insertAll(instance.count(of: node))
    if likely.count == 1, !likely[0].isEmpty {
      mismatches += likely[0].prefix(limit - mismatches.count)
    } else if let types, !types.isEmpty {
      let found = instance.typeName(of: node)
      note(.type(expected: types, found: found), node, place)
    } else {
      note(.noAlternative(numbers.count), node, place)
    }
  }
}

extension SchemaMismatch {
  /// Whether the type of a node, or a constant in it, shows that another alternative was meant.
  fileprivate func isOfAnotherForm(than node: Int, _ instance: Instance) -> Bool {
    switch kind {
    case .type, .notAllowed, .excluded: self.node == node
    case .constant, .enumeration:
      self.node == node
        || instance.tape.path(to: self.node).steps.count
          == instance.tape.path(to: node).steps.count + 1
    default: false
    }
  }
}
