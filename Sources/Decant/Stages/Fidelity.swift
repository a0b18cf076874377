/// The treatment of values that the target cannot hold as they are.
public enum Fidelity: Sendable, Hashable {
  /// A value may lose its type, which is counted, but not change or vanish.
  case standard
  /// A value may not even lose its type.
  case strict
  /// A value may change or vanish, which is counted.
  case lossy
  /// A value keeps its type beside it, so that converting back restores the input.
  case tagged
}
