/// What a reader makes of half a surrogate pair, for which Unicode has no text.
enum LoneSurrogates: Sendable {
  /// An error.
  case refuse
  /// U+FFFD, and counts it.
  case replace(Losses)
  /// The string keeps it, escaped, for a target that has such escapes too.
  case keep

  /// What becomes of them where values are to be treated so.
  init(_ fidelity: Fidelity) {
    self =
      switch fidelity {
      case .standard, .strict: .refuse
      case .lossy(let losses): .replace(losses)
      case .tagged: .keep
      }
  }
}
