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
  fileprivate static let yamlByTwoParsers = yaml.offering([
    FormatOption(
      "yaml-parser", "PARSER", YAMLParser.self, default: .own,
      "which parser reads YAML",
      details: """
        'libyaml' reads as PyYAML, Psych and other programs do that are built on it: it refuses some of YAML 1.2, \
        and reads some otherwise. Its errors are in its own words. The whole input is read before the first output.
        """,
      reading: { parser, options in options.yamlParser = parser })
  ]).compared(by: YAMLPortability())
}

/// A parser of YAML.
package enum YAMLParser: String, Sendable, CaseIterable {
  /// decant's own.
  case own
  /// libyaml, which PyYAML, Psych and other programs are built on.
  case libyaml
}

extension ReadingOptions {
  /// The parser that reads YAML.
  package var yamlParser: YAMLParser {
    get { self[YAMLReadingOptions.self].makeOtherReader == nil ? .own : .libyaml }
    set {
      self[YAMLReadingOptions.self].makeOtherReader = newValue == .own ? nil : Self.readByLibYAML
    }
  }

  private static func readByLibYAML(_ options: ReadingOptions) -> any EventReader & ~Copyable {
    YAMLReader(LibYAMLScanner(), options)
  }
}
