/// A common subsequence of two sequences, whose equal elements have equal numbers from 0.
///
/// It is the longest one if `limit` permits; otherwise only elements that occur once in each count: O(n log n).
struct SequenceAlignment {
  private(set) var pairs: [(old: Int, new: Int)] = []

  private static let limit = 1 << 18

  init(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    guard !old.isEmpty, !new.isEmpty else { return }
    let found =
      old.count * new.count <= Self.limit
      ? Self.longest(Array(old), Array(new)) : Self.unique(Array(old), Array(new))
    pairs = found.map { (old.startIndex + $0.old, new.startIndex + $0.new) }
  }

  private static func longest(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for first in old.indices.reversed() {
      for second in new.indices.reversed() {
        let place = first * width + second
        lengths[place] =
          old[first] == new[second]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (first, second) = (0, 0)
    while first < old.count, second < new.count {
      let place = first * width + second
      if old[first] == new[second] {
        pairs.append((first, second))
        (first, second) = (first + 1, second + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        first += 1
      } else {
        second += 1
      }
    }
    return pairs
  }

  private static func unique(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
    let count = max(old.max() ?? 0, new.max() ?? 0) + 1
    let oldPlaces = places(old, count)
    let newPlaces = places(new, count)
    let pairs = new.indices.compactMap { index -> (old: Int, new: Int)? in
      let number = new[index]
      guard newPlaces[number] == index, oldPlaces[number] >= 0 else { return nil }
      return (oldPlaces[number], index)
    }
    return ascending(pairs)
  }

  /// Returns the place of each number, or -1 if it does not occur exactly once.
  private static func places(_ numbers: [Int], _ count: Int) -> [Int] {
    var places = [Int](repeating: -2, count: count)
    for (place, number) in numbers.enumerated() {
      places[number] = places[number] == -2 ? place : -1
    }
    return places
  }

  /// Returns the longest subsequence with ascending old indices, by patience sorting.
  private static func ascending(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var lasts: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[lasts[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = lasts[low - 1] }
      if low == lasts.count { lasts.append(index) } else { lasts[low] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var index = lasts.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = previous[index]
    }
    return result.reversed()
  }
}
