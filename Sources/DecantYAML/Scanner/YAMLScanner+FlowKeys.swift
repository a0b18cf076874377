internal import DecantCore

/// Keys that are collections in brackets, of which the beginning already must say so.
///
///     [a, b]: c    the mapping begins before the bracket, so the colon after it must be known first
///
/// The look ahead is limited to the line and to the longest key. `endOfLineWithoutKeys` and `endOfTextWithoutKeys` say how
/// far it was in vain, so that nested brackets do not look at the same bytes again.
extension YAMLScanner {
  /// Returns whether a closing bracket and a colon follow on the line.
  @inline(never)
  private mutating func findsKeyEnd(_ bytes: RawSpan, from start: Int) throws(YAMLPause) -> Bool {
    let limit = min(start + Self.reachOfKeys, end)
    var p = max(start + 1, endOfTextWithoutKeys - origin)
    while p < limit {
      let block = bytes.block(at: p)
      let others =
        (block.equals(UInt8(ascii: "]")) | block.equals(UInt8(ascii: "}")) | block.equals(0x0A))
        .bytesBefore
      p += others
      guard others < ByteBlock.width, p < limit else { continue }
      if bytes.byte(at: p) == 0x0A {
        endOfLineWithoutKeys = origin + p
        return false
      }
      if try colon(bytes, after: p + 1) != nil { return true }
      p += 1
    }
    guard shows(1, at: limit) else { throw .windowEmpty }
    endOfTextWithoutKeys = origin + limit
    return false
  }

  /// Returns the colon after the collection at `start`, if it is a key, on one line (rule 155).
  @inline(__always)
  mutating func colonAfterCollection(
    _ bytes: RawSpan, from start: Int
  ) throws(YAMLPause) -> Int? {
    guard origin &+ start >= endOfLineWithoutKeys, try findsKeyEnd(bytes, from: start) else {
      return nil
    }
    return try colonAfterBracket(bytes, matching: start)
  }

  @inline(never)
  private mutating func colonAfterBracket(
    _ bytes: RawSpan, matching start: Int
  ) throws(YAMLPause) -> Int? {
    let limit = start + Self.reachOfKeys
    var p = start
    var depth = 0
    // Whether a quote here begins a scalar, rather than being part of a plain one.
    var beginsNode = true
    while p < min(limit, end) {
      let byte = bytes.byte(at: p)
      p += 1
      switch byte {
      case 0x0A, 0x0D: return nil
      case 0x20, 0x09: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        beginsNode = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth > 0 else { return try colon(bytes, after: p) }
        beginsNode = false
      case UInt8(ascii: ","): beginsNode = true
      case UInt8(ascii: ":"), UInt8(ascii: "?"):
        // After a quote or bracket, a colon needs no space.
        let isClosed = byte == UInt8(ascii: ":") && Self.mayEndKey(bytes.byte(at: p - 2))
        beginsNode = isClosed || bytes.byte(at: p) <= 0x20
      case UInt8(ascii: "#") where bytes.byte(at: p - 2) <= 0x20: return nil
      case UInt8(ascii: "\"") where beginsNode, UInt8(ascii: "'") where beginsNode:
        while p < end, bytes.byte(at: p) != byte {
          let isEscape = byte == UInt8(ascii: "\"") && bytes.byte(at: p) == UInt8(ascii: "\\")
          p += isEscape ? 1 : 0
          guard bytes.byte(at: p) != 0x0A else { return nil }
          p += 1
        }
        p += 1
        // A doubled single quote continues the scalar.
        beginsNode = byte == UInt8(ascii: "'") && bytes.byte(at: p) == byte
      case UInt8(ascii: "!") where beginsNode && bytes.byte(at: p) == UInt8(ascii: "<"):
        while p < end, bytes.byte(at: p) > 0x20, bytes.byte(at: p) != UInt8(ascii: ">") { p += 1 }
      case UInt8(ascii: "!") where beginsNode, UInt8(ascii: "&") where beginsNode:
        while p < end, Self.mayBeInTag(bytes.byte(at: p)) || bytes.byte(at: p) >= 0x80 { p += 1 }
      default: beginsNode = false
      }
    }
    guard p >= limit || isComplete else { throw .windowEmpty }
    return nil
  }

