internal import DecantCore

/// The judgement whether a change in the same lines of both sides is a change of both.
///
/// Both sides can remove the same lines from one section, while one side adds the lines to another section. If one side changed
/// nothing else, the other side has all of its changes: then only nodes that the other side may have moved are in doubt.
package struct SharedChanges {
  private let tape: VersionTape
  private let areAllOfOneSide: Bool

  package init(areAllOfOneSide: Bool, on tape: VersionTape) {
    self.areAllOfOneSide = areAllOfOneSide
    self.tape = tape
  }

  /// Whether both sides made the changes that are between two versions of documents.
  package func areShared(_ old: [Int], _ new: [Int], _ ours: [Int], _ theirs: [Int]) -> Bool {
    let lists = [old, new, ours, theirs]
    return tape.recursively { tape in
      let changes = Self(areAllOfOneSide: areAllOfOneSide, on: tape)
      return lists.allSatisfy { $0.count == 1 }
        ? changes.isShared(old[0], new[0], ours[0], theirs[0])
        : changes.areShared(elements: lists, named: IdentifyingKeys.documents)
    }
  }

  private func isShared(_ old: Int, _ new: Int, _ ours: Int, _ theirs: Int) -> Bool {
    guard !tape.isSame(old, new) else { return true }
    if let before = tape.pairs(of: old), let after = tape.pairs(of: new),
      let first = tape.pairs(of: ours), let second = tape.pairs(of: theirs)
    {
      return Set(before.keys + after.keys).allSatisfy { key in
        guard let old = before[key], let new = after[key] else {
          let isThere = after[key] != nil
          return (first[key] != nil) == isThere && (second[key] != nil) == isThere
        }
        guard let our = first[key], let their = second[key] else {
          return areAllOfOneSide || tape.isSame(old, new)
        }
        return isShared(old, new, our, their)
      }
    }
    let lists = [old, new, ours, theirs].compactMap(tape.elements)
    return lists.count < 4 || areShared(elements: lists)
  }

  private func areShared(elements lists: [[Int]], named keys: [DocumentPointer] = []) -> Bool {
    var identity = ElementIdentity(lists, named: keys, on: tape)
    func pairs(_ old: Int, _ new: Int) -> ElementPairs {
      var pairs = identity.pairs(from: old, to: new)
      identity.addSimilar(from: old, to: new, ifClear: true, &pairs)
      return pairs
    }
    let sides = (2...3).map { pairs(1, $0) }
    guard areClear(identity.numbers, sides) else { return false }
    let changes = pairs(0, 1)
    let areGone = (2...3).allSatisfy { side in
      let kept = pairs(0, side)
      return changes.oldAlone.allSatisfy { kept.newIndices[$0] == nil }
    }
    return (areGone || areAllOfOneSide)
      && lists[1].indices.allSatisfy { new in
        let old = changes.oldIndices[new].map { lists[0][$0] }
        guard !tape.isSame(old, lists[1][new]) else { return true }
        guard let our = sides[0].newIndices[new], let their = sides[1].newIndices[new] else {
          return areAllOfOneSide
        }
        let both = [lists[2][our], lists[3][their]]
        // One side has made it and changed nothing more.
        return old.map { isShared($0, lists[1][new], both[0], both[1]) }
          ?? both.contains { tape.isSame($0, lists[1][new]) }
      }
  }

  /// Whether both added or removed as many of several equal elements, and neither moved the others.
  private func areClear(_ numbers: [[Int]], _ sides: [ElementPairs]) -> Bool {
    var counts: [Int: [Int]] = [:]
    for (list, numbers) in numbers.enumerated() {
      for number in numbers { counts[number, default: [0, 0, 0, 0]][list] += 1 }
    }
    let moved = sides.map { Set($0.order.moved.map { numbers[1][$0] }) }
    return counts.allSatisfy { number, count in
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
  }
}
