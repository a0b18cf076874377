internal import DecantCore

/// The merge of two edits of one list, by the identity of its elements.
///
///     base     a b c d          ours deleted b and added x before d: between c and d of the base
///     ours     a c x d          theirs changed d, which is the same element
///     theirs   a b c D
///     merged   a c x D
///
/// A list is not merged if its changes are not clear: a new element may be an element that both sides removed, moved or changed.
struct ListMerge {
  enum Item {
    /// An element of the base that both have, by its index there.
    case kept(Int)
    case ours(Int)
    case theirs(Int)
  }

  let ours: ListEdit
  let theirs: ListEdit
  /// The merged list; nil if it is not clear.
  private(set) var items: [Item]?
  private let isSet: Bool
  private let confirmsLines: Bool
  private let numbers: [[Int]]

  /// Lists of the base and of both sides, in which equal elements have equal numbers.
  ///
  /// A set has the additions of both sides, in any order. Which of several equal elements is meant is clear where the lines
  /// say it.
  init(
    ours: ListEdit, theirs: ListEdit, numbers: [[Int]], isSet: Bool, confirmsLines: Bool
  ) {
    self.ours = ours
    self.theirs = theirs
    self.numbers = numbers
    self.isSet = isSet
    self.confirmsLines = confirmsLines
    guard !hasUnclearTwins, ours.order.moved.isEmpty || theirs.order.moved.isEmpty,
      ours.order.moved.isDisjoint(with: theirs.removed),
      theirs.order.moved.isDisjoint(with: ours.removed),
      let added = addedByTheirs, !hasReplacedRemoved(added)
    else { return }
    let isMovedByTheirs = !theirs.order.moved.isEmpty
    if ours.order.moved.isEmpty, !isMovedByTheirs {
      items = inOrderOfBase(added)
    } else if isMovedByTheirs {
      items = inOrder(of: theirs, added, with: ours, ours.added, { .theirs($0) }, { .ours($0) })
    } else {
      items = inOrder(of: ours, ours.added, with: theirs, added, { .ours($0) }, { .theirs($0) })
    }
  }

  // MARK: What is not clear

  /// Whether both may have changed, moved or removed another one of several equal elements.
  private var hasUnclearTwins: Bool {
    var counts: [Int: (base: Int, ours: Int, theirs: Int)] = [:]
    for number in numbers[0] { counts[number, default: (0, 0, 0)].base += 1 }
    for number in numbers[1] { counts[number, default: (0, 0, 0)].ours += 1 }
    for number in numbers[2] { counts[number, default: (0, 0, 0)].theirs += 1 }
    let moved = ours.order.moved.union(theirs.order.moved)
    let movedNumbers = Set(moved.map { numbers[0][$0] })
    return counts.contains { number, count in
      max(count.base, count.ours, count.theirs) > 1
        && (count.ours != count.base && count.theirs != count.base && !isSet && !confirmsLines
          || movedNumbers.contains(number))
    }
  }

  /// Whether one side may have changed an element that both removed: the side has a new element instead.
  private func hasReplacedRemoved(_ added: [Int]) -> Bool {
    let removed = ours.removed.filter { theirs.pairs.newIndices[$0] == nil }
    // An element that both sides added is not of one side.
    guard added.count == theirs.added.count else { return false }
    return !ours.pairs.added(inPlaceOf: removed).isEmpty
      || !theirs.pairs.added(inPlaceOf: removed).isEmpty
  }

  /// The elements that theirs added and ours did not; nil if a common new element has other neighbors.
  private var addedByTheirs: [Int]? {
    let own = Set(ours.added.map { numbers[1][$0] })
    let common = theirs.added.filter { own.contains(numbers[2][$0]) }
    guard !common.isEmpty else { return theirs.added }
    if isSet {
      var counts: [Int: Int] = [:]
      for index in ours.added { counts[numbers[1][index], default: 0] += 1 }
      return theirs.added.filter { index in
        counts[numbers[2][index], default: 0] -= 1
        return counts[numbers[2][index], default: 0] < 0
      }
    }
    let areSame =
      ours.added.map { numbers[1][$0] } == theirs.added.map { numbers[2][$0] }
      && ours.added.map { ours.neighbors[$0] } == theirs.added.map { theirs.neighbors[$0] }
    return areSame ? [] : nil
  }

  // MARK: The merged order

  private struct Insertion {
    let near: ElementPairs.Neighbors
    let item: Item
  }

