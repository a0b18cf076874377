internal import DecantCore

/// Combination of mappings that are probably of one type.
extension Shapes {
  private struct Visit {
    var shape: Int32
    /// The mappings around the shape, the innermost last, as a linked list.
    var outer: Int
    var key: Int32
  }

  private struct Outer {
    let mapping: Int32
    let next: Int
  }

  /// Combines a mapping inside a similar one with it, as those of a tree's nodes: the type refers to itself.
  mutating func combineNestedMappings() {
    var outers: [Outer] = []
    var isVisited = [Bool](repeating: false, count: shapes.count)
    var stack = [Visit(shape: current(shape: Self.root), outer: -1, key: -1)]
    while let visit = stack.popLast() {
      let shape = current(shape: visit.shape)
      guard !isVisited[Int(shape)] else { continue }
      isVisited[Int(shape)] = true
      var inner: [Visit] = []
      if let element = element(of: shape) {
        inner.append(Visit(shape: element, outer: visit.outer, key: visit.key))
      }
      for mapping in mappingList(of: shape) where mappings[Int(mapping)].classNumber < 0 {
        var mapping = mapping
        var next = visit.outer
        while next >= 0 {
          let outer = current(outers[next].mapping)
          if outer != mapping, isNode(mapping, inside: outer, at: visit.key) {
            combine(mapping: mapping, into: outer)
            mapping = current(outer)
            // What both contained was combined, and may contain more such mappings.
            isVisited = [Bool](repeating: false, count: shapes.count)
            break
          }
          next = outers[next].next
        }
        outers.append(Outer(mapping: mapping, next: visit.outer))
        let outer = outers.count - 1
        if let values = values(of: mapping) {
          inner.append(Visit(shape: values, outer: visit.outer, key: visit.key))
        }
        for field in fieldList(of: mapping) {
          inner.append(Visit(shape: self.shape(of: field), outer: outer, key: field))
        }
      }
      stack += inner.reversed()
    }
  }

  /// Whether a mapping has the same fields as one around it, except for some that lead further down.
  private func isNode(_ mapping: Int32, inside outer: Int32, at key: Int32) -> Bool {
    guard key >= 0, mappings[Int(mapping)].values < 0, mappings[Int(outer)].values < 0,
      withName(of: key, { field(named: $0, in: outer) }) != nil,
      withName(of: key, { field(named: $0, in: mapping) }) != nil
    else { return false }
    let (inner, around) = (mappings[Int(mapping)].fieldCount, mappings[Int(outer)].fieldCount)
    guard around > 1, inner > 0, inner + 2 >= around,
      fieldList(of: mapping).allSatisfy({ field in
        withName(of: field) { self.field(named: $0, in: outer) } != nil
      })
    else { return false }
    return areSimilar(mapping: mapping, outer, depth: 4)
  }

  /// Combines similar mappings under the same key at different paths.
  mutating func combineNamesakes() {
    var known: [String: [Int32]] = [:]
    for mapping in mappingsFromRoot {
      for field in fieldList(of: mapping) {
        guard let inner = structure(at: shape(of: field)) else { continue }
        let name = SwiftName.type(fromKey: name(of: field))
        let namesakes = known[name, default: []].map { current($0) }
        guard !namesakes.contains(inner) else { continue }
        // More than a few that differ are not compared, since each would be with all others.
        if let namesake = namesakes.prefix(16).first(where: {
          areSimilar(mapping: inner, $0, depth: 4)
        }) {
          combine(mapping: inner, into: namesake)
        } else {
          known[name, default: []].append(inner)
        }
      }
    }
  }

  /// Returns the only mapping of a shape, or of its elements or values.
  private func structure(at shape: Int32) -> Int32? {
    var shape = shape
    for _ in 0..<8 {
      if let element = element(of: shape) {
        shape = element
        continue
      }
      let list = mappingList(of: shape)
      guard list.count == 1, mappings[Int(list[0])].classNumber < 0 else { return nil }
      guard let values = values(of: list[0]) else {
        return mappings[Int(list[0])].fieldCount > 0 ? list[0] : nil
      }
      shape = values
    }
    return nil
  }
}
