internal import DecantCore

/// The comments and blank lines between the tokens, found in the bytes that the scanner skips.
///
///     key: 1  # on the line of the last token
///
///     # on a line of its own, after a blank line
///     - # after an indicator
///
/// Offsets count from the beginning of the input. `gather` must be called with growing offsets; tokens are left out by
/// `skip`, so that only indicators, anchors and tags are met besides blanks.
struct YAMLCommentGatherer: ~Copyable {
  enum Placement: UInt8, BitwiseCopyable {
    case afterToken, afterIndicator, onOwnLine
    /// That of `---`, which is kept among the comments.
    case marker
  }

  struct Comment: BitwiseCopyable {
    let placement: Placement
    var blankLines: Int
    let column: Int
    /// The number of spaces before the comment, if there is no tab.
    let spaces: Int
    let offset: Int
    let textStart: Int
    let textEnd: Int

    /// Where it is in the input.
    var extent: Range<Int> { offset..<offset + 1 + textEnd - textStart }
  }

  /// The next byte to look at.
  private(set) var offset = 0
  /// The comments that have not been emitted, with their texts.
  private var comments = Buffer<Comment>(capacity: 16)
  private var text = Buffer<UInt8>(capacity: 256)
  private var first = 0

  /// The number of blank lines since the last token or comment, and whether this line is blank so far.
  private var blankLines = 0
  private var isLineBlank = true
  private(set) var lineStart = 0
  /// Whether the last token ends on this line.
  private var followsToken = false
  private var followsIndicator = false
  private var followsDirective = false
  private(set) var lastComma = -1
  var last = Event.Kind.beginDocument

  /// The offset of the next byte that may begin a comment or end a blank line, or the end of the bytes looked at.
  private(set) var candidate = 0

  let keepsMarkers: Bool

  init(keepsMarkers: Bool) {
    self.keepsMarkers = keepsMarkers
  }

  /// Whether the last event has begun a collection.
  var hasBegunCollection: Bool { last == .beginSequence || last == .beginMapping }

  var next: Comment? { first < comments.count ? comments[first] : nil }

  /// Looks at the bytes up to `target`.
  mutating func gather(_ bytes: RawSpan, from origin: Int, to target: Int) {
    // The bytes before the window are lost only in a token of more than a megabyte.
    var p = max(offset - origin, 0)
    let end = min(target - origin, bytes.byteCount)
    while p < end {
      switch bytes.byte(at: p) {
      case 0x20:
        p = min(YAMLScanner.skipSpaces(bytes, from: p), end)
      case 0x09:
        p += 1
      case 0x0A, 0x0D:
        p += bytes.byte(at: p) == 0x0D && p + 1 < end && bytes.byte(at: p + 1) == 0x0A ? 2 : 1
        endLine(before: origin + p)
      case UInt8(ascii: "#") where p == 0 || bytes.byte(at: p - 1) <= 0x20:
        let lineEnd = bytes.endOfLine(from: p)
        var start = p
        while start > 0, bytes.byte(at: start - 1) == 0x20 { start -= 1 }
        append(bytes.extracting(p + 1..<lineEnd), at: origin + p, spaces: p - start)
        p = lineEnd
      case UInt8(ascii: "-")
      where keepsMarkers && origin + p == lineStart && bytes.isDocumentMarker(at: p):
        // Only directives require it, and they are not written.
        if !followsDirective {
          append(bytes.extracting(p..<p), at: origin + p, spaces: 0, placement: .marker)
        }
        followsDirective = false
        followsToken = true
        p += 3
      default:
        if bytes.byte(at: p) == UInt8(ascii: "%"), origin + p == lineStart {
          followsDirective = true
        }
        if bytes.byte(at: p) == UInt8(ascii: ",") { lastComma = origin + p }
        followsIndicator = true
        isLineBlank = false
        p += 1
      }
    }
    offset = max(offset, origin + p)
  }

  private mutating func endLine(before next: Int) {
    if isLineBlank { blankLines += 1 }
    isLineBlank = true
    lineStart = next
    followsToken = false
    followsIndicator = false
  }

  private mutating func append(
    _ comment: RawSpan, at offset: Int, spaces: Int, placement: Placement? = nil
  ) {
    let start = text.count
    text.append(contentsOf: comment)
    let placement =
      placement ?? (followsToken ? .afterToken : followsIndicator ? .afterIndicator : .onOwnLine)
    comments.append(
      Comment(
        placement: placement, blankLines: placement == .afterToken ? 0 : blankLinesInDocument,
        column: offset - lineStart, spaces: spaces, offset: offset, textStart: start,
        textEnd: text.count))
    blankLines = 0
    isLineBlank = false
  }

