/// The places at which JSON Lines and JSON text sequences can be cut into blocks.
enum JSONRecordBoundary {
  /// Returns the end of the last whole line.
  ///
  /// A value that spans lines is cut in two there. Neither part can be read, so that this does not pass unnoticed.
  static func lastLine(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range)
  }

  /// Returns the place of the last separator that begins a line.
  static func lastSeparator(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range) { $0 < range.upperBound && bytes.byte(at: $0) == 0x1E }
  }
}
