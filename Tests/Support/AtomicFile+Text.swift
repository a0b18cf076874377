import Decant
import DecantCore

extension AtomicFile {
  package func write(_ text: String) throws {
    try text.withBytes { (bytes) throws(DecantError) in try write(bytes) }
  }
}
