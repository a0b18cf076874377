/// The place of a record in an input, as offsets of bytes.
package struct RecordPlace {
  let start: Int
  /// Before the terminator; nil if the window does not show all of the record.
  let end: Int?

  package init(start: Int, end: Int?) {
    self.start = start
    self.end = end
  }
}

extension Window {
  package func bytes(of record: RecordPlace) -> [UInt8]? {
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
