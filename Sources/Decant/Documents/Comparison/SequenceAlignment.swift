/// A common subsequence of two sequences.
///
/// It is the longest one if `limit` permits; otherwise only elements that occur once in each count: O(n log n).
struct SequenceAlignment {
  private(set) var pairs: [(old: Int, new: Int)] = []

  private static let limit = 1 << 18

  init<Element: Hashable>(_ old: ArraySlice<Element>, _ new: ArraySlice<Element>) {
    guard !old.isEmpty, !new.isEmpty else { return }
    var numbers: [HashedElement<Element>: Int] = [:]
    numbers.reserveCapacity(max(old.count, new.count))
    func number(_ value: Element) -> Int {
      let value = HashedElement(value)
      if let known = numbers[value] { return known }
      numbers[value] = numbers.count
      return numbers.count - 1
    }
    let (first, second) = (old.map(number), new.map(number))
    let found =
      first.count * second.count <= Self.limit
      ? Self.longest(first, second) : Self.unique(first, second)
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
    let oldPlaces = places(old)
    let newPlaces = places(new)
    let pairs = new.indices.compactMap { index -> (old: Int, new: Int)? in
      let number = new[index]
      guard newPlaces[number] == index, let place = oldPlaces[number], place >= 0 else {
        return nil
      }
      return (place, index)
    }
    return ascending(pairs)
  }

  private static func places(_ numbers: [Int]) -> [Int: Int] {
    Dictionary(zip(numbers, numbers.indices), uniquingKeysWith: { _, _ in -1 })
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

/// An element with its hash, so that elements with different hashes are not compared.
private struct HashedElement<Element: Hashable>: Hashable {
  private let original: Element
  private let hash: Int

  init(_ element: Element) {
    original = element
    hash = element.hashValue
  }

  static func == (first: HashedElement, second: HashedElement) -> Bool {
    first.hash == second.hash && first.original == second.original
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
