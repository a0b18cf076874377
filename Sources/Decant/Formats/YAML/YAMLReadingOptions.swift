/// The options of reading YAML.
public struct YAMLReadingOptions: FormatOptions {
  /// The schema by which plain scalars are resolved; nil for the one that a document names with `%YAML`, else `core`.
  public var schema: YAMLSchema?

  /// Creates the default options.
  public init() {}
}

extension ReadingOptions {
  /// The schema by which YAML's plain scalars are resolved; nil for the one that a document names with `%YAML`,
  /// else `core`.
  public var yamlSchema: YAMLSchema? {
    get { self[YAMLReadingOptions.self].schema }
    set { self[YAMLReadingOptions.self].schema = newValue }
  }
}
