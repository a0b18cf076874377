internal import DecantCore
internal import DecantSystem

/// A thread that writes batches while the next ones are read.
///
///     reader ─▶ gathered ─▶ handed over ─▶ being written ─▶ written ─▶ reader, to be filled again
///
/// Batches change hands in groups, because waking a thread takes as long as writing a batch.
final class ConcurrentWriter {
  private typealias Work = OrderedWork<[PendingBatch], WrittenGroup>

  private let work = Monitor(Work())
  private let thread: WorkerThread
  private var gathered: [PendingBatch] = []
  private var gatheredSize = 0
  /// The window that was counted last: several batches have the same one.
  private var lastWindow: ObjectIdentifier?
  private var spares: [PendingBatch] = []
  /// The first error of the thread, which has written no batch since.
  private var failure: DecantError?

  private static let usualCount = 16
  /// Groups with long texts are smaller, because up to three of them are in memory.
  private static let usualSize = 1 << 20

  init(to end: WriterWithSink) throws(System.Errno) {
    thread = try WorkerThread { [work] in Self.write(from: work, to: end) }
  }

  deinit {
    work.change { $0.end() }
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
    try take(work.wait { $0.unfinished > 0 ? nil : $0.takeResults() })
  }

  private func handOver() throws(DecantError) {
    let group = gathered
    (gathered, gatheredSize) = ([], 0)
    try take(
      work.wait { work in
        // One group waits at most.
        guard work.waitingCount == 0 else { return nil }
        work.add(group)
        return work.takeResults()
      })
  }

  /// Empties the written batches here, so that this thread alone decides whether a window is still in use.
  private func take(_ groups: [WrittenGroup]) throws(DecantError) {
    for group in groups {
      for written in group.batches {
        written.batch.removeAll()
        written.batch.rebase(to: 0)
        if written.batch.scratch.capacity <= Self.usualSize { spares.append(written) }
      }
      failure = failure ?? group.failure
    }
    if let failure { throw failure }
  }

  private static func write(from work: Monitor<Work>, to end: WriterWithSink) {
    var failure: DecantError?
    while case .work(let group, let number) = work.wait(until: { $0.takeTurn() }) {
      for pending in group where failure == nil {
        do {
          try end.write(pending.batch)
        } catch {
          failure = pending.batch.located(error)
        }
      }
      work.change { $0.finish(number, with: WrittenGroup(batches: group, failure: failure)) }
    }
  }
}

/// Batches that were written, up to the first failure of all.
private struct WrittenGroup {
  let batches: [PendingBatch]
  let failure: DecantError?
}

/// A batch on its way to the writing thread and back.
///
/// One thread at a time accesses it.
final class PendingBatch: @unchecked Sendable {
  var batch = EventBatch()
}
