/// What was typed of the options that only the service has.
struct ServiceArguments {
  var maximumRequestBytes: Int?
  var maximumReplyBytes: Int?
  var timeout: Double?
  var isVerbose = false
}
