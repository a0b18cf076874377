/// The scanner of YAML.
package enum YAMLLane: String, Sendable, CaseIterable {
  /// `YAMLScanner`; libyaml reads the rest of a document on which it gives up.
  case fast
  case libyaml
  /// Both, which must produce the same events; for debugging.
  case both
}
