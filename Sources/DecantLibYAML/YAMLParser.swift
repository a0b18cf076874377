package import DecantCore
internal import DecantYAML

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
