internal import DecantCore
internal import Synchronization

final class ProgressCounter: Sendable {
  private let bytes = Atomic<Int>(0)

  func add(_ count: Int) {
    bytes.add(count, ordering: .relaxed)
  }

  var total: Int { bytes.load(ordering: .relaxed) }
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
