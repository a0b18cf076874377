internal import Synchronization

/// Recursive work on nested values.
///
/// A thread's stack may have room for a thousand levels, or, of a thread that somebody else started, for a hundred. Deeper
/// work runs on a thread of its own, of whose stack the memory that is not touched costs nothing.
enum DeepRecursion {
  /// The depth that any stack has room for.
  private static let usualDepth = 64

  /// More than a level of the callers takes without optimization.
  private static let bytesPerLevel = 12 << 10

  private final class Outcome<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
  }

  static func isDeep(_ depth: Int) -> Bool { depth > usualDepth }

  /// Returns the result of `work`, which calls itself for each of `depth` levels.
  static func run<Result: Sendable>(
    depth: Int, _ work: @escaping @Sendable () -> Result
  ) -> Result {
    guard isDeep(depth) else { return work() }
    let outcome = Outcome<Result>()
    let thread = try? WorkerThread(stackSize: (depth + usualDepth) * bytesPerLevel) {
      let result = work()
      outcome.result.withLock { $0 = result }
    }
    thread?.join()
    return outcome.result.withLock { $0 } ?? work()
  }
}
