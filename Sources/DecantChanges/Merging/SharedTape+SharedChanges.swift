internal import DecantCore

// What both sides changed in the same lines, which may be no change of both.
extension SharedTape {
  /// Whether the keys that are in only one of two versions of documents are changes that both sides made.
  ///
  /// The same lines can be removed from one place by both, and be in another one of one side.
  package func areShared(
    _ old: [Int], _ new: [Int], _ ours: [Int], _ theirs: [Int]
  ) -> Bool {
    guard old.count == new.count, ours.count == old.count, theirs.count == old.count else {
      return true
    }
    return recursively { tape in
      old.indices.allSatisfy { tape.isShared(old[$0], new[$0], ours[$0], theirs[$0]) }
    }
  }

  private func isShared(_ old: Int, _ new: Int, _ ours: Int, _ theirs: Int) -> Bool {
    guard !isSame(old, new) else { return true }
    if let before = pairs(of: old), let after = pairs(of: new), let first = pairs(of: ours),
      let second = pairs(of: theirs)
    {
      return Set(before.keys + after.keys).allSatisfy { key in
        guard let old = before[key], let new = after[key] else {
          let isThere = after[key] != nil
          return (first[key] != nil) == isThere && (second[key] != nil) == isThere
        }
        guard let our = first[key], let their = second[key] else { return true }
        return isShared(old, new, our, their)
      }
    }
    let lists = [old, new, ours, theirs].compactMap(elements)
    return lists.count < 4 || areSharedElements(of: lists)
  }

  /// Whether both sides have the elements that are changed in the second of four lists.
  private func areSharedElements(of lists: [[Int]]) -> Bool {
    var identity = ElementIdentity(lists, on: self)
    var counts: [Int: [Int]] = [:]
    for (list, numbers) in identity.numbers.enumerated() {
      for number in numbers { counts[number, default: [0, 0, 0, 0]][list] += 1 }
    }
    let moved = (2...3).map { side in
      let pairs = identity.pairs(from: 1, to: side)
      return Set(pairs.order.moved.map { identity.numbers[1][$0] })
    }
    // Of several equal elements, both sides must have added or removed as many, and not have moved the others.
    let areClear = counts.allSatisfy { number, count in
      let changes = count.map { $0 - count[0] }
      // One that a side has still was moved.
      let hasTwins = count.contains { $0 > 1 }
      guard changes[1] < 0 || changes[1] > 0 && hasTwins else { return true }
      guard !hasTwins || !moved[0].contains(number) && !moved[1].contains(number) else {
        return false
      }
      return changes[1] > 0
        ? min(changes[2], changes[3]) >= changes[1] : max(changes[2], changes[3]) <= changes[1]
    }
    guard areClear else { return false }
    let pairs = (1...3).map { identity.pairs(from: 0, to: $0).newPlaces }
    return lists[0].indices.allSatisfy { place in
      guard let new = pairs[0][place], !isSame(lists[0][place], lists[1][new]) else { return true }
      guard let our = pairs[1][place], let their = pairs[2][place] else { return false }
      return isShared(lists[0][place], lists[1][new], lists[2][our], lists[3][their])
    }
  }
}
