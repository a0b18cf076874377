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

enum Loss {
  case ofType
  case ofValue
  /// No option permits this loss.
  case unbearable
}

extension DecantError.ValueClass {
  func loss(isKey: Bool) -> Loss {
    switch self {
    case .boolean, .number, .preciseNumber, .date, .farDate, .dateOffset, .localTime, .data, .uid,
      .scalarKey, .tag, .olderValue, .comment:
      .ofType
    case .null, .nonFiniteNumber, .largeNumber, .exactDate: .ofValue
    // Two keys could become equal.
    case .forbiddenCharacter: isKey ? .unbearable : .ofValue
    case .loneSurrogate, .collectionKey, .duplicateKeys, .anchor: .unbearable
    }
  }
}
