struct QueryArguments {
  var fallback: String?
  var aspect = Aspect.value
  var diffFormat: DiffFormat?
  var isOrdered = false

  enum Aspect {
    case value, keys, length, type
  }

  enum DiffFormat: String, CaseIterable {
    case text, patch
  }
}
