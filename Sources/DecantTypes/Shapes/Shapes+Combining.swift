internal import DecantCore

/// Combination of shapes: what was seen at two paths becomes what was seen at one.
extension Shapes {
  private enum Pair {
    case shapes(Int32, into: Int32)
    case mappings(Int32, into: Int32)
  }

  /// Adds all of `other` to `shape`, and releases it.
  mutating func combine(_ other: Int32, into shape: Int32) {
    combine([.shapes(other, into: shape)])
  }

  /// Makes two mappings one.
  mutating func combine(mapping other: Int32, into mapping: Int32) {
    combine([.mappings(other, into: mapping)])
  }

  private mutating func combine(_ pairs: [Pair]) {
    var pairs = pairs
    while let pair = pairs.popLast() {
      switch pair {
      case .shapes(let other, let shape):
        combine(current(shape: other), into: current(shape: shape), &pairs)
      case .mappings(let other, let mapping):
        combine(mapping: current(other), into: current(mapping), &pairs)
      }
    }
  }

  private mutating func combine(_ other: Int32, into shape: Int32, _ pairs: inout [Pair]) {
    guard other != shape else { return }
    let old = shapes[Int(other)]
    shapes[Int(shape)].addScalars(of: old)
    if !shapes[Int(shape)].facts.contains(.manyTexts) {
      for text in texts.list(of: old) {
        text.withBytes { texts.record($0, of: shape, &shapes[Int(shape)]) }
      }
    }
    if old.element >= 0 {
      let element = shapes[Int(shape)].element
      if element < 0 {
        shapes[Int(shape)].element = old.element
      } else {
        pairs.append(.shapes(old.element, into: element))
      }
    }
    for mapping in mappingList(of: other) {
      let plain = mappingList(of: shape).first { mappings[Int($0)].classNumber < 0 }
      if mappings[Int(mapping)].classNumber < 0, let plain {
        pairs.append(.mappings(mapping, into: plain))
      } else {
        add(choice: mapping, to: shape)
      }
    }
    release(other, combinedInto: shape)
  }

  private mutating func combine(
    mapping other: Int32, into mapping: Int32, _ pairs: inout [Pair]
  ) {
    guard other != mapping else { return }
    let old = mappings[Int(other)]
    if old.values >= 0, mappings[Int(mapping)].values < 0 { makeDictionary(mapping, &pairs) }
    mappings[Int(mapping)].count += old.count
    mappings[Int(mapping)].isShared = mappings[Int(mapping)].isShared || old.isShared
    mappings[Int(mapping)].isUnordered = mappings[Int(mapping)].isUnordered || old.isUnordered
    let values = mappings[Int(mapping)].values
    if old.values >= 0 { pairs.append(.shapes(old.values, into: values)) }
    let list = fieldList(of: other)
    var last: Int32 = -1
    for field in list {
      let seen = fields[Int(field)]
      if values >= 0 {
        pairs.append(.shapes(seen.shape, into: values))
      } else if let known = knownField(like: field, in: mapping) {
        fields[Int(known)].count += seen.count
        pairs.append(.shapes(seen.shape, into: fields[Int(known)].shape))
        last = known
      } else {
        move(field, to: mapping, after: last)
        last = field
      }
    }
    mappings[Int(other)].firstField = -1
    mappings[Int(other)].fieldCount = 0
    mappings[Int(other)].combined = mapping
  }

  private func knownField(like field: Int32, in mapping: Int32) -> Int32? {
    withName(of: field) { self.field(named: $0, in: mapping) }
  }

  /// Turns the keys of a mapping into data, and gives all values one shape.
  mutating func makeDictionary(_ mapping: Int32) {
    var pairs: [Pair] = []
    makeDictionary(mapping, &pairs)
    combine(pairs)
  }

  private mutating func makeDictionary(_ mapping: Int32, _ pairs: inout [Pair]) {
    let values = newShape()
    for field in fieldList(of: mapping) {
      pairs.append(.shapes(fields[Int(field)].shape, into: values))
    }
    // The last pair is combined first.
    pairs.reverse()
    removeFields(of: mapping)
    mappings[Int(mapping)].values = values
  }

  /// Adds the kinds of a collection to a shape with references to it.
  ///
  /// Both then have the same elements and values.
  mutating func addKinds(of collection: Int32, to shape: Int32) {
    if let element = element(of: collection) {
      shapes[Int(shape)].sequences += 1
      if let known = self.element(of: shape) {
        combine(element, into: known)
      } else {
        shapes[Int(shape)].element = element
      }
    }
    for mapping in mappingList(of: collection) where mappings[Int(mapping)].classNumber < 0 {
      let plain = mappingList(of: shape).first { mappings[Int($0)].classNumber < 0 }
      if let plain {
        combine(mapping: mapping, into: plain)
      } else {
        add(choice: mapping, to: shape)
      }
    }
  }
}
