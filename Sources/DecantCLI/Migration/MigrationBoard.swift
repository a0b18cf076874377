internal import Decant

/// What the threads of a migration tell one another: who does what next, what waits for the disk, what came of
/// each file.
///
///     files │ told │ settled or under way │ next … │
///                        │
///     workers ──▶ finished ──▶ the thread that settles ──▶ outcomes ──▶ told in order
struct MigrationBoard {
  /// How many files there are.
  let count: Int
  /// How many results may wait to be put in their places: each is an open file.
  let room: Int
  /// Whether the run ends at the first file, in their order, that fails.
  ///
  /// Results are then put in their places in that order, one by one, so that a run with many workers leaves what
  /// a run with one does: every file before the failure is finished, and no file after it is touched.
  let failsFast: Bool

  /// The next file that has not been begun.
  private(set) var next = 0
  /// How many files were told of.
  private(set) var told = 0
  private(set) var finished: [FinishedFile] = []
  private var outcomes: [Int: MigrationOutcome] = [:]
  private(set) var isStopping = false
  private var workers: Int
  /// The first file that has failed, where the run ends there.
  private var end: Int?

  /// How far files may be ahead of the one that is told next, so that outcomes do not pile up.
  private static let reach = 8192

  init(count: Int, workers: Int, room: Int, failsFast: Bool) {
    self.count = count
    self.workers = workers
    self.room = room
    self.failsFast = failsFast
  }

  /// Has no more files begun.
  mutating func stop() {
    isStopping = true
  }

  /// Says that there is a worker less.
  mutating func loseWorker() {
    workers -= 1
  }

  /// What a worker is told when it asks.
  enum Turn {
    case file(Int)
    case end
  }

  /// The next file for a worker; nil if it must wait.
  mutating func takeFile() -> Turn? {
    if isStopping || next == count {
      workers -= 1
      return .end
    }
    guard next - told < Self.reach, finished.count < room else { return nil }
    next += 1
    return .file(next - 1)
  }

  mutating func settle(_ index: Int, _ outcome: MigrationOutcome) {
    outcomes[index] = outcome
    guard failsFast, outcome.kind == .failed else { return }
    isStopping = true
    let end = min(end ?? index, index)
    self.end = end
    // The temporary files of results that come after it are removed with them.
    finished.removeAll { $0.index > end }
  }

  mutating func finish(_ file: FinishedFile) {
    guard file.index < end ?? count else { return }
    finished.append(file)
  }

  /// The results to put in their places next: nil before the next one is ready, empty after the last one.
  mutating func takeFinished() -> [FinishedFile]? {
    guard !finished.isEmpty || workers == 0 else { return nil }
    guard failsFast, !finished.isEmpty else {
      defer { finished = [] }
      return finished
    }
    var first = told
    while outcomes[first] != nil { first += 1 }
    return finished.firstIndex { $0.index == first }.map { [finished.remove(at: $0)] }
  }

  /// The outcomes that can be told next; none at all once there will be no more, nil if they must be waited for.
  mutating func takeOutcomes() -> [MigrationOutcome]? {
    var ready: [MigrationOutcome] = []
    while told <= end ?? told, let outcome = outcomes.removeValue(forKey: told) {
      ready.append(outcome)
      told += 1
    }
    let isOver = end.map { told > $0 } ?? (told == next && (isStopping || next == count))
    return ready.isEmpty && !isOver ? nil : ready
  }
}
