internal import Decant

/// A destination that compares the bytes with a file, and throws at the first difference.
final class FileComparison: ByteDestination {
  private let name: String
  private let file: FileSource
  private let storage = ByteStorage(capacity: 32 << 10)

  init(_ path: String) throws(DecantError) {
    name = path
    file = try FileSource(path)
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

  func finish() throws(DecantError) {
    guard try !hasMore() else { throw difference }
  }

  private func hasMore() throws(DecantError) -> Bool {
    if storage.count > 0 { return true }
    do {
      return try storage.fill { (free) throws(DecantError) in try file.read(into: &free) } > 0
    } catch {
      throw error.about(name)
    }
  }

  private var difference: DecantError { DecantError(.migration(.targetDiffers(name))) }
}
