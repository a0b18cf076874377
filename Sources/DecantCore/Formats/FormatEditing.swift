/// The rules by which documents of a format are edited in place.
///
/// What they are is the matter of `DecantEditing`, whose `EditingSyntax` is their only kind: who reads or writes a format
/// need not know of edits.
public protocol FormatEditing: Sendable {
  /// Whether the order of keys is that of the text, so that a new key is always the last.
  var ordersKeys: Bool { get }
}
