/// What happens to a value to which aliases refer when an edit would change it in more than one place.
public enum AliasedValues: Sendable {
  /// The edit is refused.
  case refused
  /// Only the value at the path changes: the aliases keep the old one, an alias on the path becomes a copy.
  case separated
  /// The value changes in all places.
  case changed
}
