public import DecantCore

/// Options for reading keyed archives.
public struct KeyedArchiveReadingOptions: FormatOptions {
  /// Whether objects that are not plain data include the names of their classes.
  public var classNames = ClassNames.keep

  /// Creates the default options.
  public init() {}
}

/// The treatment of class names in a keyed archive.
public enum ClassNames: String, Sendable, CaseIterable {
  /// Every object that becomes a mapping includes its class name under the key `$class`.
  case keep
  /// The names are omitted.
  case drop
  /// Every object has its class in a tag, unless its value implies it, so that the same archive can be written.
  case tags
}

extension ReadingOptions {
  /// Whether objects of keyed archives that are not plain data include the names of their classes.
  public var classNames: ClassNames {
    get { self[KeyedArchiveReadingOptions.self].classNames }
    set { self[KeyedArchiveReadingOptions.self].classNames = newValue }
  }
}

/// Recognition of archives that are not property lists, so that an error can name them.
enum OlderArchives {
  private static let beginnings: [(text: String, problem: DecantError.KeyedArchiveProblem)] = [
    // The version and the length precede the name, whose order tells that of the bytes in a number.
    ("\u{4}\u{B}streamtyped", .typedStream),
    ("\u{4}\u{B}typedstream", .typedStream),
    ("NIBArchive", .nibArchive),
  ]

  static func problem(of sample: FormatDetection.Sample) -> DecantError.Problem? {
    beginnings.first { sample.bytes.starts(with: $0.text.utf8) }.map { .keyedArchive($0.problem) }
  }
}

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
