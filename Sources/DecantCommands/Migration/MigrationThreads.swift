internal import DecantCore

/// The threads of a migration: the workers, and one that puts results in place.
struct MigrationThreads {
  let board: Monitor<MigrationBoard>
  private let threads: [WorkerThread]

  private static let largestGroup = 256
  private static let smallestGroup = 8

  init(
    _ files: [MigrationFile], _ converter: FileConverter, jobs: Int
  ) throws(DecantError) {
    let jobs = max(1, min(jobs, files.count))
    // Three open files per waiting result, four per worker, 32 for everything else.
    let room = (System.openFileLimit - 32 - 4 * jobs) / 3
    let board = Monitor(
      MigrationBoard(
        count: files.count, workers: jobs,
        room: min(max(room, Self.smallestGroup), Self.largestGroup),
        failsFast: converter.options.failsFast))
    self.board = board
    var threads = [try WorkerThread.start { Self.settle(board) }]
    for number in 0..<jobs {
      do throws(DecantError) {
        threads.append(try WorkerThread.start { Self.work(on: files, converter, board) })
      } catch {
        // Continue with the threads that could be started.
        board.change { board in
          for _ in number..<jobs { board.loseWorker() }
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

  private static func work(
    on files: [MigrationFile], _ converter: FileConverter, _ board: Monitor<MigrationBoard>
  ) {
    while case .file(let index) = board.wait(until: { $0.takeFile() }) {
      switch converter.convert(files[index], at: index) {
      case .settled(let outcome): board.change { $0.settle(index, outcome) }
      case .finished(let file): board.change { $0.finish(file) }
      }
    }
  }

  private static func settle(_ board: Monitor<MigrationBoard>) {
    while true {
      let files = board.wait(until: { $0.takeFinished() })
      guard !files.isEmpty else { return }
      let outcomes = FinishedFile.settle(files)
      board.change { board in
        for (index, outcome) in outcomes { board.settle(index, outcome) }
      }
    }
  }
}
