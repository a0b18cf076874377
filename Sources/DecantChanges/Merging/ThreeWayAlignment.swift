internal import DecantCore

/// The correspondence of two sequences with the base that both were derived from.
///
///     base    a b c d
///     ours    a B c d        a | b → B, b | c | d → d, d e
///     theirs  a b c d e
///
/// An element that all three have is stable; the stretches in between are changed in one sequence or in both. Equal
/// elements have equal numbers from 0.
package struct ThreeWayAlignment {
  package struct Part {
    package var base: Range<Int>
    package var ours: Range<Int>
    package var theirs: Range<Int>
    /// Whether the elements are the same in all three.
    package let isStable: Bool

    package init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>, isStable: Bool) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
      self.isStable = isStable
    }
  }

  package private(set) var parts: [Part] = []

  /// The indices of the elements of the base in both sequences.
  package let oursOfBase: [Int?]
  package let theirsOfBase: [Int?]

  package init(base: [Int], ours: [Int], theirs: [Int], takesUnique: Bool = true) {
    oursOfBase = Self.counterparts(of: base, in: ours, takesUnique)
    theirsOfBase = Self.counterparts(of: base, in: theirs, takesUnique)
    for index in base.indices {
      guard let our = oursOfBase[index], let their = theirsOfBase[index] else { continue }
      addChange(before: index, our, their)
      addStable(index, our, their)
    }
    addChange(before: base.count, ours.count, theirs.count)
  }

  private mutating func addChange(before base: Int, _ ours: Int, _ theirs: Int) {
    let last = parts.last
    let part = Part(
      base: (last?.base.upperBound ?? 0)..<base, ours: (last?.ours.upperBound ?? 0)..<ours,
      theirs: (last?.theirs.upperBound ?? 0)..<theirs, isStable: false)
    if !part.base.isEmpty || !part.ours.isEmpty || !part.theirs.isEmpty { parts.append(part) }
  }

  private mutating func addStable(_ base: Int, _ ours: Int, _ theirs: Int) {
    guard let last = parts.last, last.isStable else {
      parts.append(
        Part(
          base: base..<base + 1, ours: ours..<ours + 1, theirs: theirs..<theirs + 1, isStable: true)
      )
      return
    }
    let index = parts.count - 1
    parts[index].base = last.base.lowerBound..<base + 1
    parts[index].ours = last.ours.lowerBound..<ours + 1
    parts[index].theirs = last.theirs.lowerBound..<theirs + 1
  }

  private static func counterparts(
    of base: [Int], in other: [Int], _ takesUnique: Bool
  ) -> [Int?] {
    var indices = [Int?](repeating: nil, count: base.count)
    var oldIndices = [Int?](repeating: nil, count: other.count)
    for pair in SequenceAlignment(base[...], other[...], takesUnique: takesUnique).pairs {
      indices[pair.old] = pair.new
      oldIndices[pair.new] = pair.old
    }
    slide(in: other, &oldIndices, &indices)
    slide(in: base, &indices, &oldIndices)
    return indices
  }

  /// Moves stretches that are in one sequence alone as far to the end as equal elements permit.
  ///
  ///     base    a b c
  ///     other   a b x b c     b x or x b is new: the second, in each sequence that has both
  private static func slide(
    in sequence: [Int], _ partners: inout [Int?], _ indices: inout [Int?]
  ) {
    var start = 0
    while start < sequence.count {
      guard partners[start] == nil else {
        start += 1
        continue
      }
      var end = partners[start...].firstIndex { $0 != nil } ?? sequence.count
      let before = start > 0 ? partners[start - 1] ?? -1 : -1
      var next = before + 1
      // Only what was inserted between neighbors, and replaces nothing, can be elsewhere.
      while end < sequence.count, partners[end] == next, sequence[start] == sequence[end] {
        (partners[start], partners[end]) = (next, nil)
        indices[next] = start
        start += 1
        next += 1
        end += 1
        while end < sequence.count, partners[end] == nil { end += 1 }
      }
      start = end
    }
  }
}
