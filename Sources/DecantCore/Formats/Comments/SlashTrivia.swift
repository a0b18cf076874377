/// The comments `// …` and `/* … */`, and the blank lines, between tokens.
///
///     {  // at the end of a line: belongs to the event before it
///       // on a line of its own: belongs to the next key, element or end
///       "a": /* before a value on its line */ 1,
///     }
package struct SlashTrivia {
  /// A comment after one of these belongs to the event before it.
  private let separators: [UInt8]
  private var lineEnds = 0
  private var isAtBeginning = true
  /// Whether a comment on this line belongs to the last event.
  private var follows = false
  private var hasLeading = false

  package enum Found {
    case token
    case comment(Comment)
    case more
  }

  package struct Comment {
    let text: Range<Int>
    package let start: Int
    let isBlock: Bool
    let isTrailing: Bool
    let blankLines: Int

    fileprivate var end: Int { text.upperBound + (isBlock ? 2 : 0) }
  }

  package init(separators: String) {
    self.separators = Array(separators.utf8)
  }

  package mutating func next(
    _ bytes: RawSpan, from p: inout Int, to end: Int, origin: Int, isComplete: Bool
  ) throws(TokenFlaw) -> Found {
    while true {
      let byte = bytes.byte(at: p)
      switch byte {
      case 0x0A:
        endLine(1, &p)
      case 0x0D:
        guard p + 1 < end || isComplete else { return .more }
        endLine(bytes.byte(at: p + 1) == 0x0A ? 2 : 1, &p)
      case 0x09, 0x0B, 0x0C, 0x20:
        p += 1
      case UInt8(ascii: "/"):
        guard p + 1 < end || isComplete else { return .more }
        var comment = OpenComment()
        guard comment.begin(bytes, at: p, origin: origin) else { return .token }
        var next = p + 2
        guard
          try comment.skip(bytes, from: &next, to: end, origin: origin, isComplete: isComplete)
        else { return .more }
        guard let endsItem = endsItem(next, bytes, end, isComplete: isComplete) else {
          return .more
        }
        defer { p = next }
        return .comment(take(p..<next, bytes, endsItem: endsItem))
      case 0x80...:
        guard p + 4 <= end || isComplete else { return .more }
        guard UTF8Scanning.isLineEnd(bytes, at: p) else { return .token }
        endLine(3, &p)
      default:
        return p < end || isComplete ? .token : .more
      }
    }
  }

  private mutating func endLine(_ width: Int, _ p: inout Int) {
    p += width
    if !isAtBeginning { lineEnds += 1 }
    follows = false
  }

  private mutating func take(_ range: Range<Int>, _ bytes: RawSpan, endsItem: Bool) -> Comment {
    let isBlock = bytes.byte(at: range.lowerBound + 1) == UInt8(ascii: "*")
    let isTrailing = follows && (!isBlock || endsItem)
    defer {
      lineEnds = 0
      follows = isTrailing
      isAtBeginning = false
      if !isTrailing { hasLeading = true }
    }
    return Comment(
      text: range.lowerBound + 2..<range.upperBound - (isBlock ? 2 : 0), start: range.lowerBound,
      isBlock: isBlock, isTrailing: isTrailing, blankLines: max(lineEnds - 1, 0))
  }

  /// Returns whether no value or key follows on the line; nil if the window ends first.
  private func endsItem(
    _ comment: Int, _ bytes: RawSpan, _ end: Int, isComplete: Bool
  ) -> Bool? {
    var p = comment
    while p < end, bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    guard p < end else { return isComplete ? true : nil }
    let byte = bytes.byte(at: p)
    return byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "/")
      || separators.contains(byte) || "])}".utf8.contains(byte)
  }

  /// Returns the number of blank lines before the token that begins with `byte`.
  package mutating func noteToken(_ byte: UInt8) -> Int {
    guard !separators.contains(byte) else {
      lineEnds = 0
      follows = !hasLeading
      return 0
    }
    defer {
      lineEnds = 0
      follows = true
      hasLeading = false
      isAtBeginning = false
    }
    return max(lineEnds - 1, 0)
  }
}

extension EventBatch {
  package mutating func append(_ comment: SlashTrivia.Comment, marksExtent: Bool) {
    if !comment.isTrailing {
      for _ in 0..<comment.blankLines { append(.blankLine, at: comment.start) }
    }
    append(
      comment.isTrailing ? .trailingComment : .comment, textIn: comment.text,
      style: comment.isBlock ? .block : .any, at: comment.start)
    if marksExtent { markLast(to: comment.end) }
  }
}
