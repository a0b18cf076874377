import Decant
import DecantCore
import DecantFiles

extension AtomicFile {
  package func write(_ text: String) throws {
    try text.withBytes { (bytes) throws(DecantError) in try write(bytes) }
  }
}
