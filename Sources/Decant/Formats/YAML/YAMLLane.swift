/// What scans YAML.
package enum YAMLLane: String, Sendable, CaseIterable {
  /// The scanner of common syntax, and libyaml from where it gives up to the end of the document.
  case fast
  /// libyaml alone.
  case libyaml
}
