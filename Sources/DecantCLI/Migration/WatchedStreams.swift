internal import Decant
internal import Synchronization

final class ProgressCounter: Sendable {
  private let bytes = Atomic<Int>(0)

  func add(_ count: Int) {
    bytes.add(count, ordering: .relaxed)
  }

  var total: Int { bytes.load(ordering: .relaxed) }
}

/// A source that counts its bytes, and throws once a signal asks the process to end.
final class WatchedSource: ByteSource {
  private let source: any ByteSource
  private let count: (Int) -> Void

  init(_ source: any ByteSource, count: @escaping (Int) -> Void) {
    self.source = source
    self.count = count
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    guard System.stopSignal == nil else { throw DecantError(.migration(.stopped)) }
    let before = output.byteCount
    try source.read(into: &output)
    count(output.byteCount - before)
  }

  var wouldWait: Bool { false }
}

final class CountedDestination: ByteDestination {
  private let destination: any ByteDestination
  private(set) var count = 0

  init(_ destination: any ByteDestination) {
    self.destination = destination
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    try destination.write(bytes)
    count += bytes.byteCount
  }
}
