/// What a reader makes of text that its format can spell and others cannot: half a surrogate pair, or a character that
/// XML forbids.
public enum InvalidText: Sendable {
  /// It is an error.
  case refused
  /// U+FFFD takes the place of what is invalid, and the closure is told what that was, and of which value.
  case replaced(report: @Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)
  /// It stays, for a target that can spell it too.
  case kept

  var isReplaced: Bool { if case .replaced = self { true } else { false } }

  /// Reports a text with something that was replaced.
  func report(_ kind: DecantError.ValueClass, at path: @autoclosure () -> DocumentPath) {
    if case .replaced(let report) = self { report(kind, path) }
  }
}
