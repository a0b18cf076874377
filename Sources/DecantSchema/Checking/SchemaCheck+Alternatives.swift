internal import DecantCore

/// What is reported of a node that matches no alternative of `anyOf` or `oneOf`: what is wrong in the one that was meant.
///
/// That is the one of the node's form, whose mismatches are the deepest and then the fewest, and then which knows most of its
/// keys. Of a workflow with a misspelled key in a step, an ordinary job mismatches in the step, and a call of another workflow
/// at its own keys: an ordinary job was meant.
extension SchemaCheck {
  /// How many mismatches decide which alternative was meant, however few are to be reported.
  private static let mismatchesOfAlternative = 100

  private struct Alternative {
    let number: Int
    let mismatches: [SchemaMismatch]
  }

  mutating func recordAlternatives(
    _ numbers: [Int], _ node: Int, _ location: CompiledSchema.Location
  ) throws(DecantError) {
    guard isRecording, !isFull else { return }
    if levels.isEmpty { levels = instance.levels }
    let outer = (mismatches, limit)
    limit = Self.mismatchesOfAlternative
    var alternatives: [Alternative] = []
    for number in numbers {
      mismatches = []
      let wasOpen = evaluated.suspend()
      _ = try check(number, node)
      evaluated.resume(wasOpen)
      for mismatch in mismatches { budget -= 2 * mismatch.steps }
      alternatives.append(Alternative(number: number, mismatches: distinct(mismatches)))
    }
    (mismatches, limit) = outer
    // What a failed alternative evaluates is unknown, so nothing is reported as unevaluated.
    evaluated.insertAll(instance.count(of: node))

    let meant = nearest(alternatives, to: node)
    if meant.count == 1 {
      mismatches += meant[0].mismatches.prefix(limit - mismatches.count)
    } else if let types = expectedTypes(meant, of: node) {
      let found = instance.typeName(of: node)
      record(.type(expected: types, found: found), node, location)
    } else if let (values, discriminator) = expectedValues(meant) {
      record(.enumeration(values, suggestion: nil), discriminator, location)
    } else if let keys = missingKeys(meant, in: node) {
      record(.missingAll(keys), node, location)
    } else {
      record(.noAlternative(numbers.count), node, location)
    }
  }

  /// Returns the alternatives that come nearest to a node: one, or several that come equally near.
  private mutating func nearest(_ alternatives: [Alternative], to node: Int) -> [Alternative] {
    let alike = alternatives.best { -strangeness(of: $0, to: node) }
    guard let first = alike.first, strangeness(of: first, to: node) == 0 else { return alike }
    return alike.best { leastDepth(of: $0.mismatches, in: node) }.best { -$0.mismatches.count }
      .best { knownKeys(of: node, in: $0.number) }
  }

  /// How far the form of an alternative is from that of a node: 2 if the type is another, 1 if a constant at the node is.
  private func strangeness(of alternative: Alternative, to node: Int) -> Int {
    let isObject = instance.kind(of: node) == .object
    return alternative.mismatches.reduce(alternative.mismatches.isEmpty ? 2 : 0) {
      strangeness, mismatch in
      switch mismatch.kind {
      case .type, .notAllowed, .excluded: mismatch.node == node ? 2 : strangeness
      case .constant, .enumeration:
        mismatch.node == node
          ? max(strangeness, instance.tape[node].depthChange > 0 ? 2 : 1)
          : isObject && depth(of: mismatch, in: node) == 1 ? max(strangeness, 1) : strangeness
      default: strangeness
      }
    }
  }

  /// Returns the types that are expected if each alternative expects another one than that of a node.
  private func expectedTypes(_ alternatives: [Alternative], of node: Int) -> [String]? {
    var types: [String] = []
    for alternative in alternatives {
      guard let first = alternative.mismatches.first, first.node == node,
        case .type(let expected, _) = first.kind
      else { return nil }
      types += expected.filter { !types.contains($0) }
    }
    return types.isEmpty ? nil : types
  }

  /// Returns the constants that are expected if each alternative expects others, and the node of which.
  private func expectedValues(_ alternatives: [Alternative]) -> (values: [String], node: Int)? {
    var values: [String] = []
    var known: Set<KeyText> = []
    var node: Int?
    for alternative in alternatives {
      let found = alternative.mismatches.compactMap { mismatch in
        switch mismatch.kind {
        case .constant(let value): ([value], mismatch.node)
        case .enumeration(let values, _): (values, mismatch.node)
        default: nil
        }
      }.first
      guard let found, node == nil || node == found.1 else { return nil }
      node = found.1
      values += found.0.filter { known.insert(KeyText($0)).inserted }
    }
    return node.map { (values, $0) }
  }

  /// Returns the keys of which one is missing if nothing else is wrong in each alternative.
  private func missingKeys(_ alternatives: [Alternative], in node: Int) -> [String]? {
    var keys: [String] = []
    for alternative in alternatives {
      guard alternative.mismatches.count == 1, alternative.mismatches[0].node == node,
        case .missing(let key, _) = alternative.mismatches[0].kind
      else { return nil }
      keys.append(key)
    }
    return keys.isEmpty ? nil : keys
  }

  // MARK: Depths

  /// How many levels below a node the least deep of some mismatches is.
  private func leastDepth(of mismatches: [SchemaMismatch], in node: Int) -> Int {
    mismatches.map { depth(of: $0, in: node) }.min() ?? 0
  }

  /// How many levels below a node a mismatch is; a key that is not allowed is one of its object.
  private func depth(of mismatch: SchemaMismatch, in node: Int) -> Int {
    Int(levels[mismatch.object ?? mismatch.node] - levels[node])
  }

  // MARK: Known keys

  private mutating func knownKeys(of node: Int, in number: Int) -> Int {
    guard instance.kind(of: node) == .object else { return 0 }
    let known = names(knownTo: number)
    budget -= instance.count(of: node)
    return instance.values(of: node).count { known.contains(instance.numbers[$0]) }
  }

  /// Returns the numbers of the names that the keywords `properties` of a subschema know, and those of others in location.
  mutating func names(knownTo number: Int) -> Set<Int32> {
    var names: Set<Int32> = []
    var seen: Set<Int> = []
    var open = [number]
    while let number = open.popLast() {
      budget -= 1
      guard seen.insert(number).inserted else { continue }
      for keyword in schema.keywords[schema.subschemas[number].keywords] {
        switch keyword.operation {
        case .members:
          let properties = schema.members[keyword.operand].properties
          budget -= properties.count
          names.formUnion(properties.map(\.name))
        case .dynamicReference: open.append(schema.dynamicReferences[keyword.operand].target)
        case .reference, .allOf, .anyOf, .oneOf, .dependentSchemas, .condition:
          open += schema.subschemas(of: keyword)
        default: break
        }
      }
    }
    return names
  }
}

extension Array {
  /// Returns the elements with the greatest value.
  fileprivate func best(by value: (Element) -> Int) -> [Element] {
    guard count > 1 else { return self }
    let values = map(value)
    let best = values.max()
    return indices.filter { values[$0] == best }.map { self[$0] }
  }
}
