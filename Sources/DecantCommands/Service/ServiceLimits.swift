internal import DecantCore

/// The limits of a service, which no request can raise.
///
/// `RequestReader` refuses long requests, `ReplyDestination` long and late replies; `RequestOptions` sets the others.
struct ServiceLimits: Sendable {
  var jobs = 1
  var requestBytes = 256 << 20
  var replyBytes = 1 << 30
  /// The time of a conversion; nil for no limit.
  var seconds: Double? = 60
  var depth = ReadingOptions().maximumDepth
  var aliasNodes = ReadingOptions().maximumAliasNodes
}
