/// The place of a record in an input, as offsets of bytes.
package struct RecordRange {
  let start: Int
  /// Before the terminator; nil if the window does not show all of the record.
  let end: Int?

  package init(start: Int, end: Int?) {
    self.start = start
    self.end = end
  }
}

extension Window {
  package func bytes(of record: RecordRange) -> [UInt8]? {
    guard let end = record.end, record.start >= origin, end <= origin + count else { return nil }
    return withBytes { bytes in
      var last = end - origin
      let first = record.start - origin
      if last > first, bytes.byte(at: last - 1) == 0x0A { last -= 1 }
      if last > first, bytes.byte(at: last - 1) == 0x0D { last -= 1 }
      return [UInt8](bytes.extracting(first..<last))
    }
  }
}

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
      position = window.location(at: record.start - window.origin)
    }
  }
}
