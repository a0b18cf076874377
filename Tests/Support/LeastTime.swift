#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// Returns the least CPU time of three runs on this thread, which other programs do not affect.
public func leastTime(of work: () -> Void) -> Duration {
  (0..<3).map { _ in time(of: work) }.min() ?? .zero
}

public func time(of work: () -> Void) -> Duration {
  let start = processorTime()
  work()
  return processorTime() - start
}

private func processorTime() -> Duration {
  var time = timespec()
  // SAFETY: the call fills the one structure that it receives.
  let outcome = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  precondition(outcome == 0)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
