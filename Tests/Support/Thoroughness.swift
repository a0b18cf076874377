import Foundation

/// How many cases of a large or random set are tested: all with `sh Tests/run.sh --everything`, else one in five.
public enum Thoroughness {
  public static let isFull = ProcessInfo.processInfo.environment["DECANT_TEST_EVERYTHING"] != nil

  /// Whether the address sanitizer is on, which keeps freed memory for a while.
  public static let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

  /// Returns the cases to test, of which the first one is always the same; of sets that are too large, one in `step` cases.
  public static func cases<C: RandomAccessCollection>(of all: C, by step: Int = 1) -> [C.Element] {
    let step = isFull ? step : 5 * step
    return step == 1 ? Array(all) : zip(0..., all).lazy.filter { $0.0 % step == 0 }.map(\.1)
  }
}
