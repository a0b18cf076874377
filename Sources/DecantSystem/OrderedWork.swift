/// Work that threads share, whose results are taken in the order in which it was added.
///
///     add ─▶ waiting ─▶ take: a worker ─▶ finish ─▶ results ─▶ takeResult, in the order of add
///
/// Work is numbered from 0. The state is meant for a ``Monitor``, whose threads wait until there is something to take.
package struct OrderedWork<Work, Result> {
  private var waiting: [Int: Work] = [:]
  private var results: [Int: Result] = [:]
  /// How much was added, begun by a worker, and taken as a result.
  package private(set) var (added, begun, taken) = (0, 0, 0)
  private var isEnding = false

  package init() {}

  package enum Turn {
    case work(Work, number: Int)
    case end
  }

  /// How much is neither taken as a result nor dropped.
  package var pending: Int { added - taken }

  /// How much waits for a worker.
  package var waitingCount: Int { waiting.count }

  /// How much waits for a worker or is under way.
  package var unfinished: Int { added - taken - results.count }

  /// The number of the first work that is not finished.
  package var firstUnfinished: Int {
    var number = taken
    while results[number] != nil { number += 1 }
    return number
  }

  package mutating func add(_ work: Work) {
    waiting[added] = work
    added += 1
  }

  /// No more work is added: workers end when nothing waits.
  package mutating func end() {
    isEnding = true
  }

  /// Workers end, whatever waits.
  ///
  /// Returns the work that no worker has begun, in its order.
  @discardableResult
  package mutating func stop() -> [Work] {
    isEnding = true
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Workers

  /// Returns the next work for a worker; nil if nothing waits.
  package mutating func takeTurn() -> Turn? {
    guard let work = waiting.removeValue(forKey: begun) else { return isEnding ? .end : nil }
    defer { begun += 1 }
    return .work(work, number: begun)
  }

  package mutating func finish(_ number: Int, with result: Result) {
    results[number] = result
  }

  // MARK: Results

  /// Returns the next result in order; nil if it is not there yet.
  package mutating func takeResult() -> Result? {
    guard let result = results.removeValue(forKey: taken) else { return nil }
    taken += 1
    return result
  }

  /// Returns the next results in order, as far as they are there.
  package mutating func takeResults() -> [Result] {
    var next: [Result] = []
    while let result = takeResult() { next.append(result) }
    return next
  }
}
