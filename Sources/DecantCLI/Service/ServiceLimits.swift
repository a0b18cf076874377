struct ServiceLimits: Sendable {
  var jobs: Int
  var requestBytes = 256 << 20
  var replyBytes = 1 << 30
  var seconds: Double?
}
