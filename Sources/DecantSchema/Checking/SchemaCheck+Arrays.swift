internal import DecantCore

/// The keywords about the items of arrays.
extension SchemaCheck {
  mutating func checkItems(
    _ items: CompiledSchema.Items, of node: Int
  ) throws(DecantError) -> Bool {
    var isValid = true
    let forgotten = open.forgottenChildren(of: node)
    for (ordinal, child) in instance.values(of: node).enumerated() {
      let index = ordinal + forgotten
      guard let number = index < items.prefix.count ? items.prefix[index] : items.rest else {
        break
      }
      let isMatch = try checkItem(number, child)
      if !isMatch { isValid = false }
      guard isValid || isRecording else { return false }
      evaluated.insert(ordinal)
    }
    return isValid
  }

  mutating func checkItem(_ number: Int, _ child: Int) throws(DecantError) -> Bool {
    guard schema.subschemas[number].verdict == .never else { return try checkChild(number, child) }
    record(.extraItem, child, CompiledSchema.Location(of: number, in: schema))
    return false
  }

  mutating func checkContains(
    _ contains: CompiledSchema.Contains, of node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) -> Bool {
    let areAllWanted = evaluated.areWanted && contains.evaluates || contains.maximum != nil
    var count = 0
    for (ordinal, child) in instance.values(of: node).enumerated() {
      guard areAllWanted || count < contains.minimum else { break }
      let wasOpen = evaluated.suspend()
      let isMatch = try matches(contains.schema, child)
      evaluated.resume(wasOpen)
      if isMatch {
        count += 1
        if contains.evaluates { evaluated.insert(ordinal) }
      }
    }
    if count < contains.minimum {
      record(
        .tooFewMatches(found: count, atLeast: contains.minimum), node,
        CompiledSchema.Location(document: location.document, node: contains.minimumNode))
      return false
    }
    if let maximum = contains.maximum, count > maximum {
      record(
        .tooManyMatches(found: count, atMost: maximum), node,
        CompiledSchema.Location(document: location.document, node: contains.maximumNode))
      return false
    }
    return true
  }

  /// Takes linear time: only items with the same hash are compared.
  mutating func checkUniqueItems(of node: Int, _ location: CompiledSchema.Location) -> Bool {
    let count = instance.count(of: node)
    guard count > 1 else { return true }
    var items: [Int: [(ordinal: Int, node: Int)]] = [:]
    items.reserveCapacity(count)
    var isValid = true
    for (ordinal, child) in instance.values(of: node).enumerated() {
      budget -= 8 + instance.stepsOfText(of: child)
      let hash = hash(of: child)
      let equal = items[hash]?.first {
        instance.isEqual(child, to: $0.node, of: instance, counting: &budget)
      }
      guard let equal else {
        items[hash, default: []].append((ordinal, child))
        continue
      }
      isValid = false
      guard isRecording else { return false }
      record(.repeatedItem(of: equal.ordinal), child, location)
    }
    return isValid
  }
}
