internal import Decant

/// A file that a migration comes across, and what is to become of it.
struct MigrationFile: Sendable {
  enum Task: Sendable {
    /// It is converted, and the result put at `target`.
    case convert(target: String)
    /// It cannot be converted, and that is known already.
    indirect case fail(DecantError)
    /// It is not wanted, for the reason given.
    case ignore(String)
  }

  let source: String
  let task: Task
  /// Whether it was named, and not found in a folder.
  var isNamed = false
  var size = 0
}
