/// The options of reading keyed archives.
public struct KeyedArchiveReadingOptions: FormatOptions {
  /// Whether objects without plain data of their own have the names of their classes.
  public var classNames = ClassNames.keep

  /// Creates the default options.
  public init() {}
}

/// The treatment of the names of classes in a keyed archive.
public enum ClassNames: String, Sendable, CaseIterable {
  /// Each object has the name of its class under the key `$class`.
  case keep
  /// The names are left out.
  case drop
}

extension ReadingOptions {
  /// Whether objects of keyed archives without plain data of their own have the names of their classes.
  public var classNames: ClassNames {
    get { self[KeyedArchiveReadingOptions.self].classNames }
    set { self[KeyedArchiveReadingOptions.self].classNames = newValue }
  }
}
