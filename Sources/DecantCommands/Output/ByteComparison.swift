internal import DecantCore

/// A destination that compares the bytes with those of a source, and throws at the first difference.
final class ByteComparison: ByteDestination {
  private let source: any ByteSource
  private let name: String?
  private let difference: DecantError
  private let storage = ByteStorage(capacity: 32 << 10)

  /// Creates a comparison that throws `difference` if the bytes differ.
  init(
    with source: any ByteSource, named name: String? = nil, orThrow difference: DecantError
  ) {
    self.source = source
    self.name = name
    self.difference = difference
  }

  func write(_ bytes: RawSpan) throws(DecantError) {
    var compared = 0
    while compared < bytes.byteCount {
      guard try hasMore() else { throw difference }
      let count = min(storage.count, bytes.byteCount - compared)
      let isEqual = storage.withBytes { held in
        held.extracting(0..<count).isEqual(to: bytes.extracting(compared..<compared + count))
      }
      guard isEqual else { throw difference }
      storage.dropFirst(count)
      compared += count
    }
  }

  /// Throws if the source has more bytes than were written.
  func finish() throws(DecantError) {
    guard try !hasMore() else { throw difference }
  }

  private func hasMore() throws(DecantError) -> Bool {
    if storage.count > 0 { return true }
    do {
      return try storage.fill { (free) throws(DecantError) in try source.read(into: &free) } > 0
    } catch {
      throw name.map { error.about($0) } ?? error
    }
  }
}
