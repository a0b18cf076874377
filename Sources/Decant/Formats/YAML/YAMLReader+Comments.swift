/// The comments and blank lines of either lane, at their places among the events.
extension YAMLReader {
  /// Appends what precedes a scalar, an alias or a collection in brackets.
  mutating func placeComments(
    before offset: Int, _ bytes: RawSpan, from origin: Int, _ batch: inout EventBatch
  ) {
    layout.gather(bytes, from: origin, to: offset)
    while let comment = layout.next { layout.move(comment, to: &batch) }
    appendBlankLines(at: offset, to: &batch)
  }

  /// Appends what precedes a collection in lines; what is between it and its key belongs to its first entry.
  mutating func placeComments(
    beforeBlockAt offset: Int, _ bytes: RawSpan, from origin: Int, _ batch: inout EventBatch
  ) {
    layout.gather(bytes, from: origin, to: offset)
    let isValue =
      !frames.isEmpty && frames[frames.count - 1].isMapping
      && !frames[frames.count - 1].expectsKey
    let isRoot = frames.isEmpty
    while let comment = layout.next {
      guard comment.place == .afterToken || comment.place == .onOwnLine && !isValue else { break }
      // What is directly above the first entry belongs to it, and only the rest to the whole document.
      if isRoot, !layout.hasBlankLineAfterComments { break }
      layout.move(comment, to: &batch)
    }
    if layout.next != nil {
      guard !isValue else { return }
      for _ in 0..<layout.takeBlankLinesOfNext() {
        batch.append(.blankLine, at: max(offset - batch.origin, 0))
      }
      return
    }
    if !isValue { appendBlankLines(at: offset, to: &batch) }
  }

  /// Appends what precedes the end of a collection and is in it, by its column.
  mutating func placeComments(
    beforeEndAt offset: Int, _ bytes: RawSpan, from origin: Int, _ batch: inout EventBatch
  ) {
    layout.gather(bytes, from: origin, to: offset)
    while let comment = layout.next, comment.place != .onOwnLine || isInCollection(comment) {
      layout.move(comment, to: &batch)
    }
  }

  /// Whether a comment on a line of its own is inside of the innermost collection.
  private func isInCollection(_ comment: YAMLLayout.Comment) -> Bool {
    let own = frames[frames.count - 1].column
    guard own != Frame.noColumn else { return true }
    // Comments in the first column at the end of a document are not inside of its root.
    return comment.column > (frames.count > 1 ? frames[frames.count - 2].column : own)
  }

  mutating func placeComments(
    beforeEndOfDocumentAt offset: Int, _ bytes: RawSpan, from origin: Int, _ batch: inout EventBatch
  ) {
    layout.gather(bytes, from: origin, to: offset)
    while let comment = layout.next { layout.move(comment, to: &batch) }
  }

  /// Begins the layout of a document, after its event.
  mutating func beginLayout(
    at offset: Int, _ bytes: RawSpan, from origin: Int, _ batch: inout EventBatch
  ) {
    layout.gather(bytes, from: origin, to: offset)
    layout.beginDocument()
  }

  private mutating func appendBlankLines(at offset: Int, to batch: inout EventBatch) {
    for _ in 0..<layout.takeBlankLines() {
      batch.append(.blankLine, at: max(offset - batch.origin, 0))
    }
  }

  /// Throws if comments are left after the last document and must be kept.
  mutating func checkRemainingComments(in window: borrowing Window) throws(DecantError) {
    guard options.requiresComments else { return }
    let (storage, origin) = (window.shared, window.origin)
    storage.withBytes { layout.gather($0, from: origin, to: origin + window.count) }
    guard let comment = layout.next else { return }
    throw failure(.lostComment, at: comment.offset)
  }
}

// MARK: - The fast lane

