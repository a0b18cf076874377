internal import DecantCore

/// A source that calls a function before each read, which can throw.
///
/// It hides a descriptor, so that the file is not mapped.
final class CheckedSource: ByteSource {
  private let source: any ByteSource
  private let check: () throws(DecantError) -> Void

  init(_ source: any ByteSource, _ check: @escaping () throws(DecantError) -> Void = {}) {
    self.source = source
    self.check = check
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    try check()
    try source.read(into: &output)
  }

  var wouldWait: Bool { false }
}
