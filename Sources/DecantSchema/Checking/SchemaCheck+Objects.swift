internal import DecantCore

/// The keywords about the keys of objects.
///
/// Names that occur in the schema have numbers. `noteNames` marks those of an object with its serial number in one pass, so that
/// each required name is one look.
extension SchemaCheck {
  /// Notes which names an object has; takes one step per key.
  private mutating func noteNames(of node: Int) {
    objectCount += 1
    let end = Int(instance.nodes[node].end)
    var child = node + 1
    while child < end {
      let name = Int(instance.nodes[child].name)
      if name >= 0 { seen[name] = objectCount }
      child = Int(instance.nodes[child].end)
    }
  }

  private func hasName(_ name: Int) -> Bool { seen[name] == objectCount }

  mutating func checkRequired(
    _ names: [Int], of node: Int, _ place: CompiledSchema.Place
  ) -> Bool {
    noteNames(of: node)
    var isValid = true
    for name in names where !hasName(name) {
      isValid = false
      guard isNoting else { break }
      note(.missing(schema.names.name(name)), node, place)
    }
    return isValid
  }

  mutating func checkDependentRequired(
    _ keyword: CompiledSchema.Keyword, _ node: Int, _ place: CompiledSchema.Place
  ) -> Bool {
    noteNames(of: node)
    var isValid = true
    for dependency in schema.dependencies[keyword.operand] where hasName(dependency.name) {
      for name in dependency.required where !hasName(name) {
        isValid = false
        guard isNoting else { return false }
        note(
          .missingBeside(schema.names.name(name), key: schema.names.name(dependency.name)), node,
          CompiledSchema.Place(document: place.document, node: dependency.node))
      }
    }
    return isValid
  }

  mutating func checkDependentSchemas(
    _ dependencies: [CompiledSchema.Dependency], of node: Int
  ) throws(DecantError) -> Bool {
    noteNames(of: node)
    // The names of other objects are noted meanwhile.
    let applicable = dependencies.filter { hasName($0.name) }
    var isValid = true
    for dependency in applicable where try !check(dependency.schema, node) {
      isValid = false
      if !isNoting { break }
    }
    return isValid
  }

  mutating func checkMembers(
    _ members: CompiledSchema.Members, of number: Int, _ node: Int
  ) throws(DecantError) -> Bool {
    let end = Int(instance.nodes[node].end)
    var isValid = true
    var child = node + 1
    var ordinal = 0
    while child < end {
      let next = Int(instance.nodes[child].end)
      var isEvaluated = false
      if let property = members.schema(of: instance.nodes[child].name) {
        isEvaluated = true
        if try !checkMember(property, child) { isValid = false }
      }
      if !members.patterns.isEmpty {
        let key = instance.withKey(of: child) { [UInt8]($0) }
        for (pattern, property) in members.patterns
        where try matches(pattern, key, number, child) {
          isEvaluated = true
          if try !checkMember(property, child) { isValid = false }
        }
      }
      if !isEvaluated, let additional = members.additional {
        isEvaluated = true
        if try !checkMember(additional, child, known: members) { isValid = false }
      }
      guard isValid || isNoting else { return false }
      if isEvaluated { evaluated.insert(ordinal) }
      child = next
      ordinal += 1
    }
    return isValid
  }

  private mutating func checkMember(
    _ number: Int, _ child: Int, known: CompiledSchema.Members? = nil
  ) throws(DecantError) -> Bool {
    guard schema.subschemas[number].verdict == .never else { return try checkChild(number, child) }
    if isNoting {
      let key = instance.key(of: child)
      let names = known?.properties.map { schema.names.name(Int($0.name)) } ?? []
      note(
        .unknownKey(key, suggestion: Spelling.nearest(to: key, in: names)), child,
        CompiledSchema.Place(of: number, in: schema), isAboutKey: true)
    }
    return false
  }

  mutating func checkNames(
    _ number: Int, of node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) -> Bool {
    let end = Int(instance.nodes[node].end)
    var isValid = true
    var child = node + 1
    while child < end {
      let key = instance.appendKey(of: child)
      let before = mismatches.count
      let isMatch = try checkChild(number, key)
      instance.removeLastNode()
      if !isMatch {
        isValid = false
        guard isNoting else { return false }
        // The node of the key is gone.
        for index in before..<mismatches.count {
          mismatches[index] = SchemaMismatch(
            kind: .invalidKey(mismatches[index].kind.words), node: child,
            place: mismatches[index].place, isAboutKey: true)
        }
      }
      child = Int(instance.nodes[child].end)
    }
    return isValid
  }

  // MARK: Unevaluated children

  mutating func checkUnevaluated(
    _ number: Int, of node: Int, _ place: CompiledSchema.Place
  ) throws(DecantError) -> Bool {
    let end = Int(instance.nodes[node].end)
    let isObject = instance.nodes[node].kind == .object
    var isValid = true
    var child = node + 1
    var ordinal = 0
    while child < end {
      if !evaluated.contains(ordinal) {
        let isMatch =
          isObject ? try checkMember(number, child) : try checkItem(number, child)
        if !isMatch { isValid = false }
        guard isValid || isNoting else { return false }
        evaluated.insert(ordinal)
      }
      child = Int(instance.nodes[child].end)
      ordinal += 1
    }
    return isValid
  }
}
