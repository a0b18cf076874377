public import DecantCore

/// The options of a YAML reader.
public struct YAMLReadingOptions: FormatOptions {
  /// The schema of plain scalars; nil for the one that a document's `%YAML` directive implies, else `core`.
  public var schema: YAMLSchema?

  /// A function that receives the version of a document if it is later than 1.2.
  ///
  /// The document is read by the rules of `schema`. A document may report its version more than once.
  public var reportNewerVersion: (@Sendable (_ version: String) -> Void)?

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

  /// A function that receives the version of a YAML document if it is later than 1.2.
  ///
  /// The document is read by the rules of `yamlSchema`. It may report its version more than once.
  public var reportNewerYAML: (@Sendable (_ version: String) -> Void)? {
    get { self[YAMLReadingOptions.self].reportNewerVersion }
    set { self[YAMLReadingOptions.self].reportNewerVersion = newValue }
  }
}
