internal import DecantCore

/// The extents of events, found from the tokens.
///
///     key: &a !t [b: ]      tokens     key, anchor, tag, `[`, `b`, an absent scalar, `]`
///                           extents    each its own; the anchor and the tag are kept until the events of the node
///
/// A collection in lines ends where its last node ends, which may be long before the token that shows its end.
struct YAMLExtents: ~Copyable {
  private var anchor = 0..<0
  private var tag = 0..<0
  /// The end of the last node.
  private var lastEnd = 0
  /// Whether the open collections are in brackets, and whether they are mappings whose next node is a value.
  private var frames = Buffer<Frame>()

  // Swift 6.3 cannot compile a private type here.
  struct Frame: BitwiseCopyable {
    let isFlow: Bool
    let isMapping: Bool
    var isAtValue = false
  }

  /// Records the extents of the events that the token has become: the last ones of `batch`.
  @inline(never)
  mutating func mark(
    _ token: YAMLToken, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let origin = batch.origin
    let position = Int(token.position)
    switch token.kind {
    case .anchor:
      // The ampersand precedes the token.
      anchor = origin + position - 1..<origin + token.text.upperBound
    case .tag:
      tag = origin + position..<origin + token.text.upperBound
    case .scalar:
      endNode(at: extent(of: token, lexeme, bytes, origin), &batch)
    case .alias:
      endNode(at: origin + position..<origin + token.text.upperBound, &batch)
    case .beginSequence, .beginMapping:
      let start = origin + token.text.lowerBound
      let isFlow = token.style == .flow
      lastEnd = isFlow ? origin + token.text.upperBound : start
      beginNode(at: start..<lastEnd, &batch)
      frames.append(Frame(isFlow: isFlow, isMapping: token.kind == .beginMapping))
    case .endSequence, .endMapping:
      frames.removeLast()
      let hasBracket = !token.text.isEmpty
      if hasBracket { lastEnd = origin + token.text.upperBound }
      batch.markLast(hasBracket ? origin + position..<lastEnd : lastEnd..<lastEnd)
    case .beginDocument:
      frames.removeAll()
      batch.markLast(to: position)
    case .endDocument:
      batch.markLast(to: position)
    case .tagHandle, .loneSurrogate, .shallowLine:
      break
    }
  }

  private mutating func endNode(at extent: Range<Int>, _ batch: inout EventBatch) {
    beginNode(at: extent, &batch)
    lastEnd = extent.upperBound
  }

  private mutating func beginNode(at extent: Range<Int>, _ batch: inout EventBatch) {
    let (anchor, tag) = (anchor, tag)
    batch.markLast(extent) { $0.kind == .anchor ? anchor : $0.kind == .tag ? tag : nil }
    (self.anchor, self.tag) = (0..<0, 0..<0)
    guard !frames.isEmpty, frames[frames.count - 1].isMapping else { return }
    frames[frames.count - 1].isAtValue.toggle()
  }

  // MARK: Scalars

  private func extent(
    of token: YAMLToken, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan, _ origin: Int
  ) -> Range<Int> {
    var range: Range<Int>
    if token.isRewritten {
      range = lexeme.first..<lexeme.end
    } else if token.style != .plain {
      range = token.text.lowerBound - 1..<token.text.upperBound + 1
    } else if token.text.isEmpty {
      return extentOfAbsent(token, bytes, origin)
    } else {
      range = token.text
    }
    if token.style == .plain {
      range = range.lowerBound..<bytes.endWithoutBlanks(range)
    } else if token.isInBlock, lexeme.end == lexeme.start, !bytes.keepsLines(at: lexeme.first) {
      // Without text, a block is only its header.
      range = range.lowerBound..<bytes.endWithoutBreak(range)
    }
    return origin + range.lowerBound..<origin + range.upperBound
  }

  private func extentOfAbsent(
    _ token: YAMLToken, _ bytes: RawSpan, _ origin: Int
  ) -> Range<Int> {
    let position = Int(token.position)
    var start = max(anchor.upperBound, tag.upperBound)
    if start == 0 {
      let isValueInLines =
        !frames.isEmpty && frames[frames.count - 1].isAtValue && !frames[frames.count - 1].isFlow
      // After `? key` without a colon, the token is where the next line begins.
      let hasColon = position > 0 && bytes.byte(at: position - 1) == UInt8(ascii: ":")
      start = isValueInLines && !hasColon ? lastEnd : origin + position
    }
    return start..<start
  }
}

extension YAMLToken {
  fileprivate var isInBlock: Bool { style == .literal || style == .folded }
}

extension RawSpan {
  fileprivate func endWithoutBlanks(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, byte(at: end - 1) == 0x20 || byte(at: end - 1) == 0x09 {
      end -= 1
    }
    return end
  }

  fileprivate func endWithoutBreak(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    if end > range.lowerBound, byte(at: end - 1) == 0x0A { end -= 1 }
    if end > range.lowerBound, byte(at: end - 1) == 0x0D { end -= 1 }
    return end
  }

  /// Whether the header of the block scalar at `start` has a plus sign.
  fileprivate func keepsLines(at start: Int) -> Bool {
    var p = start
    while byte(at: p) > 0x20 {
      if byte(at: p) == UInt8(ascii: "+") { return true }
      p += 1
    }
    return false
  }
}
