internal import Decant

extension DecantError {
  /// A problem that only a migration can have.
  enum MigrationProblem: Sendable, Hashable {
    /// The written file reads back as another value.
    case differs
    case unreadable(String)
    /// The file changed after it was opened.
    case changed
    /// A different file exists at the target, or appeared there during the migration.
    case targetDiffers(String)
    /// The result of another file has the same target.
    case targetTaken(String, by: String)
    /// The target is the source itself.
    case ownTarget
    /// The target is the source itself, which is a symbolic link.
    case linkInPlace
    case nameIsNotUTF8
    case noMatch
    case stopped
  }
}

extension DecantError.Problem {
  static func migration(_ problem: DecantError.MigrationProblem) -> Self {
    .specific(problem)
  }
}
