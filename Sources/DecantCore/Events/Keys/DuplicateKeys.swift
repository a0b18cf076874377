/// The treatment of a key that occurs twice in one mapping.
public enum DuplicateKeys: String, Sendable, CaseIterable {
  /// The second key is an error.
  case error
  /// The first value is kept.
  case first
  /// The last value is kept, in the position of the first.
  case last
  /// Both values are kept.
  case keep
}
