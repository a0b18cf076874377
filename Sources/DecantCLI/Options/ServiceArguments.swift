struct ServiceArguments {
  var maximumRequestBytes: Int?
  var maximumReplyBytes: Int?
  var timeout: Double?
  var isVerbose = false
}
