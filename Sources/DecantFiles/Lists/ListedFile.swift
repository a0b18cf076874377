package import DecantCore

/// A file that operands lead to, or what is wrong with one.
package struct ListedFile: Sendable {
  package enum Finding: Sendable {
    case file
    indirect case failed(DecantError)
    /// A file that a search of folders has passed over, and why.
    case ignored(String)
  }

  package let path: String
  package let finding: Finding
  /// Whether it was named by an operand, in full or by a pattern, and not found in a folder.
  package var isNamed = false
  package var size = 0

  package init(path: String, finding: Finding, isNamed: Bool = false, size: Int = 0) {
    (self.path, self.finding, self.isNamed, self.size) = (path, finding, isNamed, size)
  }
}
