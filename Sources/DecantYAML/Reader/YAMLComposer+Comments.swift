internal import DecantCore

/// The comments and blank lines, where they are among the events.
extension YAMLComposer {
  /// Appends what precedes a token, whose bytes are `lexeme`.
  @inline(never)
  mutating func placeComments(
    before token: YAMLToken, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) {
    let position = max(token.kind == .scalar ? lexeme.start : 0, Int(token.position))
    // What is between a collection in lines and its key belongs to its first entry.
    var isBlock = false
    var keepsBlankLines = true
    switch token.kind {
    case .scalar, .alias: break
    case .beginSequence, .beginMapping: isBlock = token.style != .flow
    case .endSequence, .endMapping: keepsBlankLines = false
    case .endDocument: keepsBlankLines = keepsNotation
    case .beginDocument, .anchor, .tag, .tagHandle, .loneSurrogate, .shallowLine: return
    }
    trivia.gather(bytes, from: batch.origin, to: batch.origin + position)
    let isValue = !frames.isEmpty && innermost.isMapping && !innermost.expectsKey
    while let comment = trivia.next {
      if token.kind == .endSequence || token.kind == .endMapping {
        guard comment.placement != .onOwnLine || isInCollection(comment) else { return }
      } else if isBlock, belongsToFirstEntry(comment, ofValue: isValue) {
        if !isValue { append(trivia.takeBlankLinesOfNext(), at: position, to: &batch) }
        return
      }
      move(comment, to: &batch)
    }
    if keepsBlankLines, !(isBlock && isValue) {
      append(trivia.takeBlankLines(), at: position, to: &batch)
    }
  }

  private mutating func belongsToFirstEntry(
    _ comment: YAMLCommentGatherer.Comment, ofValue isValue: Bool
  ) -> Bool {
    if comment.placement == .afterIndicator || comment.placement == .onOwnLine && isValue {
      return true
    }
    // What is directly above the first entry belongs to it, and only the rest to the whole document.
    return frames.isEmpty && !trivia.hasBlankLineAfterComments
  }

  /// Whether a comment on a line of its own is inside of the innermost collection.
  private mutating func isInCollection(_ comment: YAMLCommentGatherer.Comment) -> Bool {
    let own = innermost.column
    guard own != Frame.noColumn else { return true }
    // Comments in the first column at the end of a document are not inside of its root.
    return comment.column > (frames.count > 1 ? frames[frames.count - 2].column : own)
  }

  private mutating func append(_ blankLines: Int, at position: Int, to batch: inout EventBatch) {
    for _ in 0..<blankLines { batch.append(.blankLine, at: max(position, 0)) }
  }

  /// Throws if comments are left after the last document and must be kept.
  mutating func checkRemainingComments(in window: borrowing Window) throws(DecantError) {
    guard options.needs.contains(.requiredComments) else { return }
    let (storage, origin) = (window.shared, window.origin)
    storage.withBytes { trivia.gather($0, from: origin, to: origin + window.count) }
    guard let comment = trivia.next else { return }
    throw failure(.lostComment, at: comment.offset)
  }
}

// MARK: - Tokens

extension YAMLComposer {
  /// Skips the tokens from `index` on that have no comments and blank lines before them; returns the index of the next.
  ///
  /// That is a token: what precedes it does not matter for later ones.
  @inline(never)
  mutating func nextCommented(
    _ tokens: borrowing Buffer<YAMLToken>, from index: Int, _ bytes: RawSpan, count: Int,
    _ batch: borrowing EventBatch
  ) -> Int {
    let origin = batch.origin
    trivia.findCandidate(in: bytes, from: origin, count: count)
    let candidate = trivia.candidate - origin
    var last = tokens.count - 1
    while last > index, !tokens[last].isToken { last -= 1 }
    guard last > index else { return index }
    if tokens[last].position > candidate {
      let end = last
      last = index
      for next in index..<end where tokens[next].isToken {
        guard tokens[next].position <= candidate else { break }
        last = next
      }
      guard last > index else { return index }
    }
    trivia.skipGap(bytes, from: origin, to: origin + Int(tokens[last].position))
    return last
  }

