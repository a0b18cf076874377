public import DecantCore
internal import DecantYAML
internal import DecantTOML
internal import DecantPropertyList
internal import DecantJSON
internal import DecantBinary
internal import DecantCSV

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
    ])
  }
}
