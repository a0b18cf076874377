internal import Decant

#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif
#if os(Linux)
  internal import CSystem
#endif

extension System {
  static var processorCount: Int {
    #if os(Linux)
      var processors = [UInt64](repeating: 0, count: 64)
      // SAFETY: the call writes at most the size of the array, which it receives.
      let filled = unsafe processors.withUnsafeMutableBytes { bytes -> Int32 in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe sched_getaffinity(0, bytes.count, start)
      }
      if filled >= 0 { return max(1, processors.reduce(0) { $0 + $1.nonzeroBitCount }) }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  static var openFileLimit: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 ? Int(limit) : 256
  }

  static var uptime: Double {
    var time = timespec()
    // SAFETY: the call fills the one structure that it receives.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
