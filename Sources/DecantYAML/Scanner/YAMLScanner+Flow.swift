internal import DecantCore

/// Collections in brackets, where lines and columns matter little.
///
///     [a, b: c, {d: e}]     the pair in a sequence is a mapping of its own: a frame of the kind `flowPair`
///
/// What may come next is the mode. A scalar is a key only if a colon follows, which is looked for before it is emitted; a
/// collection that is a key needs a look ahead (`YAMLScanner+FlowKeys`).
extension YAMLScanner {
  mutating func beginFlow(
    _ byte: UInt8, at start: Int, _ own: Properties
  ) throws(YAMLPause) {
    let nodeStart = try emitProperties(with: own, before: start)
    beginValue()
    let isMapping = byte == UInt8(ascii: "{")
    emit(
      isMapping ? .beginMapping : .beginSequence, style: .flow, at: nodeStart,
      text: start..<start &+ 1)
    frames.append(
      Frame(
        kind: isMapping ? .flowMapping : .flowSequence, column: 0, start: origin &+ start))
    position = start &+ 1
    mode = .flowEntry
  }

  @inline(__always)
  mutating func skipFlowSpace(_ bytes: RawSpan) throws(YAMLPause) {
    let byte = bytes.byte(at: position)
    if byte > 0x20, byte != UInt8(ascii: "#"), shows(4, at: position) { return }
    if byte == 0x20 {
      let next = bytes.byte(at: position &+ 1)
      if next > 0x20, next != UInt8(ascii: "#"), shows(4, at: position &+ 1) {
        position &+= 1
        return
      }
    }
    try skipFlowSpaceSlowly(bytes)
  }

  @inline(never)
  private mutating func skipFlowSpaceSlowly(_ bytes: RawSpan) throws(YAMLPause) {
    var line: Int?
    do throws(YAMLPause) {
      while try skipsFlowSpace(bytes, &line) {}
    } catch {
      // The next call checks the indentation, for which it needs the line break.
      if let line { position = line - 1 }
      throw error
    }
    if let line { checkIndentation(bytes, ofLine: line) }
  }

  /// Moves past spaces, a line break or a comment, and stores where a line begins; returns false at anything else.
  @inline(__always)
  private mutating func skipsFlowSpace(
    _ bytes: RawSpan, _ line: inout Int?
  ) throws(YAMLPause) -> Bool {
    switch bytes.byte(at: position) {
    case 0x20:
      position = Self.skipSpaces(bytes, from: position)
    case 0x09:
      position += 1
    case 0x0A, 0x0D:
      let next = position + (try widthOfBreak(bytes, at: position))
      guard shows(4, at: next) else { throw .windowEmpty }
      if isMarker(bytes, at: next) { throw failure(.documentMarkerInside, at: next) }
      position = next
      line = next
    case UInt8(ascii: "#"):
      guard position > 0, bytes.byte(at: position - 1) <= 0x20 else {
        throw failure(.missingSpaceBeforeComment, at: position)
      }
      let next = try endOfComment(bytes, from: position)
      // The next call handles the line break.
      let isBreak = next > position && bytes.byte(at: next - 1) <= 0x0D
      position = isBreak ? next - 1 : next
    case 0 where position >= end && isComplete:
      throw unclosed(bytes, at: position)
    case 0..<0x20:
      throw unexpectedCharacter(bytes, at: position)
    default:
      guard shows(4, at: position) else { throw .windowEmpty }
      return false
    }
    return true
  }

  /// Notes a line that is indented less than rule 74 asks, except one of closing brackets, which many programs write in
  /// the column of the key.
  private mutating func checkIndentation(_ bytes: RawSpan, ofLine line: Int) {
    var text = line
    while bytes.byte(at: text) == 0x20 { text += 1 }
    flowLine = (origin + line, text - line)
    let byte = bytes.byte(at: position)
    guard text - line <= indentation, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else {
      return
    }
    emit(.shallowLine, at: text)
  }

  mutating func flowEntry(_ bytes: RawSpan) throws(YAMLPause) {
    try skipFlowSpace(bytes)
    let kind = frames[frames.count &- 1].kind
    if bytes.byte(at: position) == Self.closingBracket(kind) {
      endFlow()
    } else {
      try flowNode(bytes, kind)
    }
  }

  mutating func flowNode(_ bytes: RawSpan, _ kind: Frame.Kind) throws(YAMLPause) {
    let start = position
    guard Self.beginsProperty(bytes.byte(at: start)) else {
      return try flowContent(bytes, Properties(), kind)
    }
    var own = Properties()
    do throws(YAMLPause) {
      try readFlowProperties(bytes, &own)
      own.isOnLineBefore = (start..<position).contains {
        bytes.byte(at: $0) == 0x0A || bytes.byte(at: $0) == 0x0D
      }
      try flowContent(bytes, own, kind)
    } catch {
      position = start
      throw error
    }
  }

