internal import DecantCore

extension ByteSource {
  /// Writes all remaining bytes to `destination`.
  func copy(to destination: any ByteDestination) throws(DecantError) {
    var window = Window(self)
    while try window.refill() {
      let count = window.count
      try window.withBytes { (bytes) throws(DecantError) in
        try destination.write(bytes.extracting(0..<count))
      }
      window.position = count
    }
  }
}
