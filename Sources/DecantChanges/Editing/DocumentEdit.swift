public import DecantConversion
public import DecantCore

/// An edit of a document, or a condition for the edits after it.
///
/// Each path may have wildcards and conditions; what lacks the rest of it is skipped.
public enum DocumentEdit: Sendable {
  /// Replaces a value, or adds the last key of the path, with the mappings that lead to it.
  case set(PathPattern, EditValue)
  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  case insert(PathPattern, EditValue)
  /// Adds an element to the end of a sequence.
  case append(PathPattern, EditValue)
  /// Removes a value.
  case delete(PathPattern)
  /// Renames the key of a value.
  case rename(PathPattern, to: String)
  /// Removes a value and inserts it elsewhere.
  case move(PathPattern, to: PathPattern)
  /// Inserts a copy of a value elsewhere.
  case copy(PathPattern, to: PathPattern)
  /// Throws an error unless the value equals the given one.
  case test(PathPattern, EditValue)
  /// Merges a patch into the document (RFC 7396).
  case merge(Document)
  /// Puts lines of comment above a value, or removes them if the text is empty.
  case comment(PathPattern, String)
  /// Removes the comments above, inside and beside a value.
  case deleteComments(PathPattern)
  /// Applies a JSON Patch (RFC 6902).
  case patch(JSONPatch)
  /// Adds the keys of a document that are missing, with their comments; those that it lacks stay, or are removed.
  case addMissing(Document, removingUnknown: Bool = false)
  /// Makes the values those of another document; keys that it lacks stay, or are removed.
  case sync(Document, removingUnknown: Bool)
  /// Makes the changes that led from one value to another.
  case change(from: Value, to: Value)
}

/// Edits at one path each.
extension DocumentEdit {
  /// Replaces a value, or adds the last key of the pointer.
  public static func set(_ pointer: DocumentPointer, _ value: Document) -> DocumentEdit {
    .set(PathPattern(pointer), .document(value))
  }

  /// Replaces a value, or adds the last key of the pointer.
  public static func set(_ pointer: DocumentPointer, _ value: EditValue) -> DocumentEdit {
    .set(PathPattern(pointer), value)
  }

  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  public static func insert(_ pointer: DocumentPointer, _ value: Document) -> DocumentEdit {
    .insert(PathPattern(pointer), .document(value))
  }

  /// Inserts an element before another, or at the end for `-`, or adds a new key.
  public static func insert(_ pointer: DocumentPointer, _ value: EditValue) -> DocumentEdit {
    .insert(PathPattern(pointer), value)
  }

  /// Removes a value.
  public static func delete(_ pointer: DocumentPointer) -> DocumentEdit {
    .delete(PathPattern(pointer))
  }

  /// Renames the key of a value.
  public static func rename(_ pointer: DocumentPointer, to key: String) -> DocumentEdit {
    .rename(PathPattern(pointer), to: key)
  }

  /// Removes a value and inserts it elsewhere.
  public static func move(_ source: DocumentPointer, to target: DocumentPointer) -> DocumentEdit {
    .move(PathPattern(source), to: PathPattern(target))
  }

  /// Inserts a copy of a value elsewhere.
  public static func copy(_ source: DocumentPointer, to target: DocumentPointer) -> DocumentEdit {
    .copy(PathPattern(source), to: PathPattern(target))
  }

  /// Throws an error unless the value equals the given one.
  public static func test(_ pointer: DocumentPointer, _ value: EditValue) -> DocumentEdit {
    .test(PathPattern(pointer), value)
  }

  /// Throws an error unless the value equals the given one.
  public static func test(_ pointer: DocumentPointer, _ value: Document) -> DocumentEdit {
    .test(PathPattern(pointer), .document(value))
  }
}

/// What happens to a value to which aliases refer when an edit would change it at more than one path.
public enum AliasedValues: Sendable {
  /// The edit is refused.
  case refused
  /// Only the value at the path changes: the aliases keep the old one, an alias on the path becomes a copy.
  case separated
  /// The value changes at all paths.
  case changed
}
