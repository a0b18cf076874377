struct MigrationArguments {
  var out: String?
  var replaces = false
  var isForced = false
  var failsFast = false
}
