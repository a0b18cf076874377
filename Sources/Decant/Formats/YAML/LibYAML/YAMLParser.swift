/// A parser of YAML.
package enum YAMLParser: String, Sendable, CaseIterable {
  /// decant's own.
  case own
  /// libyaml, which PyYAML, Psych and other programs are built on.
  case libyaml
}
