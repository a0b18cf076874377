internal import DecantCore

/// What both sides removed: one of them may have kept it elsewhere.
///
/// Then one side moved a node that the other side removed, which the paths of neither side show. Such a node is known by its
/// content: most of the content is nowhere else in the base, and one side has it.
struct Removals {
  private struct Removed {
    let node: Int
    let key: Value?
    let parent: [KeyText]
    /// Whether it is not in the base of the merge, as both sides had removed it in the same way.
    let isTaken: Bool
  }

  private var removed: [Removed] = []

  /// Records that both sides removed the value of a key, or an element.
  mutating func remove(
    _ node: Int, _ key: Value? = nil, at parent: [KeyText], isTaken: Bool = false
  ) {
    removed.append(Removed(node: node, key: key, parent: parent, isTaken: isTaken))
  }

  /// Records what was removed from a node that both sides changed in the same way.
  mutating func addChange(
    ofBoth old: Int, _ new: Int, at path: [KeyText], on tape: VersionTape, isTaken: Bool = false
  ) {
    guard !tape.areEqual(old, new) else { return }
    if let olds = tape.pairs(of: old), let news = tape.pairs(of: new) {
      for (key, value) in zip(olds.keys, olds.values) {
        guard let other = news[key] else {
          remove(value, key, at: path, isTaken: isTaken)
          continue
        }
        let path = path + [key.token ?? ""]
        addChange(ofBoth: value, other, at: path, on: tape, isTaken: isTaken)
      }
    } else if let olds = tape.elements(of: old), let news = tape.elements(of: new) {
      let numbers = tape.numbers(of: [olds[...], news[...]])
      var counts: [Int: Int] = [:]
      for number in numbers[1] { counts[number, default: 0] += 1 }
      for (element, number) in zip(olds, numbers[0]) {
        counts[number, default: 0] -= 1
        if counts[number, default: 0] < 0 { remove(element, at: path, isTaken: isTaken) }
      }
    }
  }

  /// Returns the paths of what both removed and one of them has elsewhere.
  func moved(
    base: Int, merged: Int, ours: Int, theirs: Int, on tape: VersionTape
  ) -> [DocumentPointer] {
    guard !removed.isEmpty else { return [] }
    var tape = tape
    tape.hashCollections()
    let counts = ValueCounts(base: base, merged: merged, ours: ours, theirs: theirs, tape)
    return removed.filter { removed in
      if counts.haveMoved(removed.node, removed.isTaken) { return true }
      if removed.key == nil, removed.isTaken, counts.haveUnclearTwins(removed.node) { return true }
      var (gone, moved) = (0, 0)
      tape.forEachScalar(of: removed.node) { node in
        guard !removed.isTaken || !counts.isInBase(node) else { return }
        gone += 1
        if counts.haveMoved(node, removed.isTaken) { moved += 1 }
      }
      return moved > 0 && moved * 2 >= gone
    }.map { DocumentPointer($0.parent + [$0.key?.token].compactMap { $0 }) }
  }
}

/// How often values are in the documents of a merge.
private struct ValueCounts {
  private var counts: [UInt64: Counts] = [:]
  private let tape: VersionTape

  private struct Counts {
    var base = 0
    var merged = 0
    var ours = 0
    var theirs = 0
  }

  init(base: Int, merged: Int, ours: Int, theirs: Int, _ tape: VersionTape) {
    self.tape = tape
    add(base, \.base)
    add(merged, \.merged)
    add(ours, \.ours)
    add(theirs, \.theirs)
  }

  private mutating func add(_ root: Int, _ count: WritableKeyPath<Counts, Int>) {
    tape.forEachHash(of: root) { counts[$0, default: Counts()][keyPath: count] += 1 }
  }

  func isInBase(_ node: Int) -> Bool { (counts[tape.valueHash(of: node)]?.base ?? 0) > 0 }

  /// Whether a side has a node that was removed everywhere; both sides may have it at one path.
  func haveMoved(_ node: Int, _ isTaken: Bool) -> Bool {
    guard let count = counts[tape.valueHash(of: node)] else { return false }
    return (isTaken ? count.base == 0 : count.base == 1)
      && ((count.ours == 0) != (count.theirs == 0) || count.merged > max(count.ours, count.theirs))
  }

  /// Whether it is not clear which of several equal elements both removed: one side has more of the others.
  func haveUnclearTwins(_ element: Int) -> Bool {
    guard let count = counts[tape.valueHash(of: element)] else { return false }
    return count.base > 0 && count.ours != count.theirs
  }
}

extension VersionTape {
  /// Calls `body` with each scalar in a node that is hardly the same as another one by chance.
  func forEachScalar(of node: Int, _ body: (Int) -> Void) {
    forEachNode(of: node) { node in
      if tape[content(of: node)].depthChange == 0 { body(node) }
    }
  }

  /// Calls `body` with the hashes of the collections in a node, and of such scalars.
  fileprivate func forEachHash(of node: Int, _ body: (UInt64) -> Void) {
    forEachNode(of: node) { body(valueHash(of: $0)) }
  }

  private func forEachNode(of node: Int, _ body: (Int) -> Void) {
    guard isDistinctive(node) else { return }
    body(node)
    for value in pairs(of: node)?.values ?? children(of: node) { forEachNode(of: value, body) }
  }
}