  private static func mayEndKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }

  /// Returns the offset of a colon after spaces and tabs.
  @inline(__always)
  mutating func colon(_ bytes: RawSpan, after start: Int) throws(YAMLPause) -> Int? {
    let p = try skipBlanks(bytes, from: start, showing: 2)
    return bytes.byte(at: p) == UInt8(ascii: ":") ? p : nil
  }

  // MARK: Keys

  mutating func beginFlowPair(at start: Int) {
    emit(.beginMapping, style: .flow, at: start, text: start..<start)
    frames.append(Frame(kind: .flowPair, column: 0, start: origin &+ start))
  }

  /// Notes that the collection at `position` is a key, unless it is an element.
  mutating func beginFlowCollectionKey(
    _ bytes: RawSpan, _ own: Properties, _ kind: Frame.Kind
  ) throws(YAMLPause) {
    if kind == .flowSequence {
      guard let colon = try colonAfterCollection(bytes, from: position) else { return }
      guard !own.isOnLineBefore else { throw failure(.multilineKey, at: colon) }
      let start = startOfNode(own, at: position)
      try checkLength(bytes, ofKey: start, to: colon)
      beginFlowPair(at: start)
    }
    frames[frames.count - 1].isInKey = true
  }

  /// Begins a key that may span lines or be absent (rule 143).
  @inline(never)
  mutating func flowQuestionMark(_ bytes: RawSpan, _ kind: Frame.Kind) throws(YAMLPause) {
    guard mode != .flowExplicitKey else { throw unexpectedStart(bytes, at: position) }
    if kind == .flowSequence { beginFlowPair(at: position) }
    position += 1
    mode = .flowExplicitKey
  }

  @inline(never)
  mutating func flowExplicitKey(_ bytes: RawSpan) throws(YAMLPause) {
    try skipFlowSpace(bytes)
    guard endsFlowPair(bytes) else {
      return try flowNode(bytes, frames[frames.count - 1].kind)
    }
    emit(.scalar, style: .plain, at: position)
  }

  static func closingBracket(_ kind: Frame.Kind) -> UInt8 {
    kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  /// Emits a null at a comma or the closing bracket; returns false, without effect, at anything else.
  @inline(__always)
  mutating func endsFlowPair(_ bytes: RawSpan) -> Bool {
    let byte = bytes.byte(at: position)
    let kind = frames[frames.count &- 1].kind
    guard byte == UInt8(ascii: ",") || byte == Self.closingBracket(kind) else { return false }
    emit(.scalar, style: .plain, at: position)
    mode = .flowComma
    return true
  }

  @inline(never)
  mutating func flowAlias(_ bytes: RawSpan, _ kind: Frame.Kind) throws(YAMLPause) {
    let start = position
    let nameEnd = try endOfName(bytes, from: start + 1)
    let next = bytes.byte(at: nameEnd)
    guard nameEnd > start + 1,
      next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "]")
        || next == UInt8(ascii: "}")
    else { throw unexpected(bytes, inNameFrom: start, at: nameEnd) }
    if let colon = try colon(bytes, after: nameEnd), mode != .flowValue {
      guard isBeforeSpace(bytes, at: colon) else {
        throw failure(.missingSpaceAfterColon, at: colon)
      }
      if kind == .flowSequence { beginFlowPair(at: start) }
      position = colon + 1
      mode = .flowValue
    } else {
      endFlowNode(at: nameEnd, kind)
    }
    emit(.alias, at: start, text: start + 1..<nameEnd)
  }

  /// Emits a null key (rule 146).
  @inline(never)
  mutating func flowColon(
    _ bytes: RawSpan, _ own: Properties, _ kind: Frame.Kind
  ) throws(YAMLPause) {
    let colon = position
    if kind == .flowSequence {
      guard !own.isOnLineBefore else { throw failure(.multilineKey, at: colon) }
      beginFlowPair(at: startOfNode(own, at: colon))
    }
    emit(.scalar, style: .plain, at: emit(own, before: colon))
    position = colon + 1
    mode = .flowValue
  }

  mutating func flowKeyEnd(_ bytes: RawSpan) throws(YAMLPause) {
    try skipFlowSpace(bytes)
    // After quotes and brackets, the colon needs no space after it (rules 147 to 149).
    if bytes.byte(at: position) == UInt8(ascii: ":"),
      mode == .flowClosedKeyEnd || isBeforeSpace(bytes, at: position)
    {
      position &+= 1
      mode = .flowValue
    } else if !endsFlowPair(bytes) {
      throw unclosed(bytes, at: position)
    }
  }

  mutating func isBeforeSpace(_ bytes: RawSpan, at p: Int) -> Bool {
    let next = bytes.byte(at: p + 1)
    return next == 0x09 || next == 0x0A || next == 0x0D || next == 0x20
      || Self.isFlowIndicator(next) || p + 1 >= end
  }
}
