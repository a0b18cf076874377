/// The correspondence of two sequences with the base that both were derived from.
///
///     base    a b c d
///     ours    a B c d        a | b → B, b | c | d → d, d e
///     theirs  a b c d e
///
/// An element that all three have is stable; the stretches in between are changed in one sequence or in both.
package struct ThreeWayAlignment {
  package enum Part {
    case stable(base: Int, ours: Int, theirs: Int)
    case changed(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  }

  package private(set) var parts: [Part] = []

  package init(base: [Value], ours: [Value], theirs: [Value]) {
    let oursOfBase = Self.counterparts(of: base, in: ours)
    let theirsOfBase = Self.counterparts(of: base, in: theirs)
    var start = (base: 0, ours: 0, theirs: 0)
    func change(before end: (base: Int, ours: Int, theirs: Int)) -> [Part] {
      let isEmpty = start == end
      return isEmpty
        ? []
        : [
          .changed(
            base: start.base..<end.base, ours: start.ours..<end.ours,
            theirs: start.theirs..<end.theirs)
        ]
    }
    for index in base.indices {
      guard let our = oursOfBase[index], let their = theirsOfBase[index] else { continue }
      parts += change(before: (index, our, their))
      parts.append(.stable(base: index, ours: our, theirs: their))
      start = (index + 1, our + 1, their + 1)
    }
    parts += change(before: (base.count, ours.count, theirs.count))
  }

  private static func counterparts(of base: [Value], in other: [Value]) -> [Int?] {
    var result = [Int?](repeating: nil, count: base.count)
    var start = 0
    while start < base.count, start < other.count, base[start] == other[start] {
      result[start] = start
      start += 1
    }
    var (baseEnd, otherEnd) = (base.count, other.count)
    while baseEnd > start, otherEnd > start, base[baseEnd - 1] == other[otherEnd - 1] {
      baseEnd -= 1
      otherEnd -= 1
      result[baseEnd] = otherEnd
    }
    for pair in SequenceAlignment(base[start..<baseEnd], other[start..<otherEnd]).pairs {
      result[pair.old] = pair.new
    }
    return result
  }
}
