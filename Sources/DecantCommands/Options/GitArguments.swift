struct GitArguments {
  /// Whether the files of the user are set up, not those of a repository.
  var isGlobal = false
  var storage = PropertyListStorage.asIs
  /// Whether what was set up is removed.
  var isUndone = false
}
