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
