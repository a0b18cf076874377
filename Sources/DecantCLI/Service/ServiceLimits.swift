struct ServiceLimits: Sendable {
  var jobs = 1
  var requestBytes = 256 << 20
  var replyBytes = 1 << 30
  var seconds: Double?
}
