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
        // At the beginning of the stream, libyaml finds a document before it (but see rule 211).
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
    if p == position, bytes.byte(at: p) == UInt8(ascii: "%") { return directive(bytes) }
    guard !followsLibYAML || !restart.followsDocument else { return .giveUp }
    // A tab, and whatever may be a byte-order mark.
    if bytes.byte(at: p) < 0x20 || bytes.byte(at: p) == 0xEF { return .giveUp }
    emit(.beginDocument, at: p)
    hasRoot = false
    mode = .lineStart
    return .done
  }

  /// Scans the directive at `position`, and the marker after it.
  ///
  /// All but `%YAML` are left to libyaml, and so are two of them.
  @inline(never)
  private mutating func directive(_ bytes: RawSpan) -> Outcome {
    let start = position
    guard start + 6 <= end || isComplete else { return .more }
    for (index, byte) in "%YAML ".utf8.enumerated() where bytes.byte(at: start + index) != byte {
      return .giveUp
    }
    var p = start + 6
    while bytes.byte(at: p) == 0x20 { p += 1 }
    guard p + 4 <= end || isComplete else { return .more }
    let minor = bytes.byte(at: p + 2)
    guard bytes.byte(at: p) == UInt8(ascii: "1"), bytes.byte(at: p + 1) == UInt8(ascii: "."),
      minor == UInt8(ascii: "1") || minor == UInt8(ascii: "2")
    else { return .giveUp }
    guard let line = endOfLine(bytes, from: p + 3) else { return .giveUp }
    guard line > 0 else { return .more }
    position = line
    let found = skipLines(bytes)
    let hasMarker = found == position
    position = start
    guard let marker = found else { return failedSkip }
    guard showsFour(at: marker) else { return .more }
    guard hasMarker, isMarker(bytes, at: marker), bytes.byte(at: marker) == UInt8(ascii: "-") else {
      return .giveUp
    }
    return beginDocument(bytes, at: start, marker: marker, version: p..<p + 3)
  }

  /// Begins the document of a `---`; `start` is where its directives begin, if it has any.
  private mutating func beginDocument(
    _ bytes: RawSpan, at start: Int, marker: Int, version: Range<Int> = 0..<0
  ) -> Outcome {
    var p = marker &+ 3
    while bytes.byte(at: p) == 0x20 { p &+= 1 }
    guard p < end || isComplete else { return .more }
    emit(.beginDocument, at: start, text: version)
    hasRoot = false
    let byte = bytes.byte(at: p)
    let hasNode = byte > 0x20 && byte != UInt8(ascii: "#")
    mode = hasNode ? .value : .lineEnd
    position = hasNode ? p : marker &+ 3
    return .done
  }

  /// Returns the place after the line; 0 if the line is not in view, nil if there is something on it.
  mutating func endOfLine(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while bytes.byte(at: p) == 0x20 { p += 1 }
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

  /// Ends all collections but the outermost `count`.
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
