/// How YAML's plain scalars, those without quotes or a tag, are understood.
public enum YAMLSchema: String, Sendable, CaseIterable {
  /// The core schema of YAML 1.2: `no` is a string, `0o17` an integer, `1e3` a real.
  case core
  /// The types of YAML 1.1: `no` is false, `017` octal, `1:30` ninety, `2001-01-01` a date.
  ///
  /// Like the readers of 1.1 that are in use, this takes `y` and `n` for strings.
  case yaml11 = "1.1"
  /// Every scalar is a string.
  case failsafe
}
