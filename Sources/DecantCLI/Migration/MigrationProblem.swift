internal import Decant

extension DecantError {
  /// What can go wrong where many files are converted, and nowhere else.
  enum MigrationProblem: Sendable, Hashable {
    /// What was written reads back as something else than was to be written.
    case differs
    /// What was written cannot be read back.
    case unreadable(String)
    /// The file is not what it was when it was first looked at.
    case changed
    /// Another file is where the result is to be, or was there when it was to be put there.
    case targetDiffers(String)
    /// The result of another file is to be in the same place.
    case targetTaken(String, by: String)
    /// The result is to be where the file itself is.
    case ownTarget
    /// The result is to be where the file itself is, which is a link to another.
    case linkInPlace
    /// The name of the file is not text, by which it could be opened.
    case nameIsNoText
    /// A pattern is the name of no file.
    case noMatch
    /// The process was asked to end.
    case stopped
  }
}

extension DecantError.Problem {
  /// A problem of conversions of many files.
  static func migration(_ problem: DecantError.MigrationProblem) -> Self {
    .specific(problem)
  }
}
