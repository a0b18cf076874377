internal import DecantCore

extension DecantError {
  enum MigrationProblem: Sendable, Hashable {
    case differs
    case unreadable(String)
    /// A different file exists at the target, or appeared there during the migration.
    case targetDiffers(String)
    case targetTaken(String, by: String)
    case ownTarget
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
