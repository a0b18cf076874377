internal import DecantCore

/// The treatment of values that the target format cannot represent.
public enum Fidelity: Sendable, Hashable {
  /// Values may lose their type, which is counted, but not change or vanish.
  case standard
  /// Values may not even lose their type.
  case strict
  /// Values may change or vanish, which is counted.
  case lossy
  /// Values are tagged with their type, so that converting back restores the input.
  case tagged
}
