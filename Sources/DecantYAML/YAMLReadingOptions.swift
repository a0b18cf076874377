public import DecantCore

/// The options of a YAML reader.
public struct YAMLReadingOptions: FormatOptions {
  /// The schema of plain scalars; nil for the one that a document's `%YAML` directive implies, else `core`.
  public var schema: YAMLSchema?

  /// Creates a reader by another parser than decant's own; nil for decant's.
  package var makeOtherReader: (@Sendable (ReadingOptions) -> any EventReader & ~Copyable)?

  /// Creates the default options.
  public init() {}
}

extension ReadingOptions {
  /// The schema of plain YAML scalars; nil for the one that a document's `%YAML` directive implies, else `core`.
  public var yamlSchema: YAMLSchema? {
    get { self[YAMLReadingOptions.self].schema }
    set { self[YAMLReadingOptions.self].schema = newValue }
  }
}

/// A schema, which resolves YAML's plain scalars without a tag.
public enum YAMLSchema: String, Sendable, CaseIterable {
  /// The core schema of YAML 1.2: `no` is a string, `0o17` an integer, `1e3` a real.
  case core
  /// The types of YAML 1.1: `no` is false, `017` octal, `1:30` ninety, `2001-01-01` a date; `y` and `n` are
  /// strings, as in the usual readers of YAML 1.1.
  case yaml11 = "1.1"
  /// Every scalar is a string.
  case failsafe
}
