internal import DecantCore

/// The lines and blanks of a text that is edited, of which a part at a time is in memory.
///
/// Readers report the places of comments and nodes; line ends are only looked for here.
package final class SourceLines {
  private let text: EditedBytes
  private var part: [UInt8] = []
  private var start = 0

  /// The number of bytes in memory: to read them costs no more than to read a few.
  private static let partSize = 1 << 12

  package init(_ text: EditedBytes) {
    self.text = text
  }

  package var count: Int { text.count }

  /// The first byte after a byte-order mark.
  package var fileStart: Int { count >= 3 && bytes(0..<3) == [0xEF, 0xBB, 0xBF] ? 3 : 0 }

  package subscript(offset: Int) -> UInt8 {
    if offset < start || offset >= start + part.count { load(around: offset) }
    return part[offset - start]
  }

  private func load(around offset: Int) {
    let first = max(0, offset - Self.partSize / 8)
    part = text.copy(first..<min(first + Self.partSize, text.count))
    start = first
  }

  package func bytes(_ range: Range<Int>) -> [UInt8] { text.copy(range) }

  /// The byte at an offset; nil after the end.
  package func byte(at offset: Int) -> UInt8? { offset < text.count ? self[offset] : nil }

  // MARK: Blanks

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  package func blankStart(before offset: Int, from limit: Int = 0) -> Int {
    var start = offset
    while start > limit, Self.isBlank(self[start - 1]) { start -= 1 }
    return start
  }

  package func blankEnd(after offset: Int, before limit: Int) -> Int {
    var end = offset
    while end < limit, Self.isBlank(self[end]) { end += 1 }
    return end
  }

  // MARK: Lines

  /// Returns the offset after the line end at an offset; nil if another byte is there.
  package func afterLineEnd(at offset: Int) -> Int? {
    guard let byte = byte(at: offset), Self.isLineEnd(byte) else { return nil }
    return byte == 0x0D && self.byte(at: offset + 1) == 0x0A ? offset + 2 : offset + 1
  }

  package func nextLine(after offset: Int) -> Int {
    var end = offset
    while end < count, !Self.isLineEnd(self[end]) { end += 1 }
    return afterLineEnd(at: end) ?? end
  }

  package func lineStart(of offset: Int) -> Int {
    let first = fileStart
    var start = offset
    while start > first, !Self.isLineEnd(self[start - 1]) { start -= 1 }
    return start
  }

  /// Whether an offset is the first of its line.
  func isLineStart(_ offset: Int) -> Bool {
    offset <= fileStart || Self.isLineEnd(self[offset - 1])
  }

  /// Whether only blanks precede an offset on its line.
  package func beginsLine(_ offset: Int) -> Bool { isLineStart(blankStart(before: offset)) }

  /// Whether an offset is the end of its line.
  func endsLine(_ offset: Int) -> Bool { byte(at: offset).map(Self.isLineEnd) ?? true }

  package func indentation(at offset: Int) -> [UInt8] {
    let start = lineStart(of: offset)
    return bytes(start..<blankEnd(after: start, before: offset))
  }

  /// Returns the beginning of the line end before `offset`; `offset` itself if it is inside a line.
  package func lineEndStart(before offset: Int, from limit: Int = 0) -> Int {
    guard offset > limit, Self.isLineEnd(self[offset - 1]) else { return offset }
    let isPair = self[offset - 1] == 0x0A && offset - 1 > limit && self[offset - 2] == 0x0D
    return isPair ? offset - 2 : offset - 1
  }

  /// Returns the first line from a line on that is not blank.
  package func blankLinesEnd(from line: Int) -> Int {
    var offset = line
    while let next = afterLineEnd(at: blankEnd(after: offset, before: count)) { offset = next }
    return offset
  }

  /// Returns the first of the blank lines directly before a line.
  package func blankLinesStart(before line: Int) -> Int {
    var offset = line
    while true {
      let end = lineEndStart(before: offset)
      let text = blankStart(before: end, from: fileStart)
      guard end < offset, isLineStart(text) else { return offset }
      offset = text
    }
  }

  package func lineEndCount(in range: Range<Int>) -> Int {
    var count = 0
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let next = afterLineEnd(at: offset) {
        count += 1
        offset = next
      } else {
        offset += 1
      }
    }
    return count
  }

  package func hasLineEnd(in range: Range<Int>) -> Bool {
    range.contains { Self.isLineEnd(self[$0]) }
  }
}