  @inline(never)
  mutating func noteTrivia(
    after token: YAMLToken, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let position = Int(token.position)
    switch token.kind {
    case .scalar, .alias:
      trivia.skip(to: batch.origin + max(lexeme.end, position))
    case .beginSequence, .beginMapping:
      if token.style == .flow { trivia.followToken() }
    case .endSequence, .endMapping:
      // A block ends before the next token.
      if bytes.closesFlow(at: position) { trivia.followToken() }
    case .beginDocument:
      trivia.gather(bytes, from: batch.origin, to: batch.origin + position)
      return trivia.beginDocument()
    case .endDocument:
      trivia.beginDocument()
    case .anchor, .tag, .tagHandle, .loneSurrogate, .shallowLine:
      return
    }
    if batch.count > 0 { trivia.last = batch[batch.count - 1].kind }
    while trivia.hasBegunCollection, let comment = trivia.next, comment.placement == .afterIndicator
    {
      move(comment, to: &batch)
    }
  }

  // MARK: Comments

  /// Moves the next comment into a batch, with the blank lines before it.
  private mutating func move(_ comment: YAMLCommentGatherer.Comment, to batch: inout EventBatch) {
    if keepsNotation, belongsToLast(comment) { return moveDeepComments(to: &batch) }
    let position = max(comment.offset - batch.origin, 0)
    let isTrailing =
      comment.placement == .afterToken && trivia.last != .beginDocument
      || comment.placement == .afterIndicator && trivia.hasBegunCollection
    if !isTrailing { append(comment.blankLines, at: position, to: &batch) }
    if comment.placement == .marker {
      notation.begin(.marker)
      notation.emit(at: position, to: &batch)
    } else {
      let kind: Event.Kind = isTrailing ? .trailingComment : .comment
      let gap = keepsNotation ? gap(of: comment, isTrailing: isTrailing) : []
      trivia.withText(of: comment) { batch.append(kind, text: $0, flags: gap, at: position) }
      if options.marksExtents { batch.markLast(comment.extent) }
    }
    if !isTrailing { trivia.last = .comment }
    trivia.removeFirst()
  }

  private mutating func gap(of comment: YAMLCommentGatherer.Comment, isTrailing: Bool)
    -> Event.Flags
  {
    if isTrailing { return comment.spaces == 0 ? [] : .spaces(comment.spaces) }
    let columns = comment.column - blockColumn(of: frames.count)
    return comment.placement == .onOwnLine && columns != 0 && -31...31 ~= columns
      ? Event.Flags(gap: columns + 32) : []
  }

  /// The column of the innermost of the first `count` collections that is in lines.
  mutating func blockColumn(of count: Int) -> Int {
    var index = count
    while index > 0 {
      index -= 1
      if frames[index].column != Frame.noColumn { return Int(frames[index].column) }
    }
    return 0
  }

  /// Whether a comment is indented deeper than the next entry of its collection, and so belongs to the one before.
  private mutating func belongsToLast(_ comment: YAMLCommentGatherer.Comment) -> Bool {
    guard comment.placement == .onOwnLine, !frames.isEmpty else { return false }
    let top = innermost
    guard top.column != Frame.noColumn, comment.column > Int(top.column),
      !top.isMapping || top.expectsKey
    else { return false }
    switch trivia.last {
    case .beginDocument, .beginSequence, .beginMapping, .comment: return false
    default: return true
    }
  }

  /// Moves the next comments, which belong to the last entry, as one that keeps its lines and columns.
  private mutating func moveDeepComments(to batch: inout EventBatch) {
    var text = Buffer<UInt8>()
    let own = blockColumn(of: frames.count)
    let offset = trivia.next?.offset ?? 0
    while let comment = trivia.next, belongsToLast(comment) {
      if !text.isEmpty { text.append(0x0A) }
      text.append(repeating: 0x0A, count: comment.blankLines)
      text.append(repeating: 0x20, count: comment.column - own)
      text.append(UInt8(ascii: "#"))
      trivia.withText(of: comment) { text.append(contentsOf: $0) }
      trivia.removeFirst()
    }
    text.withBytes {
      batch.append(.trailingComment, text: $0, style: .literal, at: max(offset - batch.origin, 0))
    }
  }
}
