internal import DecantCore

/// Which elements of an old list are which ones of a new list.
struct ElementPairs {
  /// The place of each old element in the new list.
  private(set) var newPlaces: [Int?]
  /// The place of each new element in the old list.
  private(set) var oldPlaces: [Int?]

  init(oldCount: Int, newCount: Int) {
    newPlaces = [Int?](repeating: nil, count: oldCount)
    oldPlaces = [Int?](repeating: nil, count: newCount)
  }

  /// Precondition: neither is in a pair.
  mutating func add(old: Int, new: Int) {
    newPlaces[old] = new
    oldPlaces[new] = old
  }

  /// The pairs in order of the new list.
  var all: [(old: Int, new: Int)] {
    oldPlaces.indices.compactMap { new in oldPlaces[new].map { ($0, new) } }
  }

  /// The pairs that are in the same order in both lists, as many as possible.
  var inOrder: [(old: Int, new: Int)] {
    let kept = order.kept
    return all.filter { kept.contains($0.old) }
  }

  var oldAlone: [Int] { newPlaces.indices.filter { newPlaces[$0] == nil } }
  var newAlone: [Int] { oldPlaces.indices.filter { oldPlaces[$0] == nil } }
}

// MARK: - Gaps

extension ElementPairs {
  /// The places of the old elements next to a new element that were there before, or -1 and the count of old elements.
  struct Gap: Hashable {
    let before: Int
    let after: Int
  }

  /// Returns the gap in the old list of each new element that is in no pair.
  var gaps: [Int: Gap] {
    var after = [Int](repeating: newPlaces.count, count: oldPlaces.count)
    var next = newPlaces.count
    for new in oldPlaces.indices.reversed() {
      after[new] = next
      next = oldPlaces[new] ?? next
    }
    var gaps: [Int: Gap] = [:]
    var last = -1
    for new in oldPlaces.indices {
      if let old = oldPlaces[new] {
        last = old
      } else {
        gaps[new] = Gap(before: last, after: after[new])
      }
    }
    return gaps
  }

  /// Returns the new elements that may be in the place of one of some old ones: they are between the same neighbours.
  func added(inPlaceOf olds: [Int]) -> [Int] {
    guard !olds.isEmpty else { return [] }
    // How many of them are before each old element.
    var counts = [Int](repeating: 0, count: newPlaces.count + 1)
    for old in olds { counts[old + 1] = 1 }
    for place in newPlaces.indices { counts[place + 1] += counts[place] }
    return gaps.filter { _, gap in
      // In another order, the place is not known.
      gap.before >= gap.after || counts[gap.before + 1] < counts[gap.after]
    }.keys.sorted()
  }

  /// Returns the stretches without pairs between two pairs that are neighbours of one another in both lists.
  var stretches: [(old: Range<Int>, new: Range<Int>)] {
    var result: [(old: Range<Int>, new: Range<Int>)] = []
    var (old, new) = (0, 0)
    for pair in inOrder + [(newPlaces.count, oldPlaces.count)] {
      if old < pair.old, new < pair.new { result.append((old..<pair.old, new..<pair.new)) }
      (old, new) = (pair.old + 1, pair.new + 1)
    }
    return result
  }
}

// MARK: - Order

extension ElementPairs {
  struct Order {
    /// Old places of a longest subsequence in the same order.
    var kept: Set<Int> = []
    /// Old places of what is not in each such subsequence: it was moved, or something else was moved past it.
    var moved: Set<Int> = []
    /// Old places of all that are in another order with another one.
    var inverted: Set<Int> = []
  }

  /// What was moved, as far as can be seen.
  var order: Order {
    let places = oldPlaces.compactMap { $0 }
    var order = Order()
    guard zip(places, places.dropFirst()).contains(where: { $0 > $1 }) else {
      order.kept = Set(places)
      return order
    }
    // The lengths of the longest ascending subsequences that end and that begin with each element.
    let up = places.ascendingLengths
    let down = Array(places.reversed().map { -$0 }.ascendingLengths.reversed())
    let longest = up.max() ?? 0
    var counts: [Int: Int] = [:]
    for index in places.indices where up[index] + down[index] - 1 == longest {
      counts[up[index], default: 0] += 1
    }
    var last = -1
    var length = 0
    for index in places.indices {
      let isInLongest = up[index] + down[index] - 1 == longest
      if !isInLongest || counts[up[index]] != 1 { order.moved.insert(places[index]) }
      if isInLongest, up[index] == length + 1, places[index] > last {
        order.kept.insert(places[index])
        (last, length) = (places[index], length + 1)
      }
    }
    order.inverted = places.inverted
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
      let place = (0..<lasts.count).binarySearch { lasts[$0] >= number }
      if place == lasts.count { lasts.append(number) } else { lasts[place] = number }
      return place + 1
    }
  }
}
