public import DecantCore
internal import DecantFormats
internal import DecantYAML

extension FormatRegistry {
  /// The built-in formats, with libyaml as a second parser of YAML, which `yaml-parser` selects.
  ///
  /// Tools also compare with it: YAML that they put in place of a file, and everything with `check --portable`.
  public static let standardWithLibYAML = standard(yaml: { .yamlByTwoParsers })
}

extension Format {
  fileprivate static let yamlByTwoParsers = yaml.offering(
    FormatOption(
      "yaml-parser", "PARSER", YAMLParser.self, default: .own,
      "which parser reads YAML",
      details: """
        'libyaml' reads as PyYAML, Psych and other programs do that are built on it: it refuses some of YAML 1.2, \
        and reads some otherwise. Its errors are in its own words. The whole input is read before the first output.
        """,
      reading: { parser, options in options.yamlParser = parser })
  ).compared(by: YAMLPortability())
}
