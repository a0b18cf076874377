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

  package subscript(place: Int) -> UInt8 {
    if place < start || place >= start + part.count { load(around: place) }
    return part[place - start]
  }

  private func load(around place: Int) {
    let first = max(0, place - Self.partSize / 8)
    part = text.copy(first..<min(first + Self.partSize, text.count))
    start = first
  }

  package func bytes(_ range: Range<Int>) -> [UInt8] { text.copy(range) }

  /// The byte at a place; nil after the end.
  package func byte(at place: Int) -> UInt8? { place < text.count ? self[place] : nil }

  // MARK: Blanks

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  package func blankStart(before place: Int, from limit: Int = 0) -> Int {
    var start = place
    while start > limit, Self.isBlank(self[start - 1]) { start -= 1 }
    return start
  }

  package func blankEnd(after place: Int, before limit: Int) -> Int {
    var end = place
    while end < limit, Self.isBlank(self[end]) { end += 1 }
    return end
  }

  // MARK: Lines

  /// Returns the place after the line end at a place; nil if another byte is there.
  package func afterLineEnd(at place: Int) -> Int? {
    guard let byte = byte(at: place), Self.isLineEnd(byte) else { return nil }
    return byte == 0x0D && self.byte(at: place + 1) == 0x0A ? place + 2 : place + 1
  }

  package func nextLine(after place: Int) -> Int {
    var end = place
    while end < count, !Self.isLineEnd(self[end]) { end += 1 }
    return afterLineEnd(at: end) ?? end
  }

  package func lineStart(of place: Int) -> Int {
    let first = fileStart
    var start = place
    while start > first, !Self.isLineEnd(self[start - 1]) { start -= 1 }
    return start
  }

  /// Whether a place is the first of its line.
  func isLineStart(_ place: Int) -> Bool {
    place <= fileStart || Self.isLineEnd(self[place - 1])
  }

  /// Whether only blanks precede a place on its line.
  package func beginsLine(_ place: Int) -> Bool { isLineStart(blankStart(before: place)) }

  /// Whether a place is the end of its line.
  func endsLine(_ place: Int) -> Bool { byte(at: place).map(Self.isLineEnd) ?? true }

  package func indentation(at place: Int) -> [UInt8] {
    let start = lineStart(of: place)
    return bytes(start..<blankEnd(after: start, before: place))
  }

  /// Returns the beginning of the line end before `place`; `place` itself if it is inside a line.
  package func lineEndStart(before place: Int, from limit: Int = 0) -> Int {
    guard place > limit, Self.isLineEnd(self[place - 1]) else { return place }
    let isPair = self[place - 1] == 0x0A && place - 1 > limit && self[place - 2] == 0x0D
    return isPair ? place - 2 : place - 1
  }

  /// Returns the first line from a line on that is not blank.
  package func blankLinesEnd(from line: Int) -> Int {
    var place = line
    while let next = afterLineEnd(at: blankEnd(after: place, before: count)) { place = next }
    return place
  }

  /// Returns the first of the blank lines directly before a line.
  package func blankLinesStart(before line: Int) -> Int {
    var place = line
    while true {
      let end = lineEndStart(before: place)
      let text = blankStart(before: end, from: fileStart)
      guard end < place, isLineStart(text) else { return place }
      place = text
    }
  }

  package func lineEndCount(in range: Range<Int>) -> Int {
    var count = 0
    var place = range.lowerBound
    while place < range.upperBound {
      if let next = afterLineEnd(at: place) {
        count += 1
        place = next
      } else {
        place += 1
      }
    }
    return count
  }

  package func hasLineEnd(in range: Range<Int>) -> Bool {
    range.contains { Self.isLineEnd(self[$0]) }
  }
}
