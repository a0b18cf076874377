internal import DecantCore

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
  func writeTrivia(
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
