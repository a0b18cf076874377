/// The documents of a stream that an option selects: the one with a number, or those for which conditions hold.
@usableFromInline package enum DocumentSelection: Sendable, Hashable {
  /// The document with a number, from 1.
  case number(Int)
  /// The documents whose roots fulfil all conditions.
  case matching([PathCondition])

  /// Parses a number of 1 or more, or conditions in brackets; the offset of an error is that in `text`.
  package init(_ text: String) throws(DecantError) {
    var parser = PathParser(text)
    guard parser.next == UInt8(ascii: "[") else {
      guard let number = DocumentPointer.index(KeyText(text)), number > 0 else {
        throw parser.unexpected("a number of 1 or more, or a condition such as [kind=Service]")
      }
      self = .number(number)
      return
    }
    let conditions = try parser.conditions()
    guard parser.next == nil else { throw parser.unexpected("the end after a condition") }
    self = .matching(conditions)
  }

  /// Whether a document with a number, from 1, and a root is selected.
  @inlinable package func selects<Tree: PathTree>(_ number: Int, _ root: Tree) -> Bool {
    switch self {
    case .number(let selected): number == selected
    case .matching(let conditions): conditions.hold(for: root)
    }
  }
}
