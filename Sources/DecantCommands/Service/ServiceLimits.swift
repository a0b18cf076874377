internal import DecantCore

/// The limits of a service, which no request can raise.
///
/// `RequestReader` refuses long requests, `ReplyDestination` long replies, and `Deadline` ends work that is late;
/// `RequestOptions` sets the others.
struct ServiceLimits: Sendable {
  var jobs = 1
  var requestBytes = 256 << 20
  /// A reply may be longer than its request by this factor: indentation and tags take room.
  static let replyShare = 4
  var replyBytes: Int { requestBytes * Self.replyShare }
  /// The time of a conversion; nil for no limit.
  var seconds: Double? = 60
  /// The limits of nesting and aliases.
  var reading = ReadingOptions()

  var lateness: String {
    let seconds = seconds ?? 0
    return "took longer than \(Int(exactly: seconds).map { String($0) } ?? String(seconds)) seconds"
  }
}

/// A source that ends when a signal asks the process to end.
final class StoppableSource: ByteSource {
  private let source: any ByteSource
  private let wait: () -> Bool
  private(set) var wasStopped = false

  init(_ source: any ByteSource, wait: @escaping () -> Bool) {
    self.source = source
    self.wait = wait
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    guard wait() else {
      wasStopped = true
      return
    }
    try source.read(into: &output)
  }

  var wouldWait: Bool { source.wouldWait }
}
