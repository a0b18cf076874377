extension YAMLScanner {
  mutating func beginFlow(_ byte: UInt8, _ own: Properties) -> Outcome {
    guard let all = joinProperties(own) else { return refuseProperties(own) }
    let start = position
    beginValue()
    let place = emit(all, before: start)
    let isMapping = byte == UInt8(ascii: "{")
    emit(isMapping ? .beginMapping : .beginSequence, style: .flow, at: place)
    frames.append(
      Frame(
        kind: isMapping ? .flowMapping : .flowSequence, column: 0, start: origin &+ start))
    position = start &+ 1
    mode = .flowFirst
    return .done
  }

  @inline(__always)
  mutating func skipFlowSpace(_ bytes: RawSpan) -> Outcome {
    let byte = bytes.byte(at: position)
    if byte > 0x20, byte != UInt8(ascii: "#"), showsFour(at: position) { return .done }
    if byte == 0x20 {
      let next = bytes.byte(at: position &+ 1)
      if next > 0x20, next != UInt8(ascii: "#"), showsFour(at: position &+ 1) {
        position &+= 1
        return .done
      }
    }
    return skipFlowSpaceSlowly(bytes)
  }

  @inline(never)
  private mutating func skipFlowSpaceSlowly(_ bytes: RawSpan) -> Outcome {
    var line = -1
    while true {
      switch bytes.byte(at: position) {
      case 0x20:
        position = Self.skipSpaces(bytes, from: position)
      case 0x09:
        position += 1
      case 0x0A, 0x0D:
        let width = widthOfBreak(bytes, at: position)
        let next = position + width
        guard width > 0, showsFour(at: next) else { return .more }
        if isMarker(bytes, at: next) { return refuse(.documentMarkerInside, at: next) }
        position = next
        line = next
      case UInt8(ascii: "#"):
        guard position > 0, bytes.byte(at: position - 1) <= 0x20 else {
          return refuse(.missingSpaceBeforeComment, at: position)
        }
        guard let next = endOfComment(bytes, from: position) else {
          if line >= 0 { position = line - 1 }
          return failure
        }
        // The next iteration handles the line break.
        let isBreak = next > position && bytes.byte(at: next - 1) <= 0x0D
        position = isBreak ? next - 1 : next
      case 0 where position >= end && isComplete:
        return unclosed(bytes, at: position)
      case 0..<0x20:
        let place = position
        if line >= 0 { position = line - 1 }
        return unexpectedCharacter(bytes, at: place)
      default:
        guard showsFour(at: position) else {
          // The next call checks the indentation, for which it needs the line break.
          if line >= 0 { position = line - 1 }
          return .more
        }
        if line >= 0 { checkIndentation(bytes, ofLine: line) }
        return .done
      }
    }
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

  mutating func flowEntry(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    let space = skipFlowSpace(bytes)
    guard case .done = space else { return space }
    let top = frames.count &- 1
    let kind = frames[top].kind
    let byte = bytes.byte(at: position)
    if byte == (kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      return endFlow(bytes)
    }
    return flowNode(bytes, scratch, byte, kind)
  }

  mutating func flowNode(
    _ bytes: RawSpan, _ scratch: ByteStorage, _ first: UInt8, _ kind: Frame.Kind
  ) -> Outcome {
    let start = position
    let oldMode = mode
    var own = Properties()
    var byte = first
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let outcome = readFlowProperties(bytes, &own)
      guard case .done = outcome else {
        position = start
        return outcome
      }
      byte = bytes.byte(at: position)
      own.isOnLineBefore = (start..<position).contains {
        bytes.byte(at: $0) == 0x0A || bytes.byte(at: $0) == 0x0D
      }
    }
    let outcome = flowContent(bytes, scratch, own, byte, kind)
    if case .done = outcome { return .done }
    position = start
    mode = oldMode
    return outcome
  }

  @inline(__always)
  private mutating func flowContent(
    _ bytes: RawSpan, _ scratch: ByteStorage, _ own: Properties, _ byte: UInt8,
    _ kind: Frame.Kind
  ) -> Outcome {
    let p = position
    let isValue = mode == .flowValue
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      return isValue ? beginFlow(byte, own) : flowKeyOrElement(bytes, own, kind)
    case UInt8(ascii: ":") where !isValue && isBeforeSpace(bytes, at: p):
      return flowColon(bytes, own, kind)
    case UInt8(ascii: "*"):
      return own.isEmpty ? flowAlias(bytes, kind) : unexpectedStart(bytes, at: p)
    case UInt8(ascii: "?") where !isValue && bytes.byte(at: p &+ 1) <= 0x20:
      return own.isEmpty ? flowQuestionMark(bytes, kind) : unexpectedStart(bytes, at: p)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return own.isEmpty ? unexpectedStart(bytes, at: p) : absentNode(own, kind)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let scalar = quoted(bytes, at: p, byte)
      guard case .done = scalar.outcome else { return scalar.outcome }
      return takeFlow(bytes, scalar, own, kind, scratch)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return unexpectedStart(bytes, at: p) }
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":") {
        switch bytes.byte(at: p &+ 1) {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
          UInt8(ascii: "}"):
          return refuse(.reservedIndicator(Unicode.Scalar(byte)), at: p)
        default: break
        }
      }
      let line = plainLine(bytes, from: p, inFlow: true)
      var scalar = Scalar(style: .plain, start: p, text: p..<line.end, next: line.next)
      switch line.stop {
      case .other: return unexpectedCharacter(bytes, at: line.next)
      case .lineEnd:
        let outcome = continuePlainInFlow(bytes, &scalar)
        guard case .done = outcome else { return outcome }
      case .comment, .colon, .flowIndicator: break
      }
      return takeFlow(bytes, scalar, own, kind, scratch)
    }
  }

  @inline(__always)
  private mutating func takeFlow(
    _ bytes: RawSpan, _ scalar: Scalar, _ own: Properties, _ kind: Frame.Kind,
    _ scratch: ByteStorage
  ) -> Outcome {
    if mode == .flowValue {
      emit(scalar, own, scratch)
      position = scalar.next
      mode = .flowComma
      return .done
    }
    var next = scalar.next
    while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next &+= 1 }
    guard next &+ 1 < end || isComplete else { return .more }
    guard bytes.byte(at: next) == UInt8(ascii: ":") else {
      emit(scalar, own, scratch)
      position = scalar.next
      mode = kind == .flowSequence ? .flowComma : .flowKeyEnd
      isLastKeyClosed = scalar.style != .plain
      return .done
    }
    let start = own.isEmpty ? scalar.start : own.start &- origin
    // In braces and after `?`, a key may span lines and have any length (rule 145).
    if kind == .flowSequence {
      guard scalar.isOnOneLine, !own.isOnLineBefore else {
        return refuseMultilineKey(bytes, scalar, colon: next)
      }
      guard next &- start <= Self.longestKey || isShortKey(bytes, start..<next) else {
        return refuse(.longKey, at: next)
      }
      beginFlowPair(at: start)
    }
    emit(scalar, own, scratch)
    position = next &+ 1
    mode = .flowValue
    return .done
  }

  mutating func flowValue(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    let space = skipFlowSpace(bytes)
    guard case .done = space else { return space }
    let kind = frames[frames.count &- 1].kind
    let byte = bytes.byte(at: position)
    if byte == UInt8(ascii: ",")
      || byte == (kind == .flowPair ? UInt8(ascii: "]") : UInt8(ascii: "}"))
    {
      emit(.scalar, style: .plain, at: position)
      mode = .flowComma
      return .done
    }
    return flowNode(bytes, scratch, byte, kind)
  }

  mutating func flowComma(_ bytes: RawSpan) -> Outcome {
    let space = skipFlowSpace(bytes)
    guard case .done = space else { return space }
    let byte = bytes.byte(at: position)
    var kind = frames[frames.count &- 1].kind
    let ends = byte == (kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    guard ends || byte == UInt8(ascii: ",") else { return unclosed(bytes, at: position) }
    if kind == .flowPair {
      emit(.endMapping, at: position)
      frames.removeLast()
      kind = .flowSequence
    }
    if ends { return endFlow(bytes) }
    position &+= 1
    mode = .flowNext
    return .done
  }

  private mutating func endFlow(_ bytes: RawSpan) -> Outcome {
    let frame = frames.removeLast()
    emit(frame.kind == .flowMapping ? .endMapping : .endSequence, at: position)
    position &+= 1
    guard !frames.isEmpty else {
      mode = .lineEnd
      return .done
    }
    let top = frames.count &- 1
    if frames[top].isInKey {
      frames[top].isInKey = false
      isLastKeyClosed = true
      mode = frames[top].isFlow ? .flowKeyEnd : .keyEnd
    } else {
      mode = frames[top].isFlow ? .flowComma : .lineEnd
    }
    return .done
  }
}