extension YAMLReader {
  /// Skips the steps from `index` on that have no comments and blank lines before them; returns the index of the next.
  ///
  /// That is a token: what precedes it does not matter for later ones.
  @inline(never)
  mutating func nextCommented(
    from index: Int, _ bytes: RawSpan, count: Int, _ batch: borrowing EventBatch
  ) -> Int {
    let origin = batch.origin
    layout.findCandidate(in: bytes, from: origin, count: count)
    let candidate = layout.candidate - origin
    var last = scanner.steps.count - 1
    while last > index, !scanner.steps[last].isToken { last -= 1 }
    guard last > index else { return index }
    if scanner.steps[last].position > candidate {
      let end = last
      last = index
      for next in index..<end where scanner.steps[next].isToken {
        guard scanner.steps[next].position <= candidate else { break }
        last = next
      }
      guard last > index else { return index }
    }
    layout.skipGap(bytes, from: origin, to: origin + Int(scanner.steps[last].position))
    return last
  }

  /// Appends what precedes a step; `rewritten` is the index of the next scalar among those in the scratch bytes.
  @inline(never)
  mutating func placeComments(
    before step: YAMLStep, _ rewritten: Int, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let position = Int(step.position)
    let offset = batch.origin + position
    switch step.kind {
    case .scalar:
      let start =
        step.isInScratch
        ? scanner.placesOfRewritten[rewritten].start
        : step.text.isEmpty ? position : step.text.lowerBound
      placeComments(before: batch.origin + max(start, position), bytes, from: batch.origin, &batch)
    case .alias:
      placeComments(before: offset, bytes, from: batch.origin, &batch)
    case .beginSequence, .beginMapping:
      if step.style == .flow {
        placeComments(before: offset, bytes, from: batch.origin, &batch)
      } else {
        placeComments(beforeBlockAt: offset, bytes, from: batch.origin, &batch)
      }
    case .endSequence, .endMapping:
      placeComments(beforeEndAt: offset, bytes, from: batch.origin, &batch)
    case .endDocument:
      placeComments(beforeEndOfDocumentAt: offset, bytes, from: batch.origin, &batch)
    case .beginDocument, .anchor, .tag, .tagHandle:
      break
    }
  }

  @inline(never)
  mutating func noteLayout(
    after step: YAMLStep, _ rewritten: Int, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let position = Int(step.position)
    switch step.kind {
    case .scalar:
      var end = step.text.isEmpty ? position : step.text.upperBound
      if step.isInScratch { end = scanner.placesOfRewritten[rewritten].end }
      layout.skip(to: batch.origin + max(end, position))
    case .alias:
      layout.skip(to: batch.origin + step.text.upperBound)
    case .beginSequence, .beginMapping:
      if step.style == .flow { layout.followToken() }
    case .endSequence, .endMapping:
      // A block ends before the next token.
      if bytes.closesFlow(at: position) { layout.followToken() }
    case .beginDocument:
      beginLayout(at: batch.origin + position, bytes, from: batch.origin, &batch)
      return
    case .endDocument:
      layout.beginDocument()
    case .anchor, .tag, .tagHandle:
      return
    }
    noteLastEvent(of: batch)
    appendCommentsAfterBeginning(to: &batch)
  }

  /// Appends what follows the indicator of a collection that has just begun.
  private mutating func appendCommentsAfterBeginning(to batch: inout EventBatch) {
    guard layout.last == .beginSequence || layout.last == .beginMapping else { return }
    while let comment = layout.next, comment.place == .afterIndicator {
      layout.move(comment, to: &batch)
    }
  }

  private mutating func noteLastEvent(of batch: borrowing EventBatch) {
    if batch.count > 0 { layout.last = batch[batch.count - 1].kind }
  }
}

// MARK: - libyaml

extension YAMLReader {
  @inline(never)
  mutating func placeComments(
    before kind: LibYAMLParser.Kind, at offset: Int, _ window: borrowing Window,
    _ batch: inout EventBatch
  ) {
    let (storage, origin) = (window.shared, window.origin)
    storage.withBytes { bytes in
      switch kind {
      case .scalar where isBlockScalar:
        placeComments(
          before: origin + bytes.endOfLine(from: max(offset - origin, 0)), bytes, from: origin,
          &batch)
      case .scalar where parser.hasAnchor || parser.hasTag:
        let start = bytes.endOfProperties(from: max(offset - origin, 0))
        placeComments(before: origin + start, bytes, from: origin, &batch)
      case .scalar, .alias:
        placeComments(before: offset, bytes, from: origin, &batch)
      case .sequenceStart, .mappingStart:
        if parser.collectionStyle == .flow {
          placeComments(before: offset, bytes, from: origin, &batch)
        } else {
          placeComments(beforeBlockAt: offset, bytes, from: origin, &batch)
        }
      case .sequenceEnd, .mappingEnd:
        placeComments(beforeEndAt: offset, bytes, from: origin, &batch)
      case .documentEnd:
        placeComments(beforeEndOfDocumentAt: offset, bytes, from: origin, &batch)
      case .documentStart, .streamStart, .streamEnd, .nothing:
        break
      }
    }
  }

