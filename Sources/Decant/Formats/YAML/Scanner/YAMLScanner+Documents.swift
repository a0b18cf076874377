extension YAMLScanner {
  mutating func betweenDocuments(_ bytes: RawSpan) -> Outcome {
    guard let p = skipLines(bytes) else { return failure }
    guard showsFour(at: p) else { return .more }
    if p >= end {
      position = p
      return .ended
    }
    if p == position {
      // A byte-order mark may begin a document, and does not count as a column.
      if bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF {
        position = p &+ 3
        return .done
      }
      if isMarker(bytes, at: p) {
        guard bytes.byte(at: p) == UInt8(ascii: ".") else {
          return beginDocument(bytes, at: p, marker: p)
        }
        guard let next = endOfLine(bytes, from: p &+ 3) else { return failure }
        position = next
        allowsBareDocument = true
        return .done
      }
    }
    guard allowsBareDocument else { return refuse(.missingDocumentMarker, at: p) }
    if p == position, bytes.byte(at: p) == UInt8(ascii: "%") { return directives(bytes) }
    guard bytes.byte(at: p) >= 0x20 || bytes.byte(at: p) == 0x09 else {
      return unexpectedCharacter(bytes, at: p)
    }
    emit(.beginDocument, at: p)
    hasOldBreaks = schema == .yaml11
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
    if !directives.handles.isEmpty { emitHandles(directives) }
    let isOld = String(utf8: bytes.extracting(directives.version)) == "1.1"
    hasOldBreaks = schema == .yaml11 || schema == nil && isOld
    hasRoot = false
    let byte = bytes.byte(at: p)
    let hasNode = byte > 0x20 && byte != UInt8(ascii: "#")
    mode = hasNode ? .value : .lineEnd
    isAfterMarker = hasNode
    position = hasNode ? p : marker &+ 3
    return .done
  }

  /// Returns the start of the next line; nil with `failure` set, such as for other content.
  mutating func endOfLine(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    if bytes.byte(at: p) == UInt8(ascii: "#"), p > start { return endOfComment(bytes, from: p) }
    let width = widthOfBreak(bytes, at: p)
    guard width > 0 || p >= end && isComplete else {
      failure = trailing(bytes, at: p)
      return nil
    }
    return p + width
  }

  mutating func endDocument(at p: Int) {
    closeFrames(to: 0, at: p)
    if !hasRoot { emitAbsentValue(at: p) }
    emit(.endDocument, at: p)
    mode = .betweenDocuments
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
