// What a merge without conflicts cannot know: whether something that both sides removed is what one of them added elsewhere.
extension SharedTape {
  /// Returns the places in the base of what neither side has any longer.
  func removedByBoth(_ base: Int, _ ours: Int, _ theirs: Int) -> [DocumentPointer] {
    var places: [DocumentPointer] = []
    findRemoved(base, ours, theirs, at: DocumentPointer([]), &places)
    return places
  }

  private func findRemoved(
    _ base: Int, _ ours: Int, _ theirs: Int, at place: DocumentPointer,
    _ places: inout [DocumentPointer]
  ) {
    guard !isSame(base, ours), !isSame(base, theirs) else { return }
    if let base = pairs(of: base), let ours = pairs(of: ours), let theirs = pairs(of: theirs) {
      for (key, old) in zip(base.keys, base.values) {
        let child = place.appending(key.token ?? "")
        if let our = ours[key], let their = theirs[key] {
          findRemoved(old, our, their, at: child, &places)
        } else if ours[key] == nil, theirs[key] == nil {
          places.append(child)
        }
      }
    } else if let lists = ElementCounts(self, base, ours, theirs) {
      // What both changed in the same way is new in the place of something old.
      guard lists.removedByBoth.count <= lists.addedByBoth.count else {
        return places.append(place)
      }
      for (old, new) in zip(lists.removedByBoth, lists.addedByBoth) {
        findRemoved(old, new, new, at: place, &places)
      }
    }
  }

  /// Whether one side has something new that the other one lacks.
  func addAlone(_ base: Int, _ ours: Int, _ theirs: Int) -> Bool {
    guard !isSame(ours, theirs) else { return false }
    if let base = pairs(of: base), let ours = pairs(of: ours), let theirs = pairs(of: theirs) {
      let isNew = zip(theirs.keys, theirs.values).contains { key, _ in
        base[key] == nil && ours[key] == nil
      }
      return isNew
        || zip(ours.keys, ours.values).contains { key, value in
          guard let old = base[key] else { return theirs[key] == nil }
          return theirs[key].map { addAlone(old, value, $0) } ?? false
        }
    }
    if let lists = ElementCounts(self, base, ours, theirs) { return lists.hasAddedAlone }
    return [ours, theirs].contains {
      children(of: $0).count > 0 && kind(of: $0) != kind(of: base)
    }
  }

  /// Whether a mapping has no key in common with the one that it was.
  func hasReplaced(_ old: Int, by new: Int) -> Bool {
    guard let old = pairs(of: old), let new = pairs(of: new) else { return false }
    return !old.keys.isEmpty && !new.keys.isEmpty && !new.keys.contains { old[$0] != nil }
  }

  func isSame(_ first: Int?, _ second: Int?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): areEqual(first, second, numbers: .byNotation)
    default: false
    }
  }

  func areSame(_ first: some Sequence<Int>, _ second: some Sequence<Int>) -> Bool {
    first.elementsEqual(second) { isSame($0, $1) }
  }

  /// Whether the nodes are equal and their numbers have the same notation: `1` and `1.0` differ.
  package func areIdentical(_ first: [Int], _ second: [Int]) -> Bool {
    DeepRecursion.run(depth: depth) { areSame(first, second) }
  }
}

/// How often the elements of three versions of a list occur.
private struct ElementCounts {
  /// The elements of the base that occur less often in both sides.
  let removedByBoth: [Int]
  /// The elements that occur more often in both sides.
  let addedByBoth: [Int]
  /// Whether an element occurs more often in one side than in the others.
  let hasAddedAlone: Bool

  /// Returns nil if one of the nodes is not a list.
  init?(_ tape: SharedTape, _ base: Int, _ ours: Int, _ theirs: Int) {
    guard let base = tape.elements(of: base), let ours = tape.elements(of: ours),
      let theirs = tape.elements(of: theirs)
    else { return nil }
    let numbers = tape.numbers(of: [base[...], ours[...], theirs[...]])
    let counts = numbers.map { $0.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    func count(_ number: Int, in version: Int) -> Int { counts[version][number, default: 0] }
    removedByBoth = zip(base, numbers[0]).filter { _, number in
      count(number, in: 0) > max(count(number, in: 1), count(number, in: 2))
    }.map(\.0)
    addedByBoth = zip(ours, numbers[1]).filter { _, number in
      count(number, in: 0) < min(count(number, in: 1), count(number, in: 2))
    }.map(\.0)
    hasAddedAlone = (numbers[1] + numbers[2]).contains { number in
      let (first, second) = (count(number, in: 1), count(number, in: 2))
      return max(first, second) > max(min(first, second), count(number, in: 0))
    }
  }
}
