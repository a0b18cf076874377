internal import DecantCore

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
    } else if let (lists, numbers, edits) = listEdits(base, ours, theirs) {
      let removed = zip(lists[0], numbers[0]).filter { edits.isRemovedByBoth($1) }
      let added = zip(lists[1], numbers[1]).filter { edits.isAddedByBoth($1) }
      // What both changed in the same way is new in the place of something old.
      guard removed.count <= added.count else { return places.append(place) }
      for ((old, _), (new, _)) in zip(removed, added) {
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
    if let (_, _, edits) = listEdits(base, ours, theirs) { return edits.hasAddedAlone }
    return [ours, theirs].contains {
      children(of: $0).count > 0 && kind(of: $0) != kind(of: base)
    }
  }

  /// Returns the elements, their numbers and the edits of three lists; nil if one of the nodes is not a list.
  func listEdits(
    _ base: Int, _ ours: Int, _ theirs: Int
  ) -> (lists: [[Int]], numbers: [[Int]], edits: ListEdits)? {
    let lists = [base, ours, theirs].compactMap(elements)
    guard lists.count == 3 else { return nil }
    let numbers = numbers(of: lists.map { $0[...] })
    return (lists, numbers, ListEdits(base: numbers[0], ours: numbers[1], theirs: numbers[2]))
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
    recursively { $0.areSame(first, second) }
  }
}
