internal import DecantCore

/// What two sides did to a list whose elements have no identity but their value.
///
/// Equal elements have equal numbers.
struct ListEdits {
  private let base: Counts
  private let ours: Counts
  private let theirs: Counts
  private let lists: (base: [Int], ours: [Int], theirs: [Int])

  private typealias Counts = [Int: Int]

  init(base: [Int], ours: [Int], theirs: [Int]) {
    lists = (base, ours, theirs)
    self.base = Self.counts(of: base)
    self.ours = Self.counts(of: ours)
    self.theirs = Self.counts(of: theirs)
  }

  /// Whether both may have changed or moved the same element, without a stretch that shows it.
  var areUnclear: Bool {
    if lists.ours == lists.theirs { return hasSplitTwins }
    let movedByOurs = Self.moved(from: lists.base, to: lists.ours)
    let movedByTheirs = Self.moved(from: lists.base, to: lists.theirs)
    if !movedByOurs.isEmpty, !movedByTheirs.isEmpty { return true }
    return hasSplitTwins || movedByOurs.contains { isFewer($0, in: theirs) }
      || movedByTheirs.contains { isFewer($0, in: ours) }
  }

  /// Whether the merged list has an element twice because both added it in different places.
  func addTwice(in merged: [Int]) -> Bool {
    Self.counts(of: merged).contains { number, count in
      isAddedByBoth(number) && count > max(ours[number, default: 0], theirs[number, default: 0])
    }
  }

  /// Whether one side has more of an element than the base and the other side.
  var hasAddedAlone: Bool {
    (lists.ours + lists.theirs).contains { number in
      let (first, second) = (ours[number, default: 0], theirs[number, default: 0])
      return first != second && max(first, second) > base[number, default: 0]
    }
  }

  /// Whether both sides have more of an element than the base.
  func isAddedByBoth(_ number: Int) -> Bool {
    min(ours[number, default: 0], theirs[number, default: 0]) > base[number, default: 0]
  }

  /// Whether both sides have fewer of an element than the base.
  func isRemovedByBoth(_ number: Int) -> Bool {
    isFewer(number, in: ours) && isFewer(number, in: theirs)
  }

  /// Whether both removed or changed one of several equal elements: it need not be the same one.
  private var hasSplitTwins: Bool {
    base.contains { number, count in
      count > 1 && isRemovedByBoth(number)
    }
  }

  private func isFewer(_ number: Int, in side: Counts) -> Bool {
    side[number, default: 0] < base[number, default: 0]
  }

  private static func counts(of list: [Int]) -> Counts {
    list.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Returns the elements that are in another order with another one: either may have been moved.
  private static func moved(from base: [Int], to list: [Int]) -> Set<Int> {
    var places: [Int: [Int]] = [:]
    for (place, number) in base.enumerated() { places[number, default: []].append(place) }
    // Of equal elements, the first is taken for the first.
    var counts: Counts = [:]
    let common = list.compactMap { number -> (number: Int, place: Int)? in
      let count = counts[number, default: 0]
      counts[number] = count + 1
      guard let known = places[number], count < known.count else { return nil }
      return (number, known[count])
    }
    var moved: Set<Int> = []
    var last = -1
    for element in common {
      if element.place < last { moved.insert(element.number) }
      last = max(last, element.place)
    }
    var next = Int.max
    for element in common.reversed() {
      if element.place > next { moved.insert(element.number) }
      next = min(next, element.place)
    }
    return moved
  }
}
