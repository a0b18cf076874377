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
      Entry(.json) { .json },
      Entry(.json5) { .json5 },
      Entry(.jsonLines) { .jsonLines },
      Entry(.jsonSequence) { .jsonSequence },
      Entry(.yaml, yaml),
      Entry(.toml) { .toml },
      Entry(.propertyList) { .propertyList },
      Entry(.xmlPropertyList) { .xmlPropertyList },
      Entry(.binaryPropertyList) { .binaryPropertyList },
      Entry(.strings) { .strings },
      Entry(.openStepPropertyList) { .openStepPropertyList },
      Entry(.keyedArchive) { .keyedArchive },
      Entry(.cbor) { .cbor },
      Entry(.messagePack) { .messagePack },
      Entry(.csv) { .csv },
      Entry(.tsv) { .tsv },
      Entry(.shell) { .shell },
      Entry(.env) { .env },
    ])
  }
}

extension Format {
  /// Comma-separated values (RFC 4180), in which tagged forms are JSON.
  public static let csv = Format.csv(nested: .json)

  /// Tab-separated values, in which tagged forms are JSON.
  public static let tsv = Format.tsv(nested: .json)
}
