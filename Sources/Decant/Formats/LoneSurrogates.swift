/// What a reader makes of half a surrogate pair, for which Unicode has no text.
enum LoneSurrogates: Sendable {
  /// An error.
  case refuse
  /// U+FFFD, which is counted.
  case replace(Losses?)
  /// The string keeps it, escaped, for a target that has such escapes too.
  case keep

  /// Creates the treatment that the options of a reader ask for.
  init(_ options: ReadingOptions) {
    self =
      switch options.fidelity {
      case .standard, .strict: .refuse
      case .lossy: .replace(options.losses)
      case .tagged: .keep
      }
  }
}
