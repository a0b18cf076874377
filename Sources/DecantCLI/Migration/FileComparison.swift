internal import Decant

/// Takes what might be written to a file, and throws as soon as the file holds something else.
final class FileComparison: ByteDestination {
  private let name: String
  private let file: FileSource
  private let storage = ByteStorage(capacity: 32 << 10)

  /// Opens the file at `path`.
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

  /// Sees to it that the file holds no more.
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
