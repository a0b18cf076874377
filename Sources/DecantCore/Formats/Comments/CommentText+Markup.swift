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
