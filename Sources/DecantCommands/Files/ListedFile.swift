internal import DecantCore

/// A file that operands lead to, or what is wrong with one.
struct ListedFile: Sendable {
  enum Finding: Sendable {
    case file
    indirect case failed(DecantError)
    /// A file that a search of folders has passed over, and why.
    case ignored(String)
  }

  let path: String
  let finding: Finding
  /// Whether it was named by an operand, in full or by a pattern, and not found in a folder.
  var isNamed = false
  var size = 0
}
