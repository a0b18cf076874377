/// The lines, white space and comments of a document that is edited.
package struct EditedLines: Sendable {
  package enum Comments: Sendable {
    case none
    /// `// …` and `/* … */`.
    case slashes
    /// `# …`, after white space or at the start of a line.
    case hashes
    /// `# …`, also directly after something else.
    case tightHashes
    case markup
  }

  package let bytes: EditedBytes
  let comments: Comments

  package init(bytes: EditedBytes, comments: Comments) {
    self.bytes = bytes
    self.comments = comments
  }

  // MARK: White space

  package func lineStart(_ place: Int) -> Int {
    var start = place
    while start > 0, !Self.isLineEnd(bytes[start - 1]) { start -= 1 }
    return start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && place >= 3 ? 3 : start
  }

  package func indentation(at place: Int) -> [UInt8] {
    Array(bytes[lineStart(place)...].prefix { Self.isBlank($0) })
  }

  /// Has no limit on the length of the line.
  package func beginsLine(_ place: Int) -> Bool {
    let start = blankStart(before: place)
    return start == 0 || Self.isLineEnd(bytes[start - 1]) || start == 3 && lineStart(3) == 3
  }

  package func isSpace(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { Self.isBlank($0) || Self.isLineEnd($0) }
  }

  package func hasLineEnd(_ range: Range<Int>) -> Bool {
    bytes[range].contains { Self.isLineEnd($0) }
  }

  package func blankStart(before place: Int) -> Int {
    var start = place
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    return start
  }

  package func blankEnd(after place: Int) -> Int {
    var end = place
    while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
    return end
  }

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  package func afterLineEnd(_ place: Int) -> Int? {
    guard place < bytes.count, Self.isLineEnd(bytes[place]) else { return nil }
    return bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
      ? place + 2 : place + 1
  }

  // MARK: Comments

  package func commentEnd(_ place: Int) -> Int? {
    switch comments {
    case .none: return nil
    case .slashes:
      guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "/") else { return nil }
      switch bytes[place + 1] {
      case UInt8(ascii: "/"): return endOfLine(place)
      case UInt8(ascii: "*"): return end(of: "*/", from: place + 2)
      default: return nil
      }
    case .hashes:
      guard place < bytes.count, bytes[place] == UInt8(ascii: "#"),
        place == 0 || Self.isBlank(bytes[place - 1]) || Self.isLineEnd(bytes[place - 1])
          || place == lineStart(place)
      else { return nil }
      return endOfLine(place)
    case .tightHashes:
      return place < bytes.count && bytes[place] == UInt8(ascii: "#") ? endOfLine(place) : nil
    case .markup:
      return bytes[place...].starts(with: "<!--".utf8) ? end(of: "-->", from: place + 4) : nil
    }
  }

  package func endOfLine(_ place: Int) -> Int {
    var end = place
    while end < bytes.count, !Self.isLineEnd(bytes[end]) { end += 1 }
    return end
  }

  private func end(of mark: StaticString, from start: Int) -> Int {
    let mark = Array("\(mark)".utf8)
    var place = start
    while place < bytes.count {
      if bytes[place...].starts(with: mark) { return place + mark.count }
      place += 1
    }
    return bytes.count
  }

  package func token(from start: Int, before limit: Int) -> Int {
    var place = start
    while true {
      place = space(from: place, before: limit)
      guard place < limit, let end = commentEnd(place) else { return min(place, limit) }
      place = end
    }
  }

  /// Returns the end of the white space that begins at `start`.
  package func space(from start: Int, before limit: Int) -> Int {
    var place = start
    while place < limit {
      if Self.isBlank(bytes[place]) || Self.isLineEnd(bytes[place]) {
        place += 1
      } else if isExtendedSpace(place) {
        place += comments == .slashes && bytes[place] < 0x80 ? 1 : bytes[place] == 0xC2 ? 2 : 3
      } else {
        return place
      }
    }
    return limit
  }

  private func isExtendedSpace(_ place: Int) -> Bool {
    guard case .slashes = comments else { return false }
    if bytes[place] == 0x0B || bytes[place] == 0x0C { return true }
    if bytes[place] < 0x80 { return false }
    let spaces: [[UInt8]] = [
      [0xC2, 0xA0], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
    ]
    return spaces.contains { bytes[place...].starts(with: $0) }
  }

  /// Returns nil if more than space and comments follows on the line.
  package func rest(from place: Int) -> (end: Int, next: Int)? {
    var place = place
    while true {
      let text = blankEnd(after: place)
      if text >= bytes.count { return (place, bytes.count) }
      if let next = afterLineEnd(text) { return (text, next) }
      guard let end = commentEnd(text), !hasLineEnd(text..<end) else { return nil }
      place = end
    }
  }

  package func commentStart(before place: Int) -> Int {
    var start = lineStart(place)
    while start > 0 {
      let previous = lineStart(
        start - (bytes[start - 1] == 0x0A && start > 1 && bytes[start - 2] == 0x0D ? 2 : 1))
      let text = blankEnd(after: previous)
      guard let end = commentEnd(text), let rest = rest(from: end), rest.next == start else {
        break
      }
      start = previous
    }
    return start
  }

  /// The end of the quoted text that begins at `start`, in which `\\` escapes.
  package func quotedEnd(_ start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] != bytes[start] {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end + 1, bytes.count)
  }
}
