import Foundation

/// How many cases of a large or random set are tested: all with `sh Tests/run.sh --everything`, else one in five.
public enum Thoroughness {
  public static let isFull = ProcessInfo.processInfo.environment["DECANT_TEST_EVERYTHING"] != nil

  /// Returns the cases to test, of which the first one is always the same.
  public static func cases<C: RandomAccessCollection>(of all: C) -> [C.Element] {
    isFull ? Array(all) : zip(0..., all).lazy.filter { $0.0 % 5 == 0 }.map(\.1)
  }
}
