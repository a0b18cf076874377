internal import Decant

/// A source that ends once the process was asked to end.
final class StoppableSource: ByteSource {
  private let source: any ByteSource
  private let wait: () -> Bool
  /// Whether it ended before its bytes did.
  private(set) var wasStopped = false

  /// Creates a source of the bytes of `source`; `wait` waits until there are some, and returns false where the
  /// process was asked to end.
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
