internal import DecantCore
internal import DecantSystem
internal import Synchronization

/// The threads of a migration: the workers, and one that puts results in place.
struct MigrationThreads {
  let state: Monitor<MigrationState>
  private let threads: [WorkerThread]

  private static let largestGroup = 256
  private static let smallestGroup = 8

  init(
    _ files: [MigrationFile], _ converter: FileConverter, jobs: Int
  ) throws(DecantError) {
    let jobs = max(1, min(jobs, files.count))
    // Three open files per waiting result, four per worker, 32 for everything else.
    let room = (System.openFileLimit - 32 - 4 * jobs) / 3
    let state = Monitor(
      MigrationState(
        files, workers: jobs,
        room: min(max(room, Self.smallestGroup), Self.largestGroup),
        failsFast: converter.options.failsFast))
    self.state = state
    var threads = [try WorkerThread.start { Self.settle(state) }]
    for number in 0..<jobs {
      do throws(DecantError) {
        threads.append(try WorkerThread.start { Self.work(by: converter, state) })
      } catch {
        // Continue with the threads that could be started.
        state.change { state in
          for _ in number..<jobs { state.loseWorker() }
        }
        guard number > 0 else {
          threads[0].join()
          throw error
        }
        break
      }
    }
    self.threads = threads
  }

  func join() {
    for thread in threads { thread.join() }
  }

  private static func work(by converter: FileConverter, _ state: Monitor<MigrationState>) {
    while case .work(let file, let index) = state.wait(until: { $0.takeTurn() }) {
      switch converter.convert(file, at: index) {
      case .settled(let outcome): state.change { $0.settle(index, outcome) }
      case .finished(let file): state.change { $0.finish(file) }
      }
    }
  }

  private static func settle(_ state: Monitor<MigrationState>) {
    while true {
      let files = state.wait(until: { $0.takeFinished() })
      guard !files.isEmpty else { return }
      let outcomes = FinishedFile.settle(files)
      state.change { state in
        for (index, outcome) in outcomes { state.settle(index, outcome) }
      }
    }
  }
}

final class ProgressCounter: Sendable {
  private let bytes = Atomic<Int>(0)

  func add(_ count: Int) {
    bytes.add(count, ordering: .relaxed)
  }

  var total: Int { bytes.load(ordering: .relaxed) }
}

final class CountedDestination: ByteDestination {
  private let destination: any ByteDestination
  private(set) var count = 0

  init(_ destination: any ByteDestination) {
    self.destination = destination
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    try destination.write(bytes)
    count += bytes.byteCount
  }
}
