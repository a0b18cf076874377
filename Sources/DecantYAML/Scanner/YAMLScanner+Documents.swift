internal import DecantCore

/// The beginnings and ends of documents: markers, byte-order marks, and documents without a marker.
extension YAMLScanner {
  mutating func betweenDocuments(_ bytes: RawSpan) throws(YAMLPause) {
    let p = try skipLines(bytes)
    if p >= end {
      position = p
      throw .ended
    }
    if p == position {
      // A byte-order mark may begin a document, and does not count as a column.
      if bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF {
        position = p &+ 3
        return
      }
      if isMarker(bytes, at: p) {
        guard bytes.byte(at: p) == UInt8(ascii: ".") else {
          return try beginDocument(bytes, at: p, marker: p)
        }
        position = try endOfLine(bytes, from: p &+ 3)
        allowsBareDocument = true
        return
      }
    }
    guard allowsBareDocument else { throw failure(.missingDocumentMarker, at: p) }
    if p == position, bytes.byte(at: p) == UInt8(ascii: "%") { return try directives(bytes) }
    guard bytes.byte(at: p) >= 0x20 || bytes.byte(at: p) == 0x09 else {
      throw unexpectedCharacter(bytes, at: p)
    }
    emit(.beginDocument, at: p)
    hasOldBreaks = schema == .yaml11
    hasRoot = false
    mode = .lineStart
  }

  mutating func beginDocument(
    _ bytes: RawSpan, at start: Int, marker: Int, _ directives: Directives = Directives()
  ) throws(YAMLPause) {
    let p = try skipBlanks(bytes, from: marker &+ 3)
    emit(.beginDocument, at: start, text: directives.version)
    for (handle, prefix) in directives.handles {
      emit(.tagHandle, at: 0, text: handle.lowerBound..<prefix.upperBound)
    }
    let isOld =
      !directives.version.isEmpty && String(utf8: bytes.extracting(directives.version)) == "1.1"
    hasOldBreaks = schema == .yaml11 || schema == nil && isOld
    hasRoot = false
    let byte = bytes.byte(at: p)
    let hasNode = byte > 0x20 && byte != UInt8(ascii: "#")
    mode = hasNode ? .value : .lineEnd
    isAfterMarker = hasNode
    position = hasNode ? p : marker &+ 3
  }

  /// Returns the start of the next line; refuses any other content.
  mutating func endOfLine(_ bytes: RawSpan, from start: Int) throws(YAMLPause) -> Int {
    let p = Self.endOfBlanks(bytes, from: start)
    if bytes.byte(at: p) == UInt8(ascii: "#"), p > start { return try endOfComment(bytes, from: p) }
    let width = try widthOfBreak(bytes, at: p)
    guard width > 0 || p >= end && isComplete else { throw trailing(bytes, at: p) }
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
