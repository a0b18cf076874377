struct ServiceLimits: Sendable {
  var jobs: Int
  var requestBytes = 256 << 20
  var replyBytes = 1 << 30
  /// The maximum duration of a conversion; nil for no limit.
  var seconds: Double?
}