  /// The number of blank lines, without those at the beginning of a document.
  private var blankLinesInDocument: Int { last == .beginDocument && next == nil ? 0 : blankLines }

  /// Whether a blank line or `---` follows one of the comments that have not been emitted.
  var hasBlankLineAfterComments: Bool {
    if (first..<comments.count).contains(where: { comments[$0].placement == .marker }) {
      return true
    }
    if blankLines > 0 { return first < comments.count }
    return (first..<comments.count).dropFirst().contains { comments[$0].blankLines > 0 }
  }

  /// Returns the number of blank lines before the next comment, which then has none.
  mutating func takeBlankLinesOfNext() -> Int {
    guard first < comments.count else { return 0 }
    defer { comments[first].blankLines = 0 }
    return comments[first].blankLines
  }

  mutating func takeBlankLines() -> Int {
    defer { blankLines = 0 }
    return blankLinesInDocument
  }

  mutating func removeFirst() {
    first += 1
    guard first == comments.count else { return }
    comments.removeAll()
    text.removeAll()
    first = 0
  }

  func withText<R>(of comment: Comment, _ body: (RawSpan) -> R) -> R {
    text.withBytes { body($0.extracting(comment.textStart..<comment.textEnd)) }
  }

  /// Leaves out a token, which ends at `end`.
  mutating func skip(to end: Int) {
    guard end >= offset else { return }
    offset = end
    blankLines = 0
    isLineBlank = false
    followsToken = true
    followsIndicator = false
  }

  mutating func followToken() {
    followsToken = true
    followsIndicator = false
  }

  mutating func beginDocument() {
    last = .beginDocument
    followsToken = false
  }

  // MARK: Tokens without comments

  /// Finds the next candidate after the last token, in the first `count` bytes of the window.
  mutating func findCandidate(in bytes: RawSpan, from origin: Int, count: Int) {
    guard candidate <= offset else { return }
    candidate = origin + bytes.triviaCandidate(from: max(offset - origin, 0), to: count)
  }

  /// Skips to a token at `target`.
  ///
  /// Precondition: no comment or blank line is before it.
  mutating func skipGap(_ bytes: RawSpan, from origin: Int, to target: Int) {
    let start = max(offset - origin, 0)
    var p = target - origin
    while p > start, bytes.byte(at: p &- 1) != 0x0A, bytes.byte(at: p &- 1) != 0x0D { p &-= 1 }
    if p > start { lineStart = origin + p }
    offset = max(offset, target)
  }
}

extension RawSpan {
  /// Returns the end of a line, or of the bytes before their padding of zeros.
  package func endOfLine(from start: Int) -> Int {
    var p = start
    while p <= byteCount - ByteBlock.width {
      let block = block(at: p)
      let others = (block.equals(0x0A) | block.equals(0x0D) | block.equals(0)).bytesBefore
      p += others
      if others < ByteBlock.width { return p }
    }
    while p < byteCount, byte(at: p) != 0x0A, byte(at: p) != 0x0D, byte(at: p) != 0 { p += 1 }
    return p
  }

  fileprivate func isDocumentMarker(at p: Int) -> Bool {
    guard p + 3 <= byteCount, byte(at: p + 1) == byte(at: p), byte(at: p + 2) == byte(at: p) else {
      return false
    }
    return p + 3 == byteCount || byte(at: p + 3) <= 0x20
  }

  /// Returns the offset of the first byte that may begin a comment or end a blank line; `end` if there is none.
  ///
  /// Both follow a blank or a line break.
  fileprivate func triviaCandidate(from start: Int, to end: Int) -> Int {
    var p = start
    if p == 0 {
      guard end > 0, !isCandidate(byte(at: 0), after: 0x0A) else { return 0 }
      p = 1
    }
    while p < end {
      if p &+ 4 &* ByteBlock.width <= end {
        let found = unionOfBlocks(at: p) { block, before in
          (block.equals(0x0A) | block.equals(0x0D) | block.equals(UInt8(ascii: "#")))
            & before.isBelow(0x21)
        }
        if found.isZero {
          p &+= 4 &* ByteBlock.width
          continue
        }
      }
      let next = min(p &+ 4 &* ByteBlock.width, end)
      while p < next {
        if isCandidate(byte(at: p), after: byte(at: p &- 1)) { return p }
        p &+= 1
      }
    }
    return end
  }

  private func isCandidate(_ byte: UInt8, after last: UInt8) -> Bool {
    switch byte {
    // Not the second byte of CR LF.
    case 0x0A: last <= 0x20 && last != 0x0D
    case 0x0D, UInt8(ascii: "#"): last <= 0x20
    default: false
    }
  }
}
