struct GitArguments {
  var scope = GitScope.repository
  var storage = PropertyListStorage.asIs
  /// Whether what was set up is removed.
  var isUndone = false
}
