/// How long some work takes when nothing comes in between: the least time of three.
///
/// Tests of how time grows compare such times, by a factor that leaves room for all but the wrong kind of growth.
public func leastTime(of work: () -> Void) -> Duration {
  let clock = ContinuousClock()
  return (0..<3).reduce(.seconds(3600)) { least, _ in min(least, clock.measure(work)) }
}
