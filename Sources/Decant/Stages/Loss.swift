/// What a value loses in a target that cannot hold it.
enum Loss {
  /// Its type, but not its value.
  case ofType
  /// A part of the value, or all of it.
  case ofValue
  /// No option permits this loss.
  case unbearable
}

extension DecantError.ValueClass {
  /// What a value of this class loses in a target that cannot hold it.
  func loss(isKey: Bool) -> Loss {
    switch self {
    case .boolean, .number, .preciseNumber, .date, .data, .uid, .scalarKey, .tag: .ofType
    case .null, .nonFiniteNumber, .largeNumber, .exactDate: .ofValue
    // Two keys might become equal.
    case .forbiddenCharacter: isKey ? .unbearable : .ofValue
    case .loneSurrogate, .collectionKey, .duplicateKeys, .anchor: .unbearable
    }
  }
}
