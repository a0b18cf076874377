public import DecantCore

/// Options for writing keyed archives.
public struct KeyedArchiveWritingOptions: FormatOptions {
  /// The syntax of the property list that contains the objects; nil for that of a rewritten file, else binary.
  public var encoding: KeyedArchiveEncoding?

  /// Creates the default options.
  public init() {}
}

/// A syntax of keyed archives.
public enum KeyedArchiveEncoding: String, Sendable, CaseIterable {
  /// A binary property list.
  case binary = "binary1"
  /// An XML property list.
  case xml = "xml1"
}

extension WritingOptions {
  /// The syntax of the property list that contains the objects of a keyed archive; nil for that of a rewritten file,
  /// else binary.
  public var keyedArchiveEncoding: KeyedArchiveEncoding? {
    get { self[KeyedArchiveWritingOptions.self].encoding }
    set { self[KeyedArchiveWritingOptions.self].encoding = newValue }
  }
}
