internal import DecantCore

/// Recursive work on nested values.
///
/// A thread's stack may have room for a thousand levels, or only for a hundred if another library started the thread. Deeper
/// work runs on a thread of its own, of whose stack the memory that is not touched costs nothing.
enum DeepRecursion {
  /// The depth that any stack has room for.
  private static let usualDepth = 64

  /// More than a level of the callers takes without optimization.
  private static let bytesPerLevel = 12 << 10

  static func isDeep(_ depth: Int) -> Bool { depth > usualDepth }

  /// Returns the result of `work`, which calls itself for each of `depth` levels.
  static func run<Result: Sendable>(
    depth: Int, _ work: @escaping @Sendable () -> Result
  ) -> Result {
    guard isDeep(depth) else { return work() }
    let stackSize = (depth + usualDepth) * bytesPerLevel
    return (try? WorkerThread.result(stackSize: stackSize, of: work)) ?? work()
  }
}
