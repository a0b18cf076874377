/// A change of a document, or a condition for the changes after it.
///
/// In a pointer, `-1` is the last element of a sequence. In that of `set` and `delete`, `*` is each child.
public enum DocumentEdit: Sendable {
  /// Replaces a value, or adds the last key of the pointer.
  case set(DocumentPointer, Document)
  /// Inserts an element before another, at the end for `-`, or adds a key that is not there yet.
  case insert(DocumentPointer, Document)
  /// Removes a value.
  case delete(DocumentPointer)
  /// Renames the key of a value.
  case rename(DocumentPointer, to: String)
  /// Removes a value and inserts it at another place.
  case move(DocumentPointer, to: DocumentPointer)
  /// Inserts a copy of a value at another place.
  case copy(DocumentPointer, to: DocumentPointer)
  /// Throws an error unless the value equals the given one.
  case test(DocumentPointer, Document)
  /// Merges a patch into the document, as RFC 7396 defines it.
  case merge(Document)
  /// Makes the changes of a JSON Patch (RFC 6902).
  case patch(JSONPatch)
}
