package import DecantSystem
internal import Synchronization

/// Threads for work that throws errors of decant. A process without room for another thread is an error like any other.
extension WorkerThread {
  package static func start(
    stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void
  ) throws(DecantError) -> WorkerThread {
    do {
      return try WorkerThread(stackSize: stackSize, work)
    } catch {
      throw DecantError(.system(.startThread, code: error.code))
    }
  }

  /// Returns the result of work on a thread of its own, with a stack of at least `stackSize` bytes.
  package static func result<Success: Sendable>(
    stackSize: Int, of work: @escaping @Sendable () throws(DecantError) -> Success
  ) throws(DecantError) -> Success {
    let outcome = Outcome<Success>()
    try start(stackSize: stackSize) {
      let result = Result(catching: work)
      outcome.result.withLock { $0 = result }
    }.join()
    guard let result = outcome.result.withLock({ $0 }) else {
      preconditionFailure("the thread has ended")
    }
    return try result.get()
  }
}

private final class Outcome<Success: Sendable>: Sendable {
  let result = Mutex<Result<Success, DecantError>?>(nil)
}
