internal import DecantBinary
internal import DecantCSV
public import DecantCore
internal import DecantJSON
internal import DecantPropertyList
internal import DecantTOML
internal import DecantYAML

extension FormatRegistry {
  /// The built-in formats.
  public static let standard = standard(yaml: { .yaml })

  /// Returns the built-in formats with another description of YAML.
  package static func standard(yaml: @escaping @Sendable () -> Format) -> FormatRegistry {
    FormatRegistry(entries: [
      { .json },
      { .json5 },
      { .jsonLines },
      { .jsonSequence },
      yaml,
      { .toml },
      { .propertyList },
      { .xmlPropertyList },
      { .binaryPropertyList },
      { .strings },
      { .openStepPropertyList },
      { .keyedArchive },
      { .cbor },
      { .messagePack },
      { .csv },
      { .tsv },
      { .shell },
      { .env },
    ])
  }
}

extension Format {
  /// Comma-separated values (RFC 4180), in which tagged forms are JSON.
  public static let csv = Format.csv(nested: .json)

  /// Tab-separated values, in which tagged forms are JSON.
  public static let tsv = Format.tsv(nested: .json)
}
