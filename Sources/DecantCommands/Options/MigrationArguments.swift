struct MigrationArguments {
  var out: String?
  var replaces = false
  /// What is shown in place of changing files.
  var preview: Preview.Content?
  var isForced = false
  var failsFast = false

  var isDryRun: Bool { preview != nil }
}
