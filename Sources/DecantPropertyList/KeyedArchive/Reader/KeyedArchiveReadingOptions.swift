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
