internal import DecantCore

/// What precedes the next comment on its line.
struct XMLTrivia {
  var lineEnds = 0
  /// Whether a comment on this line belongs to the last event.
  var follows = false

  mutating func endLine() {
    lineEnds += 1
    follows = false
  }
}

/// Comments and blank lines between tags, which belong to the same events as in `SlashTrivia`.
extension XMLReader {
  /// `<!--`, the first byte in the lowest bits.
  private static var commentOpening: UInt32 { 0x2D2D_213C }

  @inline(never)
  mutating func readTrivia(
    _ bytes: RawSpan, from start: Int, _ input: XMLInput, _ state: State,
    into batch: inout EventBatch
  ) throws(DecantError) -> (end: Int, pause: Window.ScanPause?) {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case 0x09, 0x20:
        p += 1
      case 0x0A:
        trivia.endLine()
        p += 1
      case 0x0D:
        guard p + 1 < input.end || input.isComplete else { return (p, .windowEmpty) }
        trivia.endLine()
        p += bytes.byte(at: p + 1) == 0x0A ? 2 : 1
      case UInt8(ascii: "<"):
        // No valid tag is shorter than the opening of a comment.
        guard p + 4 <= input.end || input.isComplete else { return (p, .windowEmpty) }
        guard bytes.halfWord(at: p) == Self.commentOpening else {
          return (p, enterTag(bytes, at: p, state, &batch))
        }
        beginDocument(beforeCommentAt: p, state, &batch)
        guard appendBlankLines(at: p, &batch) else { return (p, .batchFull) }
        guard let end = try comment(bytes, at: p, input, state, &batch) else {
          return (p, .windowEmpty)
        }
        p = end
        if batch.isFull { return (p, .batchFull) }
      default:
        return (p, nil)
      }
    }
  }

  private mutating func beginDocument(
    beforeCommentAt p: Int, _ state: State, _ batch: inout EventBatch
  ) {
    guard state == .prologue || state == .plist, !hasBegunDocument else { return }
    batch.append(.beginDocument, at: p)
    hasBegunDocument = true
    // A document does not begin with blank lines.
    trivia.lineEnds = 0
  }

  private mutating func appendBlankLines(at p: Int, _ batch: inout EventBatch) -> Bool {
    while trivia.lineEnds > 1 {
      if batch.isFull { return false }
      batch.append(.blankLine, at: p)
      trivia.lineEnds -= 1
    }
    return true
  }

  private mutating func enterTag(
    _ bytes: RawSpan, at p: Int, _ state: State, _ batch: inout EventBatch
  ) -> Window.ScanPause? {
    let next = bytes.byte(at: p + 1)
    let isElement = next != UInt8(ascii: "!") && next != UInt8(ascii: "?")
    let mayFollowBlankLines =
      switch state {
      case .element, .value, .root, .key: true
      case .plist: hasBegunDocument
      case .prologue, .afterValue, .epilogue, .finished: false
      }
    if isElement, mayFollowBlankLines, !appendBlankLines(at: p, &batch) { return .batchFull }
    trivia.lineEnds = 0
    trivia.follows = isElement
    return nil
  }

  // MARK: Comments

  /// Returns nil if the window cuts off the comment or the text that decides to what it belongs.
  private mutating func comment(
    _ bytes: RawSpan, at start: Int, _ input: XMLInput, _ state: State,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    openMarkup = .comment
    markupStart = origin + start
    positionOfMarkup = nil
    let end = try skipOpenMarkup(bytes, from: start + 4, input)
    guard openMarkup == .none else {
      openMarkup = .none
      return nil
    }
    var isTrailing = trivia.follows && followsEvent(state)
    if isTrailing {
      guard let endsItem = Self.endsItem(bytes, at: end, input) else { return nil }
      isTrailing = endsItem
    }
    batch.append(
      isTrailing ? .trailingComment : .comment, textIn: start + 4..<end - 3, style: .block,
      at: start)
    if options.marksExtents { batch.markLast(to: end) }
    trivia.lineEnds = 0
    trivia.follows = isTrailing
    return end
  }

  private func followsEvent(_ state: State) -> Bool {
    switch state {
    case .prologue, .plist: false
    case .epilogue: !hasPropertyList
    case .element, .value, .root, .key, .afterValue, .finished: true
    }
  }

  /// Returns whether no key or value follows on the line; nil if the window ends first.
  private static func endsItem(_ bytes: RawSpan, at comment: Int, _ input: XMLInput) -> Bool? {
    var p = comment
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    switch bytes.byte(at: p) {
    case 0x0A, 0x0D:
      return true
    case UInt8(ascii: "<"):
      guard p + 4 <= input.end || input.isComplete else { return nil }
      return bytes.byte(at: p + 1) == UInt8(ascii: "/") || bytes.halfWord(at: p) == commentOpening
    default:
      guard p >= input.end else { return false }
      return input.isComplete ? true : nil
    }
  }
}
