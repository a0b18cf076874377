extension YAMLScanner {
  mutating func betweenDocuments(_ bytes: RawSpan) -> Outcome {
    let found = skipLines(bytes)
    restart.move(to: position, of: bytes, origin, after: steps.count)
    guard let p = found else { return failedSkip }
    guard showsFour(at: p) else { return .more }
    if p >= end {
      position = p
      return .ended
    }
    // A byte-order mark may begin a document, and does not count as a column.
    if p == position, bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF {
      position = p &+ 3
      return .done
    }
    if p == position, isMarker(bytes, at: p) {
      guard bytes.byte(at: p) == UInt8(ascii: "-") else {
        // At the beginning of the stream, libyaml reads a document before `...` (contrary to rule 211).
        guard restart.followsDocument || !followsLibYAML, allowsBareDocument else {
          return .giveUp
        }
        switch endOfLine(bytes, from: p &+ 3) {
        case .some(let next) where next > 0: position = next
        case .some: return .more
        case nil: return .giveUp
        }
        return .done
      }
      return beginDocument(bytes, at: p, marker: p)
    }
    guard allowsBareDocument else { return .giveUp }
    if p == position, bytes.byte(at: p) == UInt8(ascii: "%") { return directives(bytes) }
    guard !followsLibYAML || !restart.followsDocument else { return .giveUp }
    let isTab = bytes.byte(at: p) == 0x09 && !followsLibYAML
    // 0xEF may begin a byte-order mark.
    if bytes.byte(at: p) < 0x20 && !isTab || bytes.byte(at: p) == 0xEF { return .giveUp }
    emit(.beginDocument, at: p)
    hasRoot = false
    mode = .lineStart
    return .done
  }

  mutating func beginDocument(
    _ bytes: RawSpan, at start: Int, marker: Int, _ directives: Directives = Directives()
  ) -> Outcome {
    var p = marker &+ 3
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    guard p < end || isComplete else { return .more }
    emit(.beginDocument, at: start, text: directives.version)
    if !directives.handles.isEmpty { emitHandles(bytes, directives) }
    hasRoot = false
    let byte = bytes.byte(at: p)
    let hasNode = byte > 0x20 && byte != UInt8(ascii: "#")
    mode = hasNode ? .value : .lineEnd
    position = hasNode ? p : marker &+ 3
    return .done
  }

  /// Returns 0 if the window ends first, nil if the line has other content.
  mutating func endOfLine(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    switch bytes.byte(at: p) {
    case 0x0A: return p + 1
    case 0x0D where bytes.byte(at: p + 1) == 0x0A: return p + 2
    case 0 where p >= end: return isComplete ? p : 0
    case UInt8(ascii: "#") where p > start:
      let next = endOfComment(bytes, from: p)
      return next < 0 ? nil : next
    default: return isCut(bytes, at: p) ? 0 : nil
    }
  }

  mutating func endDocument(at p: Int) {
    closeFrames(to: 0, at: p)
    if !hasRoot { emitAbsentValue(at: p) }
    emit(.endDocument, at: p)
    mode = .betweenDocuments
    restart.endDocument()
  }

  @inline(__always)
  mutating func closeFrames(to count: Int, at p: Int) {
    while frames.count > count {
      let frame = frames[frames.count &- 1]
      if frame.awaitsValue { emitAbsentValue(at: frame.offset &- origin) }
      if frame.hasExplicitKey { emitAbsentValue(at: p) }
      frames.truncate(to: frames.count &- 1)
      emit(frame.kind == .blockSequence ? .endSequence : .endMapping, at: p)
    }
  }
}
