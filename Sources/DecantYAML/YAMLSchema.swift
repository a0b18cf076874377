internal import DecantCore

/// A schema, which resolves YAML's plain scalars without a tag.
public enum YAMLSchema: String, Sendable, CaseIterable {
  /// The core schema of YAML 1.2: `no` is a string, `0o17` an integer, `1e3` a real.
  case core
  /// The types of YAML 1.1: `no` is false, `017` octal, `1:30` ninety, `2001-01-01` a date; `y` and `n` are
  /// strings, as in the usual readers of YAML 1.1.
  case yaml11 = "1.1"
  /// Every scalar is a string.
  case failsafe
}
