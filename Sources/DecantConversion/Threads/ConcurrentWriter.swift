internal import DecantCore

/// A thread that writes batches while the next ones are read.
///
///     reader ─▶ gathered ─▶ handed over ─▶ being written ─▶ written ─▶ reader, to be filled again
///
/// Batches change hands in groups, because waking a thread takes as long as writing a batch.
final class ConcurrentWriter {
  private let board = Monitor(WritingBoard())
  private let thread: WorkerThread
  private var gathered: [PendingBatch] = []
  private var gatheredSize = 0
  /// The window that was counted last: several batches have the same one.
  private var lastWindow: ObjectIdentifier?
  private var spares: [PendingBatch] = []

  private static let usualCount = 16
  /// Groups with long texts are smaller, because up to three of them are in memory.
  private static let usualSize = 1 << 20

  init(to end: WriterWithSink) throws(System.Errno) {
    thread = try WorkerThread { [board] in Self.write(from: board, to: end) }
  }

  deinit {
    board.change { $0.isStopping = true }
    thread.join()
  }

  /// Exchanges `batch` for an empty one; throws the error of an earlier batch.
  func add(_ batch: inout EventBatch) throws(DecantError) {
    let next = spares.popLast() ?? PendingBatch()
    swap(&next.batch, &batch)
    gathered.append(next)
    gatheredSize += next.batch.scratch.count
    if next.batch.windowIdentity != lastWindow {
      lastWindow = next.batch.windowIdentity
      gatheredSize += next.batch.window.count
    }
    guard gathered.count >= Self.usualCount || gatheredSize >= Self.usualSize else { return }
    try handOver()
  }

  /// Waits until all batches are written; throws the error of one.
  func settle() throws(DecantError) {
    if !gathered.isEmpty { try handOver() }
    try take(board.wait { $0.isWriting ? nil : $0.takeResult() })
  }

  private func handOver() throws(DecantError) {
    let group = gathered
    (gathered, gatheredSize) = ([], 0)
    try take(board.wait { $0.exchange(group) })
  }

  /// Empties the written batches here, so that this thread alone decides whether a window is still in use.
  private func take(_ result: WritingBoard.Result) throws(DecantError) {
    for written in result.written {
      written.batch.removeAll()
      written.batch.rebase(to: 0)
      if written.batch.scratch.capacity <= Self.usualSize { spares.append(written) }
    }
    if let error = result.error { throw error }
  }

  private static func write(from board: Monitor<WritingBoard>, to end: WriterWithSink) {
    while case .write(let group) = board.wait(until: { $0.takeTurn() }) {
      var failure: DecantError?
      for pending in group where failure == nil {
        do {
          try end.write(pending.batch)
        } catch {
          failure = pending.batch.located(error)
        }
      }
      board.change { $0.end(group, failure) }
    }
  }
}

/// A batch on its way to the writing thread and back.
///
/// One thread at a time accesses it.
final class PendingBatch: @unchecked Sendable {
  var batch = EventBatch()
}
