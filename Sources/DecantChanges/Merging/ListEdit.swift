internal import DecantCore

/// What one side did to a list.
struct ListEdit {
  let pairs: ElementPairs
  let order: ElementPairs.Order
  /// Where its new elements are.
  let gaps: [Int: ElementPairs.Gap]
  /// Its new elements.
  let added: [Int]
  /// The places in the base of what is gone.
  let removed: [Int]
  private let suspicions: [Suspicion]

  /// Elements that are gone, and new ones of which each may be each of them, after a change.
  ///
  /// Only the first and the last places are of interest.
  struct Suspicion {
    fileprivate let removed: [Int]
    fileprivate let added: ClosedRange<Int>

    /// Whether one of them may have been moved past an element that was at `old` and is at `new`.
    fileprivate func crosses(old: Int, new: Int) -> Bool {
      guard let first = removed.first, let last = removed.last else { return false }
      return first < old && added.upperBound > new || last > old && added.lowerBound < new
    }
  }

  /// Up to this count, each pair of a removed and a new element is looked at.
  private static let mostPairs = 250_000

  init(
    _ pairs: ElementPairs, removed evidence: [Int: ElementEvidence],
    added: [Int: ElementEvidence]
  ) {
    self.pairs = pairs
    order = pairs.order
    gaps = pairs.gaps
    self.added = added.keys.sorted()
    removed = evidence.keys.sorted()
    suspicions = Self.suspicions(removed, evidence, self.added, added)
  }

  private static func suspicions(
    _ removed: [Int], _ old: [Int: ElementEvidence], _ added: [Int],
    _ new: [Int: ElementEvidence]
  ) -> [Suspicion] {
    guard let first = added.first, let last = added.last, !removed.isEmpty else { return [] }
    guard removed.count * added.count <= mostPairs else {
      return [Suspicion(removed: removed, added: first...last)]
    }
    return removed.compactMap { place in
      guard let evidence = old[place] else { return nil }
      let found = added.filter { new[$0].map(evidence.mayBecome) ?? false }
      guard let first = found.first, let last = found.last else { return nil }
      return Suspicion(removed: [place], added: first...last)
    }
  }

  /// Whether an element of the base that is still there may have been moved, unseen among changed ones.
  func mayHaveMoved(_ old: Int) -> Bool {
    guard let new = pairs.newPlaces[old] else { return false }
    return suspicions.contains { $0.crosses(old: old, new: new) }
  }

  /// Whether what the other side added is on another side of something removed here than of what that may have become.
  ///
  /// `mergedPlaces` are those of the elements added here and there, by their places in the lists of the sides.
  func separates(
    _ other: ListEdit, here: [Int: Int], there: [Int: Int]
  ) -> Bool {
    suspicions.contains { suspicion in
      let old = suspicion.removed.compactMap { other.pairs.newPlaces[$0] }
      let new = suspicion.added.compactMap { here[$0] }
      guard let firstOld = old.min(), let lastOld = old.max(), let firstNew = new.min(),
        let lastNew = new.max()
      else { return false }
      return other.added.contains { place in
        guard let merged = there[place] else { return false }
        return firstOld < place && lastNew > merged || lastOld > place && firstNew < merged
      }
    }
  }
}
