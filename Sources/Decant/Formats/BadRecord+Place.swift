extension BadRecord {
  /// The bytes in Base64.
  package var base64: String? {
    bytes.map { String(decoding: $0.withBytes(Base64.encode), as: UTF8.self) }
  }

  init(error: DecantError) {
    self.error = error
  }

  /// Creates the report of an error in the record that was read last from a window.
  init(_ error: DecantError, in window: borrowing Window) {
    self.error = error
    guard let record = window.record else { return }
    bytes = window.bytes(of: record)
    if record.start >= window.origin {
      position = window.place(at: record.start - window.origin)
    }
  }
}
