/// Work that threads share, whose results are taken in the order in which it was added.
///
///     add ─▶ waiting ─▶ take: a worker ─▶ finish ─▶ results ─▶ takeResult, in the order of add
///
/// Work is numbered from 0. The state is meant for a ``Monitor``, whose threads wait until there is something to take.
///
/// Its functions are compiled for the types of each user: to look up the types while it runs took 6,000 instructions a request.
@usableFromInline package struct OrderedWork<Work, Result> {
  @usableFromInline var waiting: [Int: Work] = [:]
  @usableFromInline var results: [Int: Result] = [:]
  /// How much was added, begun by a worker, and taken as a result.
  @usableFromInline package var (added, begun, taken) = (0, 0, 0)
  @usableFromInline var isEnding = false

  @inlinable package init() {}

  @frozen @usableFromInline package enum Turn {
    case work(Work, number: Int)
    case end
  }

  /// How much is neither taken as a result nor dropped.
  @inlinable package var pending: Int { added - taken }

  /// How much waits for a worker.
  @inlinable package var waitingCount: Int { waiting.count }

  /// How much waits for a worker or is under way.
  @inlinable package var unfinished: Int { added - taken - results.count }

  /// The number of the first work that is not finished.
  @inlinable package var firstUnfinished: Int {
    var number = taken
    while results[number] != nil { number += 1 }
    return number
  }

  @inlinable package mutating func add(_ work: Work) {
    waiting[added] = work
    added += 1
  }

  /// No more work is added: workers end when nothing waits.
  @inlinable package mutating func end() {
    isEnding = true
  }

  /// Workers end, whatever waits.
  ///
  /// Returns the work that no worker has begun, in its order.
  @discardableResult @inlinable
  package mutating func stop() -> [Work] {
    isEnding = true
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Workers

  /// Returns the next work for a worker; nil if nothing waits.
  @inlinable package mutating func takeTurn() -> Turn? {
    guard let work = waiting.removeValue(forKey: begun) else { return isEnding ? .end : nil }
    defer { begun += 1 }
    return .work(work, number: begun)
  }

  @inlinable package mutating func finish(_ number: Int, with result: Result) {
    results[number] = result
  }

  // MARK: Results

  /// Returns the next result in order; nil if it is not there yet.
  @inlinable package mutating func takeResult() -> Result? {
    guard let result = results.removeValue(forKey: taken) else { return nil }
    taken += 1
    return result
  }

  /// Returns the next results in order, as far as they are there.
  @inlinable package mutating func takeResults() -> [Result] {
    var next: [Result] = []
    while let result = takeResult() { next.append(result) }
    return next
  }
}
