internal import DecantCore

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
