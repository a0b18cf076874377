/// Documents, and what is between them.
extension YAMLScanner {
  mutating func betweenDocuments(_ bytes: RawSpan) -> Outcome {
    let found = skipLines(bytes)
    restart.move(to: position, of: bytes, origin)
    guard let p = found else { return failedSkip }
    guard showsFour(at: p) else { return .more }
    if p >= end {
      position = p
      return .ended
    }
    // A byte-order mark may begin a document; its line begins after it.
    if p == position, bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF {
      position = p &+ 3
      return .done
    }
    if p == position, isMarker(bytes, at: p) {
      guard bytes.byte(at: p) == UInt8(ascii: "-") else {
        // At the beginning of the stream, libyaml finds a document before it.
        guard restart.followsDocument, allowsBareDocument else { return .giveUp }
        switch endOfMarker(bytes, at: p) {
        case .some(let next) where next > 0: position = next
        case .some: return .more
        case nil: return .giveUp
        }
        return .done
      }
      return beginDocument(bytes, at: p)
    }
    guard allowsBareDocument, !(p == position && bytes.byte(at: p) == UInt8(ascii: "%")) else {
      return .giveUp
    }
    // A tab, and whatever may be a byte-order mark.
    if bytes.byte(at: p) < 0x20 || bytes.byte(at: p) == 0xEF { return .giveUp }
    emit(.beginDocument, at: p)
    hasRoot = false
    mode = .lineStart
    return .done
  }

  /// Begins the document of a `---`.
  private mutating func beginDocument(_ bytes: RawSpan, at start: Int) -> Outcome {
    var p = start &+ 3
    while bytes.byte(at: p) == 0x20 { p &+= 1 }
    guard p < end || isComplete else { return .more }
    emit(.beginDocument, at: start)
    hasRoot = false
    let byte = bytes.byte(at: p)
    let hasNode = byte > 0x20 && byte != UInt8(ascii: "#")
    mode = hasNode ? .value : .lineEnd
    position = hasNode ? p : start &+ 3
    return .done
  }

  /// Returns the place after the line of a `...`; 0 if the line is not in view, nil if there is something on it.
  func endOfMarker(_ bytes: RawSpan, at start: Int) -> Int? {
    var p = start + 3
    while bytes.byte(at: p) == 0x20 { p += 1 }
    switch bytes.byte(at: p) {
    case 0x0A: return p + 1
    case 0 where p >= end: return isComplete ? p : 0
    case UInt8(ascii: "#") where p > start + 3:
      let next = endOfComment(bytes, from: p)
      return next < 0 ? nil : next
    default: return nil
    }
  }

  mutating func endDocument(at p: Int) {
    closeFrames(to: 0, at: p)
    if !hasRoot { emitAbsentValue(at: p) }
    emit(.endDocument, at: p)
    mode = .betweenDocuments
    restart.endDocument()
  }

  /// Ends all collections but the outermost `count`.
  @inline(__always)
  mutating func closeFrames(to count: Int, at p: Int) {
    while frames.count > count {
      let frame = frames[frames.count &- 1]
      if frame.awaitsValue { emitAbsentValue(at: frame.offset &- origin) }
      frames.truncate(to: frames.count &- 1)
      emit(frame.kind == .blockSequence ? .endSequence : .endMapping, at: p)
    }
  }
}
