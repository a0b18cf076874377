internal import DecantCore

/// The elements that two sequences have in common if they differ by the fewest insertions and removals, as Myers finds them.
///
/// At a point (x, y), x old and y new elements are done. Equal elements lead along its diagonal k = x - y for free; a removal
/// leads to the diagonal above, an insertion to the one below. Round d finds, for each diagonal from -d to d by 2, the furthest
/// point that d insertions and removals reach:
///
///     round 0                0
///     round 1            -1     1
///     round 2        -2     0      2
///
/// After `limit` rounds, the furthest of these points is taken, and the search begins anew there.
struct ShortestEdit {
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// The time and memory of a search grow with its square.
  static let limit = 512

  private let old: ArraySlice<Int>
  private let new: ArraySlice<Int>

  init(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    self.old = old
    self.new = new
    var reached = (old: old.startIndex, new: new.startIndex)
    while reached.old < old.endIndex, reached.new < new.endIndex { reached = search(from: reached) }
  }

  /// The furthest x of each diagonal, by rounds.
  private typealias Rounds = [[Int]]

  /// Pairs the elements on the way to the end, or as far as the limit permits; returns the indices reached.
  private mutating func search(from start: (old: Int, new: Int)) -> (old: Int, new: Int) {
    let (width, height) = (old.endIndex - start.old, new.endIndex - start.new)
    var rounds: Rounds = []
    var furthest = (diagonal: 0, done: -1)
    while rounds.count <= Self.limit {
      let d = rounds.count
      var round: [Int] = []
      furthest.done = -1
      for diagonal in 0...d {
        let k = 2 * diagonal - d
        var x = Self.beginning(of: diagonal, after: rounds.last).x
        while x < width, x - k < height, old[start.old + x] == new[start.new + x - k] { x += 1 }
        round.append(x)
        // Points outside of the sequences lead nowhere.
        if x <= width, x - k <= height, 2 * x - k > furthest.done {
          furthest = (diagonal, 2 * x - k)
        }
      }
      rounds.append(round)
      if furthest.done == width + height { break }
    }
    pair(rounds, to: furthest.diagonal, from: start)
    let x = rounds[rounds.count - 1][furthest.diagonal]
    return (start.old + x, start.new + furthest.done - x)
  }

  /// Returns where the way along a diagonal begins, and the diagonal of the round before from which it comes.
  private static func beginning(
    of diagonal: Int, after round: [Int]?
  ) -> (x: Int, previous: Int) {
    guard let round else { return (0, 0) }
    let isInsertion =
      diagonal < round.count && (diagonal == 0 || round[diagonal - 1] < round[diagonal])
    return isInsertion ? (round[diagonal], diagonal) : (round[diagonal - 1] + 1, diagonal - 1)
  }

  /// Pairs the equal elements on the way to a point of the last round.
  private mutating func pair(
    _ rounds: Rounds, to diagonal: Int, from start: (old: Int, new: Int)
  ) {
    var diagonal = diagonal
    for d in rounds.indices.reversed() {
      let k = 2 * diagonal - d
      let beginning = Self.beginning(of: diagonal, after: d > 0 ? rounds[d - 1] : nil)
      for x in beginning.x..<rounds[d][diagonal] {
        pairs.append((start.old + x, start.new + x - k))
      }
      diagonal = beginning.previous
    }
  }
}
