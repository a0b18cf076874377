/// The text of a comment, in which only a mark that would end the comment changes: `*/` becomes `* /`.
@usableFromInline package struct CommentText {
  @usableFromInline package let bytes: [UInt8]

  package init(_ text: RawSpan) {
    bytes = [UInt8](text)
  }

  @inlinable package var hasLineEnds: Bool {
    bytes.indices.contains { widthOfLineEnd(at: $0) != nil }
  }

  /// All lines but the first begin with a space instead of their indentation; empty ones at the edges are dropped.
  package var lines: [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var p = 0
    while p < bytes.count {
      if let width = widthOfLineEnd(at: p) {
        lines.append([])
        p += width
      } else {
        lines[lines.count - 1].append(bytes[p])
        p += 1
      }
    }
    guard lines.count > 1 else { return lines }
    lines = lines.enumerated().map { index, line in
      let content = line.drop { $0 == 0x20 || $0 == 0x09 }
      return index == 0 || content.isEmpty ? [UInt8](content) : [0x20] + content
    }
    while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    if lines.count > 1, lines[0].isEmpty { lines.removeFirst() }
    return lines
  }

  @usableFromInline func widthOfLineEnd(at p: Int) -> Int? {
    switch bytes[p] {
    case 0x0A: return 1
    case 0x0D: return p + 1 < bytes.count && bytes[p + 1] == 0x0A ? 2 : 1
    case 0xC2: return p + 1 < bytes.count && bytes[p + 1] == 0x85 ? 2 : nil
    case 0xE2:
      guard p + 2 < bytes.count, bytes[p + 1] == 0x80 else { return nil }
      return bytes[p + 2] == 0xA8 || bytes[p + 2] == 0xA9 ? 3 : nil
    default: return nil
    }
  }

  /// Adds a space inside each occurrence of a mark of two bytes, and turns CRLF into a line feed.
  package func separating(_ first: Character, _ second: Character) -> [UInt8] {
    let (first, second) = (first.asciiValue ?? 0, second.asciiValue ?? 0)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      if byte == second, result.last == first { result.append(0x20) }
      result.append(byte)
    }
    return result
  }
}

extension [UInt8] {
  /// Appends a scalar by its number, for comments, which have no escapes: `\u{e9}`.
  package mutating func append(numberOf scalar: Unicode.Scalar) {
    self += "\\u{".utf8
    var digit = UInt32(5)
    while digit > 0, scalar.value >> (4 * digit) == 0 { digit -= 1 }
    for digit in (0...digit).reversed() { append(HexDigit.digit(scalar.value >> (4 * digit))) }
    append(UInt8(ascii: "}"))
  }
}

extension CommentText {
  /// Adapts a comment to XML, which allows neither `--` nor a final `-` in it, and no references.
  package func markup(isBlock: Bool) -> [UInt8] {
    var words = separating("-", "-")
    words = words.withBytes { XMLText.replacingForbidden(in: $0) }
    if words.contains(0x0D) { words = Self.withLineFeeds(words) }
    func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    if !isBlock, !isSpace(words.first) { words.insert(0x20, at: 0) }
    if words.last == UInt8(ascii: "-") || !isBlock && !isSpace(words.last) { words.append(0x20) }
    return words
  }

  private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isAfterReturn = false
    for byte in text {
      if byte == 0x0D {
        result.append(0x0A)
      } else if byte != 0x0A || !isAfterReturn {
        result.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return result
  }
}
