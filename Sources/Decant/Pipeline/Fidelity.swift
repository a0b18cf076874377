internal import Synchronization

/// What becomes of a value that the target cannot hold as it is.
public enum Fidelity: Sendable {
  /// A value may lose its type, but not change or vanish.
  case standard
  /// A value may not even lose its type.
  case strict
  /// A value may change or vanish; the losses are counted.
  case lossy(Losses)
  /// A value keeps its type beside it, so that converting back gives what went in.
  case tagged

  /// Whether values may change or vanish.
  var isLossy: Bool {
    if case .lossy = self { true } else { false }
  }
}

/// How many values of which kind were lost on the way.
public final class Losses: Sendable {
  private let counts = Mutex<[DecantError.ValueClass: Int]>([:])

  /// Makes an empty count.
  public init() {}

  /// Counts one loss.
  public func count(_ kind: DecantError.ValueClass) {
    counts.withLock { $0[kind, default: 0] += 1 }
  }

  /// What was lost so far.
  public var summary: [DecantError.ValueClass: Int] {
    counts.withLock { $0 }
  }
}