  private func inOrderOfBase(_ added: [Int]) -> [Item]? {
    let first = insertions(of: ours.added, ours) { .ours($0) }
    let second = insertions(of: added, theirs) { .theirs($0) }
    guard isSet || areSeparate(first.map(\.near), second.map(\.near)) else { return nil }
    // Stable, so that each side's own order stays.
    var rest = (first + second).enumerated().sorted {
      let (left, right) = ($0.element.near, $1.element.near)
      return (left.before, left.after, $0.offset) < (right.before, right.after, $1.offset)
    }.map(\.element)[...]
    var items: [Item] = []
    for index in -1..<numbers[0].count {
      if index >= 0, isKept(index) { items.append(.kept(index)) }
      while let next = rest.first, next.near.before == index {
        items.append(next.item)
        rest.removeFirst()
      }
    }
    return items
  }

  private func insertions(
    of added: [Int], _ side: ListEdit, _ item: (Int) -> Item
  ) -> [Insertion] {
    added.compactMap { index in
      side.neighbors[index].map { Insertion(near: $0, item: item(index)) }
    }
  }

  private func isKept(_ old: Int) -> Bool {
    ours.pairs.newIndices[old] != nil && theirs.pairs.newIndices[old] != nil
  }

  /// Whether the order of the new elements is clear: none are between the same neighbors, nor in the midst of replaced elements.
  private func areSeparate(
    _ first: [ElementPairs.Neighbors], _ second: [ElementPairs.Neighbors]
  ) -> Bool {
    func surround(_ neighbors: [ElementPairs.Neighbors], _ others: [ElementPairs.Neighbors]) -> Bool
    {
      var counts: [ElementPairs.Neighbors: Int] = [:]
      for near in neighbors { counts[near, default: 0] += 1 }
      // The neighbors of each side are in the order of its list.
      var rest = others[...]
      return neighbors.contains { wide in
        // Among more new elements than were replaced, an element of the other side may be anywhere; but merged lines are apart.
        let hasMore = counts[wide, default: 0] > wide.after - wide.before - 1
        let margin = hasMore && !confirmsLines ? 0 : 1
        while let next = rest.first, next.before < wide.before + margin { rest.removeFirst() }
        return wide.after > wide.before + 1
          && rest.first.map { $0.after + margin <= wide.after } ?? false
      }
    }
    return Set(first).isDisjoint(with: second) && !surround(first, second)
      && !surround(second, first)
  }

  /// The order of a side that moved elements, with the new elements of the other side, which moved none.
  private func inOrder(
    of side: ListEdit, _ own: [Int], with other: ListEdit, _ added: [Int],
    _ ownItem: (Int) -> Item, _ item: (Int) -> Item
  ) -> [Item]? {
    let isOwn = Set(own)
    // Elements that the other side removed stay until the end, to show where they were.
    let line = side.pairs.oldIndices.indices.filter {
      side.pairs.oldIndices[$0] != nil || isOwn.contains($0)
    }
    var indices = [Int?](repeating: nil, count: numbers[0].count)
    for (index, new) in line.enumerated() {
      if let old = side.pairs.oldIndices[new] { indices[old] = index }
    }
    // For each element of the other side, the last index of the elements before it, and the first index of those after it.
    var before: [Int] = []
    var last = -1
    for old in other.pairs.oldIndices {
      before.append(last)
      if let index = old.flatMap({ indices[$0] }) { last = max(last, index) }
    }
    var after = [Int](repeating: line.count, count: before.count)
    var first = line.count
    for new in other.pairs.oldIndices.indices.reversed() {
      after[new] = first
      if let index = other.pairs.oldIndices[new].flatMap({ indices[$0] }) {
        first = min(first, index)
      }
    }
    var insertions: [Int: [Item]] = [:]
    for new in added {
      let (start, end) = (before[new], after[new])
      guard start <= end, let near = other.neighbors[new] else { return nil }
      let isAlone =
        isSet
        || (start + 1..<max(end, start + 1)).allSatisfy {
          side.pairs.oldIndices[line[$0]] != nil
        }
      // The new element may be an element that it replaces.
      let replaced = (near.before + 1..<max(near.after, near.before + 1)).compactMap { indices[$0] }
      guard isAlone, replaced.allSatisfy({ start < $0 && $0 < end }) else { return nil }
      insertions[start, default: []].append(item(new))
    }
    var items = insertions[-1] ?? []
    for (index, new) in line.enumerated() {
      if let old = side.pairs.oldIndices[new] {
        if isKept(old) { items.append(.kept(old)) }
      } else {
        items.append(ownItem(new))
      }
      items += insertions[index] ?? []
    }
    return items
  }
}

/// What one side did to a list.
struct ListEdit {
  let pairs: ElementPairs
  let order: ElementPairs.Order
  /// Where its new elements are.
  let neighbors: [Int: ElementPairs.Neighbors]
  /// Its new elements.
  let added: [Int]
  /// The indices in the base of what is gone.
  let removed: [Int]

  init(_ pairs: ElementPairs) {
    self.pairs = pairs
    order = pairs.order
    neighbors = pairs.neighbors
    added = pairs.newAlone
    removed = pairs.oldAlone
  }
}
