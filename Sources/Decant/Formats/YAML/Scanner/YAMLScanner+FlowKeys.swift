extension YAMLScanner {
  /// Returns whether a closing bracket and a colon follow on the line; nil if the window ends first.
  @inline(__always)
  mutating func mayEndAsKey(_ bytes: RawSpan, from start: Int) -> Bool? {
    origin &+ start < endOfLineWithoutKeys ? false : findKeyEnd(bytes, from: start)
  }

  @inline(never)
  private mutating func findKeyEnd(_ bytes: RawSpan, from start: Int) -> Bool? {
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
      var next = p + 1
      while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next += 1 }
      guard next < end || isComplete else { return nil }
      if bytes.byte(at: next) == UInt8(ascii: ":") { return true }
      p += 1
    }
    guard limit < end || isComplete else { return nil }
    endOfTextWithoutKeys = origin + limit
    return false
  }

  /// Returns 0 if the collection at `start` is not a key, on one line (rule 155); nil if the window ends first.
  @inline(__always)
  mutating func colonAfterCollection(_ bytes: RawSpan, from start: Int) -> Int? {
    guard let mayBeKey = mayEndAsKey(bytes, from: start) else { return nil }
    return mayBeKey ? colonAfterBracket(bytes, matching: start) : 0
  }

  @inline(never)
  private mutating func colonAfterBracket(_ bytes: RawSpan, matching start: Int) -> Int? {
    let limit = start + Self.reachOfKeys
    var p = start
    var depth = 0
    // Whether a quote here begins a scalar, rather than being part of a plain one.
    var beginsNode = true
    while p < min(limit, end) {
      let byte = bytes.byte(at: p)
      p += 1
      switch byte {
      case 0x0A, 0x0D: return 0
      case 0x20, 0x09: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        beginsNode = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth > 0 else { return colon(bytes, after: p) }
        beginsNode = false
      case UInt8(ascii: ","): beginsNode = true
      case UInt8(ascii: ":"), UInt8(ascii: "?"):
        // After a quote or bracket, a colon needs no space.
        let isClosed = byte == UInt8(ascii: ":") && Self.mayEndKey(bytes.byte(at: p - 2))
        beginsNode = isClosed || bytes.byte(at: p) <= 0x20
      case UInt8(ascii: "#") where bytes.byte(at: p - 2) <= 0x20: return 0
      case UInt8(ascii: "\"") where beginsNode, UInt8(ascii: "'") where beginsNode:
        while p < end, bytes.byte(at: p) != byte {
          let isEscape = byte == UInt8(ascii: "\"") && bytes.byte(at: p) == UInt8(ascii: "\\")
          p += isEscape ? 1 : 0
          guard bytes.byte(at: p) != 0x0A else { return 0 }
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
    return p >= limit || isComplete ? 0 : nil
  }

  private static func mayEndKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: false
    }
  }

  /// Returns 0 if there is no colon, nil if the window ends first.
  private mutating func colon(_ bytes: RawSpan, after start: Int) -> Int? {
    var p = start
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    guard p + 1 < end || isComplete else { return nil }
    return bytes.byte(at: p) == UInt8(ascii: ":") ? p : 0
  }

  // MARK: Keys

  mutating func beginFlowPair(at start: Int) {
    emit(.beginMapping, style: .flow, at: start)
    frames.append(Frame(kind: .flowPair, column: 0, start: origin &+ start))
  }

  mutating func flowKeyOrElement(
    _ bytes: RawSpan, _ own: Properties, _ kind: Frame.Kind
  ) -> Outcome {
    let byte = bytes.byte(at: position)
    if kind == .flowSequence {
      guard let colon = colonAfterCollection(bytes, from: position) else { return .more }
      guard colon > 0 else { return beginFlow(byte, own) }
      let start = own.isEmpty ? position : own.start - origin
      guard !own.isOnLineBefore else { return refuse(.multilineKey, at: colon) }
      guard colon - start <= Self.longestKey || isShortKey(bytes, start..<colon) else {
        return refuse(.longKey, at: colon)
      }
      beginFlowPair(at: start)
    }
    frames[frames.count - 1].isInKey = true
    return beginFlow(byte, own)
  }

  /// Begins a key that may span lines or be absent (rule 143).
  @inline(never)
  mutating func flowQuestionMark(_ bytes: RawSpan, _ kind: Frame.Kind) -> Outcome {
    guard mode != .flowExplicitKey else { return unexpectedStart(bytes, at: position) }
    if kind == .flowSequence { beginFlowPair(at: position) }
    position += 1
    mode = .flowExplicitKey
    return .done
  }

  @inline(never)
  mutating func flowExplicitKey(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    let space = skipFlowSpace(bytes)
    guard case .done = space else { return space }
    let kind = frames[frames.count - 1].kind
    let byte = bytes.byte(at: position)
    guard byte == UInt8(ascii: ",") || byte == Self.closingBracket(kind) else {
      return flowNode(bytes, scratch, byte, kind)
    }
    emit(.scalar, style: .plain, at: position)
    emit(.scalar, style: .plain, at: position)
    mode = .flowComma
    return .done
  }

  static func closingBracket(_ kind: Frame.Kind) -> UInt8 {
    kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  @inline(never)
  mutating func flowAlias(_ bytes: RawSpan, _ kind: Frame.Kind) -> Outcome {
    let start = position
    guard let nameEnd = endOfName(bytes, from: start + 1) else { return failure }
    let next = bytes.byte(at: nameEnd)
    guard nameEnd > start + 1,
      next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "]")
        || next == UInt8(ascii: "}")
    else { return refuseName(bytes, from: start, to: nameEnd) }
    guard let colon = colon(bytes, after: nameEnd) else { return .more }
    let isKey = mode != .flowValue && colon > 0
    if isKey {
      guard isBeforeSpace(bytes, at: colon) else {
        return refuse(.missingSpaceAfterColon, at: colon)
      }
      if kind == .flowSequence { beginFlowPair(at: start) }
    }
    emit(.alias, at: start, text: start + 1..<nameEnd)
    if isKey {
      position = colon + 1
      mode = .flowValue
    } else {
      position = nameEnd
      mode = mode == .flowValue || kind == .flowSequence ? .flowComma : .flowKeyEnd
      isLastKeyClosed = false
    }
    return .done
  }

  @inline(never)
  mutating func absentNode(_ own: Properties, _ kind: Frame.Kind) -> Outcome {
    let place = emit(own, before: position)
    emit(.scalar, style: .plain, at: place)
    mode = mode == .flowValue || kind == .flowSequence ? .flowComma : .flowKeyEnd
    isLastKeyClosed = false
    return .done
  }

  /// Emits a null key (rule 146).
  @inline(never)
  mutating func flowColon(
    _ bytes: RawSpan, _ own: Properties, _ kind: Frame.Kind
  ) -> Outcome {
    let colon = position
    let start = own.isEmpty ? colon : own.start - origin
    if kind == .flowSequence {
      guard !own.isOnLineBefore else { return refuse(.multilineKey, at: colon) }
      beginFlowPair(at: start)
    }
    _ = emit(own, before: colon)
    emit(.scalar, style: .plain, at: start)
    position = colon + 1
    mode = .flowValue
    return .done
  }

  mutating func flowKeyEnd(_ bytes: RawSpan) -> Outcome {
    let space = skipFlowSpace(bytes)
    guard case .done = space else { return space }
    let kind = frames[frames.count &- 1].kind
    let byte = bytes.byte(at: position)
    // After quotes and brackets, the colon needs no space after it (rules 147 to 149).
    if byte == UInt8(ascii: ":"), isLastKeyClosed || isBeforeSpace(bytes, at: position) {
      position &+= 1
      mode = .flowValue
      return .done
    }
    guard byte == UInt8(ascii: ",") || byte == Self.closingBracket(kind) else {
      return unclosed(bytes, at: position)
    }
    emit(.scalar, style: .plain, at: position)
    mode = .flowComma
    return .done
  }

  mutating func isBeforeSpace(_ bytes: RawSpan, at p: Int) -> Bool {
    switch bytes.byte(at: p + 1) {
    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      return true
    default: return p + 1 >= end
    }
  }
}
