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
  /// Merges a patch into the document (RFC 7396); lists in it may join those of the document.
  case merge(Document, lists: MergedLists = .replaced)
  /// Puts lines of comment above a value, or removes them if the text is empty.
  case comment(PathPattern, String)
  /// Removes the comments above, inside and beside a value.
  case deleteComments(PathPattern)
  /// Sorts mappings by their keys, and sequences by what a path leads to in each element, or by the elements themselves.
  ///
  /// Comments travel, and what is in order stays where it is.
  case sort(PathPattern, by: PathPattern?)
  /// Applies a JSON Patch (RFC 6902).
  case patch(JSONPatch)
  /// Adds the keys of a document that are missing, with their comments; those that it lacks stay, or are removed.
  ///
  /// Lists stay as they are, unless `lists` says something else.
  case addMissing(Document, removingUnknown: Bool = false, lists: MergedLists? = nil)
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

/// What becomes of a sequence that both a document and one that is merged into it have.
public enum MergedLists: Sendable, Hashable {
  /// The new sequence replaces the old one.
  case replaced
  /// Elements that the old sequence lacks are appended.
  case joined
  /// Elements that have equal values of a key are merged, and the others are appended.
  case byKey(String)
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

/// A value of an edit: one that has its type, or text whose type its slot decides.
public enum EditValue: Sendable {
  /// A value with its type.
  case document(Document)
  /// Text as a person enters it, such as `1.10`, `no` or `Error: not found`.
  ///
  /// In place of a string, and in a sequence of strings, the text is a string, unless all of it is one scalar of YAML in quotes,
  /// which is then read as one. In place of another value the syntax of the format decides: the text can be a date, or a number
  /// in YAML. Otherwise the text is a number of JSON, `true`, `false`, `null`, one scalar in quotes or one collection in the
  /// brackets of YAML, if this is all of the text, and else a string; a test reads the text as YAML.
  case entered(String)
  /// A date as a person enters it.
  ///
  /// Without an offset from UTC the text is a local date or time in a format that has these, and else a date in UTC.
  case date(String)
}

/// What became of an edit.
package struct EditOutcome: Sendable {
  /// In how many documents it found its place, or what it would have made.
  package var documents = 0
  /// In how many of these a value was new.
  package var new = 0
  package var notes: Set<EditNote> = []
}

/// What a person should know of a value that was entered, or of the slot where it went.
package enum EditNote: Sendable, Hashable {
  /// A text in braces is not a mapping, a number is among texts, and a value is text as those beside it are.
  case template(String), numberAmongTexts(String), textAmongTexts(String)
  /// The names of a path with dots that has led to nothing became keys.
  case newMappings(path: String, key: String)
  /// A new key of the root is in one of its mappings, too.
  case keyElsewhere(String, at: String)

  /// The note; `remedy` says how the value is text.
  package func message(asText remedy: String) -> String {
    switch self {
    case .template(let text): "\(text.quoted) was taken as text; --value reads it as YAML"
    case .numberAmongTexts(let text):
      "\(text.quoted) is a number beside values that are all text; \(remedy)"
    case .textAmongTexts(let text):
      "\(text.quoted) became text, as the values beside it are; --value reads it as YAML"
    case .newMappings(let path, let key):
      "\(path.quoted) led to nothing, so that its names became keys; .[\"\(key.visible(limit: 64))\"] is one key"
    case .keyElsewhere(let key, let pointer):
      "\(key.quoted) is new at the top; \(pointer.quoted) exists"
    }
  }
}
