/// The treatment of lone surrogates and of characters that XML forbids.
public enum InvalidText: Sendable {
  /// The text is an error.
  case refused
  /// U+FFFD replaces the invalid character, and `report` receives the kind and path of the value.
  case replaced(report: @Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)
  /// The text is kept, for a target that can represent it.
  case kept

  @inlinable package var isReplaced: Bool { if case .replaced = self { true } else { false } }

  package func report(_ kind: DecantError.ValueClass, at path: @autoclosure () -> DocumentPath) {
    if case .replaced(let report) = self { report(kind, path) }
  }
}