  @inline(__always)
  private mutating func flowContent(
    _ bytes: RawSpan, _ own: Properties, _ kind: Frame.Kind
  ) throws(YAMLPause) {
    let p = position
    let byte = bytes.byte(at: p)
    let isValue = mode == .flowValue
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if !isValue { try beginFlowCollectionKey(bytes, own, kind) }
      try beginFlow(byte, at: p, own)
    case UInt8(ascii: ":") where !isValue && isBeforeSpace(bytes, at: p):
      try flowColon(bytes, own, kind)
    case UInt8(ascii: "*"):
      guard own.isEmpty else { throw unexpectedStart(bytes, at: p) }
      try flowAlias(bytes, kind)
    case UInt8(ascii: "?") where !isValue && bytes.byte(at: p &+ 1) <= 0x20:
      guard own.isEmpty else { throw unexpectedStart(bytes, at: p) }
      try flowQuestionMark(bytes, kind)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard !own.isEmpty else { throw unexpectedStart(bytes, at: p) }
      emit(.scalar, style: .plain, at: emit(own, before: p))
      endFlowNode(at: p, kind)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      try takeFlow(bytes, try quoted(bytes, at: p, byte), own, kind)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { throw unexpectedStart(bytes, at: p) }
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":"),
        Self.isFlowIndicator(bytes.byte(at: p &+ 1))
      {
        throw failure(.reservedIndicator(Unicode.Scalar(byte)), at: p)
      }
      let line = try plainLine(bytes, from: p, inFlow: true)
      var scalar = Scalar(style: .plain, start: p, text: p..<line.end, next: line.next)
      if line.stop == .lineEnd { try continuePlainInFlow(bytes, &scalar) }
      try takeFlow(bytes, scalar, own, kind)
    }
  }

  @inline(__always)
  private mutating func takeFlow(
    _ bytes: RawSpan, _ scalar: Scalar, _ own: Properties, _ kind: Frame.Kind
  ) throws(YAMLPause) {
    guard mode != .flowValue, let colon = try colon(bytes, after: scalar.next) else {
      emit(scalar, at: emit(own, before: scalar.start))
      return endFlowNode(at: scalar.next, kind, isClosed: scalar.style != .plain)
    }
    // In braces and after `?`, a key may span lines and have any length (rule 145).
    if kind == .flowSequence {
      guard scalar.isOnOneLine, !own.isOnLineBefore else {
        throw multilineKey(bytes, scalar, colon: colon)
      }
      let start = startOfNode(own, at: scalar.start)
      try checkLength(bytes, ofKey: start, to: colon)
      beginFlowPair(at: start)
    }
    emit(scalar, at: emit(own, before: scalar.start))
    position = colon &+ 1
    mode = .flowValue
  }

  /// Moves past a node, which may be a key unless it is a value or an element.
  @inline(__always)
  mutating func endFlowNode(at next: Int, _ kind: Frame.Kind, isClosed: Bool = false) {
    position = next
    if mode == .flowValue || kind == .flowSequence {
      mode = .flowComma
    } else {
      mode = isClosed ? .flowClosedKeyEnd : .flowKeyEnd
    }
  }

  mutating func flowValue(_ bytes: RawSpan) throws(YAMLPause) {
    try skipFlowSpace(bytes)
    if !endsFlowPair(bytes) { try flowNode(bytes, frames[frames.count &- 1].kind) }
  }

  mutating func flowComma(_ bytes: RawSpan) throws(YAMLPause) {
    try skipFlowSpace(bytes)
    let byte = bytes.byte(at: position)
    let kind = frames[frames.count &- 1].kind
    let ends = byte == Self.closingBracket(kind)
    guard ends || byte == UInt8(ascii: ",") else { throw unclosed(bytes, at: position) }
    if kind == .flowPair {
      emit(.endMapping, at: position)
      frames.removeLast()
    }
    if ends { return endFlow() }
    position &+= 1
    mode = .flowEntry
  }

  private mutating func endFlow() {
    let frame = frames.removeLast()
    emit(
      frame.kind == .flowMapping ? .endMapping : .endSequence, at: position,
      text: position..<position &+ 1)
    position &+= 1
    guard !frames.isEmpty else { return mode = .lineEnd }
    let top = frames.count &- 1
    if frames[top].isInKey {
      frames[top].isInKey = false
      mode = frames[top].isFlow ? .flowClosedKeyEnd : .keyEnd
    } else {
      mode = frames[top].isFlow ? .flowComma : .lineEnd
    }
  }
}
