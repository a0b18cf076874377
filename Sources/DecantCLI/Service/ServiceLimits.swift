/// What a service allows.
struct ServiceLimits: Sendable {
  /// How many requests are worked on at a time.
  var jobs: Int
  /// The longest payload of a request, in bytes.
  var requestBytes = 256 << 20
  /// The longest payload of a reply, in bytes.
  var replyBytes = 1 << 30
  /// How many seconds a conversion may take; nil for any time.
  var seconds: Double?
}
