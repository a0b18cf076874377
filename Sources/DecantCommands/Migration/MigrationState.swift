internal import DecantCore
internal import DecantSystem

/// The state that the threads of a migration share.
///
///     files ─▶ work ─▶ workers ─▶ finished ─▶ the thread that settles ─▶ outcomes, reported in order
struct MigrationState {
  private let files: [MigrationFile]
  /// The maximum number of results that wait to be put in place: each is an open file.
  let room: Int
  /// Whether the run ends at the first file, in list order, that fails.
  ///
  /// Results are then put in place in that order, so that the outcome does not depend on the number of workers.
  let failsFast: Bool

  /// The files that workers have begun, and their outcomes.
  private var work = OrderedWork<MigrationFile, MigrationOutcome>()
  private(set) var finished: [FinishedFile] = []
  private(set) var isStopping = false
  private var workers: Int
  private var end: Int?

  /// The maximum number of files from the last reported one to the next, which bounds the outcomes in memory.
  private static let reach = 8192

  init(_ files: [MigrationFile], workers: Int, room: Int, failsFast: Bool) {
    self.files = files
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

  /// The number of files that were reported.
  var reported: Int { work.taken }

  mutating func takeTurn() -> OrderedWork<MigrationFile, MigrationOutcome>.Turn? {
    if isStopping || work.added == files.count {
      workers -= 1
      return .end
    }
    guard work.pending < Self.reach, finished.count < room else { return nil }
    work.add(files[work.added])
    return work.takeTurn()
  }

  mutating func settle(_ index: Int, _ outcome: MigrationOutcome) {
    work.finish(index, with: outcome)
    guard failsFast, outcome.kind == .failed else { return }
    isStopping = true
    let end = min(end ?? index, index)
    self.end = end
    // Releasing the later results removes their temporary files.
    finished.removeAll { $0.index > end }
  }

  mutating func finish(_ file: FinishedFile) {
    guard file.index < end ?? files.count else { return }
    finished.append(file)
  }

  /// Returns the results to put in place; nil before the next one is ready, empty after the last.
  mutating func takeFinished() -> [FinishedFile]? {
    guard !finished.isEmpty || workers == 0 else { return nil }
    guard failsFast, !finished.isEmpty else {
      defer { finished = [] }
      return finished
    }
    let first = work.firstUnfinished
    return finished.firstIndex { $0.index == first }.map { [finished.remove(at: $0)] }
  }

  /// Returns the outcomes to report; nil before the next one is ready, empty after the last.
  mutating func takeOutcomes() -> [MigrationOutcome]? {
    var ready: [MigrationOutcome] = []
    while reported <= end ?? reported, let outcome = work.takeResult() { ready.append(outcome) }
    let isOver =
      end.map { reported > $0 }
      ?? (work.pending == 0 && (isStopping || work.added == files.count))
    return ready.isEmpty && !isOver ? nil : ready
  }
}