  @inline(never)
  mutating func noteLayout(
    after kind: LibYAMLParser.Kind, at offset: Int, _ window: borrowing Window,
    _ batch: inout EventBatch
  ) {
    let (storage, origin) = (window.shared, window.origin)
    switch kind {
    case .scalar:
      let end = self.offset(of: parser.end, in: window)
      layout.skip(
        to: isBlockScalar
          ? storage.withBytes { origin + $0.endOfBlock(offset - origin, end - origin) } : end)
    case .alias:
      layout.skip(to: self.offset(of: parser.end, in: window))
    case .sequenceStart, .mappingStart:
      if parser.collectionStyle == .flow { layout.followToken() }
    case .sequenceEnd, .mappingEnd:
      let isClosed = storage.withBytes { $0.closesFlow(at: offset - origin) }
      if isClosed { layout.followToken() }
    case .documentStart:
      storage.withBytes { beginLayout(at: offset, $0, from: origin, &batch) }
      return
    case .documentEnd:
      layout.beginDocument()
    case .streamStart, .streamEnd, .nothing:
      return
    }
    noteLastEvent(of: batch)
    appendCommentsAfterBeginning(to: &batch)
  }

  private var isBlockScalar: Bool {
    parser.scalarStyle == .literal || parser.scalarStyle == .folded
  }
}

extension RawSpan {
  /// Whether a bracket closes a collection at `p`; one in lines ends before the next token.
  fileprivate func closesFlow(at p: Int) -> Bool {
    p >= 0 && p < byteCount && byte(at: p) | 0x20 == UInt8(ascii: "}")
  }

  /// Returns the place after anchors, tags, blanks and comments.
  fileprivate func endOfProperties(from start: Int) -> Int {
    var p = start
    while p < byteCount {
      switch byte(at: p) {
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        while p < byteCount, byte(at: p) > 0x20 { p += 1 }
      case UInt8(ascii: "#"):
        p = endOfLine(from: p)
      case 0...0x20:
        p += 1
      default:
        return p
      }
    }
    return p
  }

  fileprivate func endOfLine(from start: Int) -> Int {
    var p = start
    while p < byteCount, byte(at: p) != 0x0A, byte(at: p) != 0x0D { p += 1 }
    return p
  }

  /// Returns the end of a block scalar without the blank lines after it, unless its header keeps them as content.
  fileprivate func endOfBlock(_ start: Int, _ end: Int) -> Int {
    let header = endOfLine(from: start)
    var p = start
    while p < header, byte(at: p) != UInt8(ascii: "+"), byte(at: p) != UInt8(ascii: "#") { p += 1 }
    guard p == header || byte(at: p) == UInt8(ascii: "#") else {
      return end > 0 && byte(at: end - 1) == 0x0A ? end - 1 : end
    }
    var last = end
    while last > header, byte(at: last - 1) <= 0x20 { last -= 1 }
    return last
  }
}

extension YAMLLayout {
  /// Moves the next comment into a batch, with the blank lines before it.
  fileprivate mutating func move(_ comment: Comment, to batch: inout EventBatch) {
    let position = max(comment.offset - batch.origin, 0)
    let begins = last == .beginSequence || last == .beginMapping
    let isTrailing =
      comment.place == .afterToken && last != .beginDocument
      || comment.place == .afterIndicator && begins
    if !isTrailing {
      for _ in 0..<comment.blankLines { batch.append(.blankLine, at: position) }
    }
    let kind: Event.Kind = isTrailing ? .trailingComment : .comment
    withText(of: comment) { batch.append(kind, text: $0, at: position) }
    if !isTrailing { last = .comment }
    removeFirst()
  }
}
