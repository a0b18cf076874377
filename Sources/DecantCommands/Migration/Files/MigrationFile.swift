internal import DecantCore

struct MigrationFile: Sendable {
  enum Task: Sendable {
    case convert(target: String)
    indirect case fail(DecantError)
    case ignore(String)
  }

  let source: String
  let task: Task
  /// Whether it was named by an operand, in full or by a pattern, and not found in a folder.
  var isNamed = false
  var size = 0
}
