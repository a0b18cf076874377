/// A mistake in a path that was typed.
package enum PathProblem: SpecificProblem {
  /// The path begins as none does; `suggestion` is the path that was probably meant.
  case notAPath(suggestion: String?)
  /// A bracket or a quote is not closed.
  case unclosed(Unicode.Scalar)
  /// Two dots, or a dot and the end, have no name between them.
  case missingName
  /// A condition has no key, or nothing at all in its brackets.
  case emptyCondition
  /// The path does not continue as it must.
  case unexpected(DecantError.Found, expected: String)
  /// A tilde or a backslash precedes a character that it cannot escape.
  case invalidEscape(String)
  /// An index, or a word without quotes, is in brackets where a condition is expected; `suggestion` is how to write it.
  case notACondition(suggestion: String)
  /// The input has no document with a number.
  case noDocument(Int, count: Int)
  /// The input has no document for which the conditions hold.
  case noMatchingDocument
  /// Other languages of paths have something that these paths do not have.
  case foreign(Foreign)

  /// What other languages of paths have.
  package enum Foreign: Sendable, Hashable {
    /// A range of elements, `[1:2]`.
    case slice
    /// A filter expression, `[?(@.a == 1)]`.
    case filter
    /// Steps that are joined by `|`.
    case pipe
    /// A call of a function, or a script in brackets.
    case function
    /// Several keys, indices or paths with commas between them.
    case union
    /// A question mark after a step that may lead nowhere.
    case optional
    /// A comparison with a regular expression.
    case regularExpression
    /// The words `and` and `or` as `&&` and `||`.
    case logic
    /// A value that is set, `.a = 1`.
    case assignment
  }
}
