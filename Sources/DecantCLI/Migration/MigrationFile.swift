internal import Decant

/// A file of a migration and what to do with it.
struct MigrationFile: Sendable {
  enum Task: Sendable {
    case convert(target: String)
    /// An error that is known before the conversion.
    indirect case fail(DecantError)
    /// An unwanted file, and the reason.
    case ignore(String)
  }

  let source: String
  let task: Task
  /// Whether it was named by an operand, in full or by a pattern, and not found in a folder.
  var isNamed = false
  var size = 0
}
