struct MigrationArguments {
  var out: String?
  var replaces = false
  /// What is shown in place of changing files.
  var preview: Preview.Content?
  var including: [Glob] = []
  var excluding: [Glob] = []
  var reserved = FileList.Reserved.passedOver
  var report: String?
  var isForced = false
  var failsFast = false

  var isDryRun: Bool { preview != nil }
}
