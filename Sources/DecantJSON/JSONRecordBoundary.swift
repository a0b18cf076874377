internal import DecantCore

/// The boundaries at which JSON Lines and JSON text sequences can be cut into blocks.
enum JSONRecordBoundary {
  /// Returns the end of the last line; if that cuts a value, both parts are invalid, so it cannot go unnoticed.
  static func lastLine(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range)
  }

  static func lastSeparator(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range) { $0 < range.upperBound && bytes.byte(at: $0) == 0x1E }
  }
}
