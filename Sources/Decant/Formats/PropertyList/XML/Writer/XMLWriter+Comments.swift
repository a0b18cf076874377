extension XMLWriter {
  /// The line on which a trailing comment is written.
  enum CommentLine {
    /// Its own, after the header, where blank lines are dropped as well.
    case ownAtBeginning
    /// Its own: the event before it is not a node.
    case own
    case ofNode

    mutating func advance(over event: Event.Kind) {
      switch (event, self) {
      case (.beginDocument, _): self = .ownAtBeginning
      case (.blankLine, .ownAtBeginning), (.trailingComment, .own), (.trailingComment, .ofNode):
        break
      case (.comment, _), (.blankLine, _), (.trailingComment, .ownAtBeginning): self = .own
      default: self = .ofNode
      }
    }
  }

  /// Precondition: `last`, the kind of the event before, has ended its line.
  @inline(never)
  func writeLayout(
    _ event: Event, _ text: RawSpan, after last: Event.Kind, _ line: inout CommentLine,
    _ depth: Int, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    line.advance(over: last)
    guard event.kind != .blankLine else {
      try cursor.reserve(Self.roomForTags)
      if line != .ownAtBeginning { endLine(&cursor) }
      return cursor
    }
    // The line feed is still in the buffer: only a reservation may flush it.
    if event.kind == .trailingComment, line == .ofNode, cursor.removeLast(0x0A, after: 0) {
      try cursor.reserve(Self.roomForTags)
      cursor.put(UInt8(ascii: " "))
    } else {
      try indent(depth, &cursor)
    }
    try write("<!--", &cursor)
    let comment = CommentText(text).markup(isBlock: event.style == .block)
    try write(ascii ? Self.inASCII(comment) : comment, &cursor)
    try write("-->", &cursor)
    endLine(&cursor)
    return cursor
  }

  private func write(_ text: [UInt8], _ cursor: inout ByteCursor) throws(DecantError) {
    try text.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
  }

  private static func inASCII(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    text.withBytes { text in
      var p = 0
      while p < text.byteCount {
        let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
        if width == 1 {
          result.append(text.byte(at: p))
        } else {
          result.append(numberOf: scalar)
        }
        p += width
      }
    }
    return result
  }
}

extension CommentText {
  /// Adapts a comment to XML, which allows neither `--` nor a final `-` in it, and no references.
  func markup(isBlock: Bool) -> [UInt8] {
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
