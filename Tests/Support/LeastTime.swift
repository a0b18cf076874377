#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// Returns the processor time that `work` takes on this thread: the least of three measurements.
///
/// Tests of how time grows compare such times, by a factor that leaves room for all but the wrong kind of growth. What
/// other threads and programs do meanwhile does not count.
public func leastTime(of work: () -> Void) -> Duration {
  (0..<3).map { _ in time(of: work) }.min() ?? .zero
}

/// Returns the processor time that `work` takes on this thread.
public func time(of work: () -> Void) -> Duration {
  let start = processorTime()
  work()
  return processorTime() - start
}

private func processorTime() -> Duration {
  var time = timespec()
  // SAFETY: the call fills the one structure that it is given.
  let outcome = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  precondition(outcome == 0)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
