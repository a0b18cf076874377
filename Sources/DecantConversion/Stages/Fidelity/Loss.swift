internal import DecantCore

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
