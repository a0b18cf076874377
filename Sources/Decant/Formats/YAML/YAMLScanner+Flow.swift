extension YAMLScanner {
  mutating func beginFlow(_ byte: UInt8, _ own: Properties) -> Outcome {
    guard frames.count < Self.maximumDepth, let all = joinProperties(own) else { return .giveUp }
    let start = position
    beginValue()
    let place = emit(all, before: start)
    let isMapping = byte == UInt8(ascii: "{")
    emit(isMapping ? .beginMapping : .beginSequence, style: .flow, at: place)
    frames.append(
      Frame(
        kind: isMapping ? .flowMapping : .flowSequence, column: 0, offset: origin &+ start))
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
      case 0x0D where bytes.byte(at: position + 1) == 0x0A:
        position += 1
      case 0x0A:
        let next = position + 1
        guard showsFour(at: next) else { return .more }
        if isMarker(bytes, at: next) { return .giveUp }
        position = next
        line = next
      case UInt8(ascii: "#"):
        guard position > 0, bytes.byte(at: position - 1) <= 0x20 else {
          return refuse(.missingSpaceBeforeComment, at: position)
        }
        let next = endOfComment(bytes, from: position)
        guard next > 0 else {
          if next == 0, line >= 0 { position = line - 1 }
          return next == 0 ? .more : .giveUp
        }
        // The next iteration handles the line break.
        position = bytes.byte(at: next - 1) == 0x0A ? next - 1 : next
      case 0 where position >= end:
        if line >= 0 { position = line - 1 }
        return isComplete ? .giveUp : .more
      case 0..<0x20:
        return isCut(bytes, at: position) ? .more : .giveUp
      default:
        guard showsFour(at: position) else {
          // The next call checks the indentation, for which it needs the line break.
          if line >= 0 { position = line - 1 }
          return .more
        }
        return line < 0 ? .done : checkIndentation(bytes, ofLine: line)
      }
    }
  }

  /// Refuses a line that is not indented more than the block around the collection (rule 74), unlike libyaml, except
  /// closing brackets: many programs write them in the column of the key.
  private mutating func checkIndentation(_ bytes: RawSpan, ofLine line: Int) -> Outcome {
    guard !followsLibYAML else { return .done }
    var text = line
    while bytes.byte(at: text) == 0x20 { text += 1 }
    let byte = bytes.byte(at: position)
    guard text - line <= indentation, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else {
      return .done
    }
    // After an entry, only a comma can follow; libyaml reports anything else as an unclosed bracket.
    guard mode != .flowComma || byte == UInt8(ascii: ",") else { return .giveUp }
    return refuse(text < position ? .tabInIndentation : .insufficientIndentation, at: text)
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
    if mode == .flowNext, origin &+ position &- restart.offset > restartDistance {
      moveRestart(bytes)
    }
    return flowNode(bytes, scratch, byte, kind)
  }

  /// Does not move the restart while a collection around it may still be a key.
  @inline(never)
  private mutating func moveRestart(_ bytes: RawSpan) {
    let place = origin + position
    for index in 0..<frames.count where frames[index].isFlow || frames[index].isInKey {
      guard place - frames[index].offset > Self.reachOfKeys, !frames[index].isInKey else { return }
    }
    restart.move(to: position, of: bytes, origin, after: steps.count, frames)
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
      own.isOnLineBefore = (start..<position).contains { bytes.byte(at: $0) == 0x0A }
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
    case UInt8(ascii: ":") where !isValue && !followsLibYAML && isBeforeSpace(bytes, at: p):
      return flowColon(bytes, own, kind)
    case UInt8(ascii: "*"):
      return own.isEmpty ? flowAlias(bytes, kind) : .giveUp
    case UInt8(ascii: "?") where !isValue && bytes.byte(at: p &+ 1) <= 0x20:
      return own.isEmpty ? flowQuestionMark(bytes, kind) : .giveUp
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return own.isEmpty ? .giveUp : absentNode(own, kind)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let scalar = quoted(bytes, at: p, byte)
      guard scalar.outcome == .done else { return scalar.outcome == .more ? .more : .giveUp }
      return takeFlow(bytes, scalar, own, kind, scratch)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return .giveUp }
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":") {
        // libyaml reads `?` and `:` as indicators regardless of the next character (contrary to rule 126).
        guard byte == UInt8(ascii: "-") || !followsLibYAML else { return .giveUp }
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
      case .more: return .more
      case .giveUp: return .giveUp
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
    // In braces and after `?`, a key may span lines and have any length (rule 145), which libyaml does not support.
    let isOnOneLine = scalar.isOnOneLine && !own.isOnLineBefore
    if !isOnOneLine || next &- start > Self.longestKey {
      let isFree = kind != .flowSequence && !followsLibYAML
      guard isFree || isOnOneLine && isShortKey(bytes, start..<next) else { return .giveUp }
    }
    if kind == .flowSequence {
      guard beginFlowPair(at: start) else { return .giveUp }
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
    guard ends || byte == UInt8(ascii: ",") else { return .giveUp }
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
