/// The rules by which documents of a format are edited in place.
///
/// What they are is the matter of `DecantEditing`: who reads or writes a format need not know of edits. They are in an object of a
/// class there, because a cast to its protocol would take 130,000 instructions for each format.
package struct FormatEditing: Sendable {
  /// Whether the order of keys is that of the text, so that a new key is always the last.
  package let ordersKeys: Bool
  package let syntax: any AnyObject & Sendable

  package init(ordersKeys: Bool, syntax: any AnyObject & Sendable) {
    (self.ordersKeys, self.syntax) = (ordersKeys, syntax)
  }
}

/// The rules for edits of a format that is written as a whole, because its objects refer to each other.
///
/// In a keyed archive, a new string is a new object with a number, and all later numbers move: bytes of the old file cannot stay.
public protocol WholeDocumentRules: Sendable {
  /// Changes the options so that a file that begins with `bytes` keeps its notation.
  func keepNotation(of bytes: [UInt8], in options: inout WritingOptions)

  /// Throws if `mapping` cannot get a new key.
  func check(newKey key: String, in mapping: Document.Node) throws(DecantError)

  /// Whether a string is text, and not the notation of a number, a date or data.
  func isText(_ string: Document.Node) -> Bool

  /// Returns a new value in the form in which it replaces an old one, with the kind of the old one.
  func replacement(of old: Document.Node, by new: Document) throws(DecantError) -> Document

  /// Returns the path to the first difference between the objects of two documents; nil if they are equal.
  func difference(
    between first: Document, and second: Document
  ) throws(DecantError) -> DocumentPath?
}

/// A comparison with what other programs read of an input, for `check --portable`.
///
/// YAML has one, by libyaml: `on: yes` is text to one reader and true to another, which no reader alone can tell.
package protocol FormatPortability: Sendable {
  /// Reports each difference; throws if decant refuses the input.
  func check(
    _ window: inout Window, _ options: ReadingOptions,
    report: (DecantError) throws(DecantError) -> Void
  ) throws(DecantError)

  /// Returns whether others read the same syntax; throws if they read another text in the same place, without a known
  /// reason.
  func confirm(_ window: inout Window) throws(DecantError) -> Bool
}
