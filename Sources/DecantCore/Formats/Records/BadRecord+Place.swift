/// The place and the bytes of an invalid record, from the window that has just read it.
extension BadRecord {
  package var base64: String? {
    bytes.map { String(decoding: $0.withBytes(Base64.encode), as: UTF8.self) }
  }

  package init(error: DecantError) {
    self.error = error
  }

  /// Precondition: the record was the last one read from `window`.
  package init(_ error: DecantError, in window: borrowing Window) {
    self.error = error
    guard let record = window.record else { return }
    bytes = window.bytes(of: record)
    if record.start >= window.origin {
      position = window.place(at: record.start - window.origin)
    }
  }
}
