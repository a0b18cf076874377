internal import DecantCore

/// Which elements of an old list are which ones of a new list.
struct ElementPairs {
  /// The index of each old element in the new list.
  private(set) var newIndices: [Int?]
  /// The index of each new element in the old list.
  private(set) var oldIndices: [Int?]

  init(oldCount: Int, newCount: Int) {
    newIndices = [Int?](repeating: nil, count: oldCount)
    oldIndices = [Int?](repeating: nil, count: newCount)
  }

  /// Precondition: neither is in a pair.
  mutating func add(old: Int, new: Int) {
    newIndices[old] = new
    oldIndices[new] = old
  }

  /// The pairs in order of the new list.
  var all: [(old: Int, new: Int)] {
    oldIndices.indices.compactMap { new in oldIndices[new].map { ($0, new) } }
  }

  /// The pairs that are in the same order in both lists, as many as possible.
  var inOrder: [(old: Int, new: Int)] {
    let kept = order.kept
    return all.filter { kept.contains($0.old) }
  }

  var oldAlone: [Int] { newIndices.indices.filter { newIndices[$0] == nil } }
  var newAlone: [Int] { oldIndices.indices.filter { oldIndices[$0] == nil } }
}

// MARK: - Neighbors

extension ElementPairs {
  /// The indices of the old elements next to a new element that were there before, or -1 and the count of old elements.
  struct Neighbors: Hashable {
    let before: Int
    let after: Int
  }

  /// Returns the neighbors in the old list of each new element that is in no pair.
  var neighbors: [Int: Neighbors] {
    var after = [Int](repeating: newIndices.count, count: oldIndices.count)
    var next = newIndices.count
    for new in oldIndices.indices.reversed() {
      after[new] = next
      next = oldIndices[new] ?? next
    }
    var neighbors: [Int: Neighbors] = [:]
    var last = -1
    for new in oldIndices.indices {
      if let old = oldIndices[new] {
        last = old
      } else {
        neighbors[new] = Neighbors(before: last, after: after[new])
      }
    }
    return neighbors
  }

  /// Returns the new elements that may replace one of some old ones: they are between the same neighbours.
  func added(inPlaceOf olds: [Int]) -> [Int] {
    guard !olds.isEmpty else { return [] }
    // How many of them are before each old element.
    var counts = [Int](repeating: 0, count: newIndices.count + 1)
    for old in olds { counts[old + 1] = 1 }
    for index in newIndices.indices { counts[index + 1] += counts[index] }
    return neighbors.filter { _, near in
      // In another order, the index is not known.
      near.before >= near.after || counts[near.before + 1] < counts[near.after]
    }.keys.sorted()
  }

  /// Returns the stretches without pairs between two pairs that are neighbours of one another in both lists.
  var stretches: [(old: Range<Int>, new: Range<Int>)] {
    var result: [(old: Range<Int>, new: Range<Int>)] = []
    var (old, new) = (0, 0)
    for pair in inOrder + [(newIndices.count, oldIndices.count)] {
      if old < pair.old, new < pair.new { result.append((old..<pair.old, new..<pair.new)) }
      (old, new) = (pair.old + 1, pair.new + 1)
    }
    return result
  }
}

// MARK: - Order

extension ElementPairs {
  struct Order {
    /// Old indices of a longest subsequence in the same order.
    var kept: Set<Int> = []
    /// Old indices of what is not in each such subsequence: it was moved, or something else was moved past it.
    var moved: Set<Int> = []
    /// Old indices of all that are in another order with another one.
    var inverted: Set<Int> = []
  }

  /// What was moved, as far as can be seen.
  var order: Order {
    let indices = oldIndices.compactMap { $0 }
    var order = Order()
    guard zip(indices, indices.dropFirst()).contains(where: { $0 > $1 }) else {
      order.kept = Set(indices)
      return order
    }
    // The lengths of the longest ascending subsequences that end and that begin with each element.
    let up = indices.ascendingLengths
    let down = Array(indices.reversed().map { -$0 }.ascendingLengths.reversed())
    let longest = up.max() ?? 0
    var counts: [Int: Int] = [:]
    for index in indices.indices where up[index] + down[index] - 1 == longest {
      counts[up[index], default: 0] += 1
    }
    var last = -1
    var length = 0
    for index in indices.indices {
      let isInLongest = up[index] + down[index] - 1 == longest
      if !isInLongest || counts[up[index]] != 1 { order.moved.insert(indices[index]) }
      if isInLongest, up[index] == length + 1, indices[index] > last {
        order.kept.insert(indices[index])
        (last, length) = (indices[index], length + 1)
      }
    }
    order.inverted = indices.inverted
    return order
  }
}

extension [Int] {
  /// The numbers of which a greater one is before, or a smaller one after.
  var inverted: Set<Int> {
    var inverted: Set<Int> = []
    var highest = Int.min
    for number in self {
      if number < highest { inverted.insert(number) }
      highest = Swift.max(highest, number)
    }
    var lowest = Int.max
    for number in reversed() {
      if number > lowest { inverted.insert(number) }
      lowest = Swift.min(lowest, number)
    }
    return inverted
  }

  /// The length of the longest ascending subsequence that ends with each number, by patience sorting.
  var ascendingLengths: [Int] {
    var lasts: [Int] = []
    return map { number in
      let index = (0..<lasts.count).binarySearch { lasts[$0] >= number }
      if index == lasts.count { lasts.append(number) } else { lasts[index] = number }
      return index + 1
    }
  }
}
