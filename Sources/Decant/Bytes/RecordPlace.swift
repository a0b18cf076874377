/// The place of a record in an input.
struct RecordPlace {
  /// The offset in the input of its first byte.
  let start: Int
  /// The offset in the input after its last byte, before what ends the record; nil if the window does not
  /// show all of it.
  let end: Int?
}

extension Window {
  /// The bytes of a record, without the line break at its end; nil if the window no longer shows them.
  func bytes(of record: RecordPlace) -> [UInt8]? {
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
