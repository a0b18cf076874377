public import DecantCore

/// An edit of a document, or a condition for the edits after it.
///
/// In pointers `-1` is the last element of a sequence; for `set` and `delete`, `*` is every child.
public enum DocumentEdit: Sendable {
  /// Replaces a value, or adds the last key of the pointer.
  case set(DocumentPointer, EditValue)
  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  case insert(DocumentPointer, EditValue)
  /// Removes a value.
  case delete(DocumentPointer)
  /// Renames the key of a value.
  case rename(DocumentPointer, to: String)
  /// Removes a value and inserts it elsewhere.
  case move(DocumentPointer, to: DocumentPointer)
  /// Inserts a copy of a value elsewhere.
  case copy(DocumentPointer, to: DocumentPointer)
  /// Throws an error unless the value equals the given one.
  case test(DocumentPointer, EditValue)
  /// Merges a patch into the document (RFC 7396).
  case merge(Document)
  /// Applies a JSON Patch (RFC 6902).
  case patch(JSONPatch)
}

extension DocumentEdit {
  /// Replaces a value, or adds the last key of the pointer.
  public static func set(_ pointer: DocumentPointer, _ value: Document) -> DocumentEdit {
    .set(pointer, .document(value))
  }

  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  public static func insert(_ pointer: DocumentPointer, _ value: Document) -> DocumentEdit {
    .insert(pointer, .document(value))
  }

  /// Throws an error unless the value equals the given one.
  public static func test(_ pointer: DocumentPointer, _ value: Document) -> DocumentEdit {
    .test(pointer, .document(value))
  }
}
