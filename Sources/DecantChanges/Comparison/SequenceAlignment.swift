internal import DecantCore

/// A common subsequence of two sequences, whose equal elements have equal numbers from 0.
///
/// Elements that occur once in each sequence are paired first, as many as have the same order; then the same between two
/// pairs, where more elements occur once; and the shortest edit where none does:
///
///     old  a x b x c x x d
///     new  a x c b x x x d      a, b and d, then x | x between b and d …
///
/// In time, it takes n log n, and about n times `ShortestEdit.limit` where nothing is unique.
package struct SequenceAlignment {
  /// The indices of the elements that the sequences have in common, in order.
  package private(set) var pairs: [(old: Int, new: Int)] = []

  private let old: ArraySlice<Int>
  private let new: ArraySlice<Int>
  private var unique: UniqueNumbers

  private struct Stretch {
    var old: Range<Int>
    var new: Range<Int>
    let depth: Int
  }

  /// Sequences can be built in which each step finds one pair.
  private static let longestDescent = 32

  private let takesUnique: Bool

  /// Aligns two sequences; with `takesUnique` false, by the shortest edit alone.
  package init(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, takesUnique: Bool = true) {
    self.takesUnique = takesUnique
    self.old = old
    self.new = new
    unique = UniqueNumbers(count: max(old.max() ?? 0, new.max() ?? 0) + 1)
    guard !old.isEmpty, !new.isEmpty else { return }
    var rest = [Stretch(old: old.indices, new: new.indices, depth: 0)]
    while let stretch = rest.popLast() { align(stretch, &rest) }
    pairs.sort { $0.old < $1.old }
  }

  /// The stretches between the pairs, of which one is empty or both differ.
  package var changes: [(old: Range<Int>, new: Range<Int>)] {
    var changes: [(old: Range<Int>, new: Range<Int>)] = []
    var next = (old: old.startIndex, new: new.startIndex)
    for pair in pairs + [(old.endIndex, new.endIndex)] {
      if pair.old > next.old || pair.new > next.new {
        changes.append((next.old..<pair.old, next.new..<pair.new))
      }
      next = (pair.old + 1, pair.new + 1)
    }
    return changes
  }

  private mutating func align(_ whole: Stretch, _ rest: inout [Stretch]) {
    let stretch = pairingEnds(of: whole)
    guard !stretch.old.isEmpty, !stretch.new.isEmpty else { return }
    let anchors =
      takesUnique && stretch.depth < Self.longestDescent
      ? unique.pairs(old[stretch.old], new[stretch.new]).ascending : []
    guard !anchors.isEmpty else {
      pairs += ShortestEdit(old[stretch.old], new[stretch.new]).pairs
      return
    }
    var (oldStart, newStart) = (stretch.old.lowerBound, stretch.new.lowerBound)
    for anchor in anchors + [(stretch.old.upperBound, stretch.new.upperBound)] {
      let (oldGap, newGap) = (oldStart..<anchor.old, newStart..<anchor.new)
      if !oldGap.isEmpty, !newGap.isEmpty {
        rest.append(Stretch(old: oldGap, new: newGap, depth: stretch.depth + 1))
      }
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    pairs += anchors
  }

  /// Pairs the equal elements at the start and at the end, and returns what is between them.
  private mutating func pairingEnds(of stretch: Stretch) -> Stretch {
    var (first, second) = (stretch.old, stretch.new)
    while !first.isEmpty, !second.isEmpty, old[first.lowerBound] == new[second.lowerBound] {
      pairs.append((first.lowerBound, second.lowerBound))
      (first, second) = (first.dropFirst(), second.dropFirst())
    }
    while !first.isEmpty, !second.isEmpty, old[first.upperBound - 1] == new[second.upperBound - 1] {
      pairs.append((first.upperBound - 1, second.upperBound - 1))
      (first, second) = (first.dropLast(), second.dropLast())
    }
    return Stretch(old: first, new: second, depth: stretch.depth)
  }
}

/// The numbers that occur once in each of two sequences.
private struct UniqueNumbers {
  private var indices: [(old: Int, new: Int)]

  private static let none = -1
  private static let several = -2

  /// For numbers below `count`.
  init(count: Int) {
    indices = [(old: Int, new: Int)](repeating: (Self.none, Self.none), count: count)
  }

  /// Returns their indices, in order of the new ones, in a time that depends only on the sequences.
  mutating func pairs(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [(old: Int, new: Int)] {
    for index in old.indices {
      let found = indices[old[index]].old
      indices[old[index]].old = found == Self.none ? index : Self.several
    }
    for index in new.indices {
      let found = indices[new[index]].new
      indices[new[index]].new = found == Self.none ? index : Self.several
    }
    let pairs = new.indices.compactMap { index in
      let found = indices[new[index]]
      return found.old >= 0 && found.new == index ? (old: found.old, new: index) : nil
    }
    for number in old { indices[number] = (Self.none, Self.none) }
    for number in new { indices[number] = (Self.none, Self.none) }
    return pairs
  }
}

extension [(old: Int, new: Int)] {
  /// The longest subsequence with ascending old indices.
  fileprivate var ascending: [(old: Int, new: Int)] {
    let lengths = map(\.old).ascendingLengths
    var length = lengths.max() ?? 0
    var result: [(old: Int, new: Int)] = []
    // Of the pairs with one length, the last one before the next pair has the lowest index.
    for index in indices.reversed() where lengths[index] == length && length > 0 {
      result.append(self[index])
      length -= 1
    }
    return result.reversed()
  }
}
