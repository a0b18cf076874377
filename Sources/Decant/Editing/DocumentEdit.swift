/// An edit of a document, or a condition for the edits after it.
///
/// In pointers `-1` is the last element of a sequence; for `set` and `delete`, `*` is every child.
public enum DocumentEdit: Sendable {
  /// Replaces a value, or adds the last key of the pointer.
  case set(DocumentPointer, Document)
  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  case insert(DocumentPointer, Document)
  /// Removes a value.
  case delete(DocumentPointer)
  /// Renames the key of a value.
  case rename(DocumentPointer, to: String)
  /// Removes a value and inserts it elsewhere.
  case move(DocumentPointer, to: DocumentPointer)
  /// Inserts a copy of a value elsewhere.
  case copy(DocumentPointer, to: DocumentPointer)
  /// Throws an error unless the value equals the given one.
  case test(DocumentPointer, Document)
  /// Merges a patch into the document (RFC 7396).
  case merge(Document)
  /// Applies a JSON Patch (RFC 6902).
  case patch(JSONPatch)
}
