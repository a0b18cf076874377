internal import DecantCore

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
    /// A range of elements with steps, `[0:6:2]`, or without bounds.
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

extension PathProblem {
  package var message: String {
    switch self {
    case .notAPath: "a path begins with '/' or '.'"
    case .unclosed(let scalar): "\(scalar.quoted) is never closed"
    case .missingName: "a name is missing"
    case .emptyCondition: "a condition is empty"
    case .unexpected(let found, let expected): "expected \(expected) but \(found.words)"
    case .invalidEscape(let text): "invalid escape \(text.quoted)"
    case .notACondition: "this is not a condition"
    case .noDocument(let number, let count):
      "document \(number) does not exist; the input has \(count) \(count == 1 ? "document" : "documents")"
    case .noMatchingDocument: "the input has no document that matches '--document'"
    case .foreign(let foreign): foreign.message
    }
  }

  package var hint: String? {
    switch self {
    case .notAPath(let suggestion): suggestion.map { "write \($0.visible(limit: 64))" }
    case .unclosed("["): "a key that begins with '[' is written ~["
    case .invalidEscape(let text) where text.utf8.first == UInt8(ascii: "~"):
      "~0 is a tilde, ~1 a slash, ~* an asterisk and ~[ a bracket"
    case .invalidEscape: "a backslash is written \\\\"
    case .emptyCondition: "write [name=web], [age>30], [tags/*=go], [enabled] or [!enabled]"
    case .notACondition(let suggestion): "write \(suggestion.visible(limit: 64))"
    case .missingName, .unclosed, .unexpected, .noDocument, .noMatchingDocument: nil
    case .foreign(let foreign): foreign.hint
    }
  }

  package var category: DecantError.Category {
    switch self {
    case .noDocument, .noMatchingDocument: .input
    default: .usage
    }
  }
}

extension PathProblem.Foreign {
  fileprivate var message: String {
    switch self {
    case .slice: "this is not a slice"
    case .filter: "paths have no filter expressions"
    case .pipe: "paths have no pipes"
    case .function: "paths have no functions"
    case .union: "a step cannot be a list"
    case .optional: "paths have no optional steps"
    case .regularExpression: "conditions have no regular expressions"
    case .logic: "conditions have no operators"
    case .assignment: "a path cannot set a value"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .slice: "[0:10] is the first ten elements, [-3:] the last three and [] each"
    case .filter: "a condition is written [name=web], [age>30] or [!enabled]"
    case .pipe: "the next step follows the last: .a.b, or /a/b"
    case .function: "'decant get' has --keys, --length and --type"
    case .union: "write several paths"
    case .optional: "'decant get --default VALUE' prints VALUE for a missing value"
    case .regularExpression: nil
    case .logic:
      "conditions are separated by commas, and all must hold; ' | ' is between two of which one must"
    case .assignment: "'decant edit --set PATH VALUE' sets it"
    }
  }
}
