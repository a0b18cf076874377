internal import DecantCore

/// The state that the threads of a migration share.
///
///     files │ reported │ settled or under way │ next … │
///                            │
///     workers ──▶ finished ──▶ the thread that settles ──▶ outcomes ──▶ reported in order
struct MigrationBoard {
  let count: Int
  /// The maximum number of results that wait to be put in place: each is an open file.
  let room: Int
  /// Whether the run ends at the first file, in list order, that fails.
  ///
  /// Results are then put in place in that order, so that the outcome does not depend on the number of workers.
  let failsFast: Bool

  private(set) var next = 0
  /// The number of files that were reported.
  private(set) var reported = 0
  private(set) var finished: [FinishedFile] = []
  private var outcomes: [Int: MigrationOutcome] = [:]
  private(set) var isStopping = false
  private var workers: Int
  private var end: Int?

  /// The maximum number of files from the last reported one to the next, which bounds `outcomes`.
  private static let reach = 8192

  init(count: Int, workers: Int, room: Int, failsFast: Bool) {
    self.count = count
    self.workers = workers
    self.room = room
    self.failsFast = failsFast
  }

  mutating func stop() {
    isStopping = true
  }

  mutating func loseWorker() {
    workers -= 1
  }

  enum Turn {
    case file(Int)
    case end
  }

  mutating func takeFile() -> Turn? {
    if isStopping || next == count {
      workers -= 1
      return .end
    }
    guard next - reported < Self.reach, finished.count < room else { return nil }
    next += 1
    return .file(next - 1)
  }

  mutating func settle(_ index: Int, _ outcome: MigrationOutcome) {
    outcomes[index] = outcome
    guard failsFast, outcome.kind == .failed else { return }
    isStopping = true
    let end = min(end ?? index, index)
    self.end = end
    // Releasing the later results removes their temporary files.
    finished.removeAll { $0.index > end }
  }

  mutating func finish(_ file: FinishedFile) {
    guard file.index < end ?? count else { return }
    finished.append(file)
  }

  /// Returns the results to put in place; nil before the next one is ready, empty after the last.
  mutating func takeFinished() -> [FinishedFile]? {
    guard !finished.isEmpty || workers == 0 else { return nil }
    guard failsFast, !finished.isEmpty else {
      defer { finished = [] }
      return finished
    }
    var first = reported
    while outcomes[first] != nil { first += 1 }
    return finished.firstIndex { $0.index == first }.map { [finished.remove(at: $0)] }
  }

  /// Returns the outcomes to report; nil before the next one is ready, empty after the last.
  mutating func takeOutcomes() -> [MigrationOutcome]? {
    var ready: [MigrationOutcome] = []
    while reported <= end ?? reported, let outcome = outcomes.removeValue(forKey: reported) {
      ready.append(outcome)
      reported += 1
    }
    let isOver = end.map { reported > $0 } ?? (reported == next && (isStopping || next == count))
    return ready.isEmpty && !isOver ? nil : ready
  }
}
