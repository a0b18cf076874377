struct MigrationArguments {
  var out: String?
  var replaces = false
  var isDryRun = false
  var including: [Glob] = []
  var excluding: [Glob] = []
  var reserved = FileList.Reserved.passedOver
  var report: String?
  var isForced = false
  var failsFast = false
}
