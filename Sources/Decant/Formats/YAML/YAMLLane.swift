/// What scans YAML.
package enum YAMLLane: String, Sendable, CaseIterable {
  /// The scanner of common syntax, and libyaml from where it gives up to the end of the document.
  case fast
  /// libyaml alone.
  case libyaml
  /// Each of the two, which must read the same; for debugging.
  case both
}
