package import DecantCore

/// A source that reports how many bytes are read from another.
package final class ObservedSource: ByteSource {
  private let source: any ByteSource
  private let report: (Int) -> Void

  package init(_ source: any ByteSource, _ report: @escaping (Int) -> Void) {
    self.source = source
    self.report = report
  }

  package func read(into output: inout OutputRawSpan) throws(DecantError) {
    let before = output.byteCount
    try source.read(into: &output)
    report(output.byteCount - before)
  }

  package var wouldWait: Bool { source.wouldWait }

  package func wouldWait(milliseconds: Int32) -> Bool {
    source.wouldWait(milliseconds: milliseconds)
  }
}

extension ObservedSource: MappableSource {
  package func mapRest(after count: Int) -> FileMapping? {
    guard let mapping = source.mappable?.mapRest(after: count) else { return nil }
    report(max(mapping.count - count, 0))
    return mapping
  }

  package var unread: Int? { source.mappable?.unread }
}
