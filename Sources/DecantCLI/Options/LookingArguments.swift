/// What was typed for 'get' and 'diff'.
struct LookingArguments {
  /// What is printed where a value is missing.
  var fallback: String?
  var aspect = Aspect.value
  var diffFormat: DiffFormat?
  var isOrdered = false

  /// What 'get' prints of a value.
  enum Aspect {
    case value, keys, length, type
  }

  enum DiffFormat: String, CaseIterable {
    case text, patch
  }
}
