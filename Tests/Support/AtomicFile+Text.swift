import Decant

extension AtomicFile {
  /// Writes the bytes of a text.
  package func write(_ text: String) throws {
    try text.withBytes { (bytes) throws(DecantError) in try write(bytes) }
  }
}
