/// Flow collections.
extension YAMLScanner {
  /// Begins a flow collection at `position` that is a value.
  mutating func beginFlow(_ byte: UInt8, _ own: Properties) -> Outcome {
    guard frames.count < Self.maximumDepth, own.isEmpty || properties.isEmpty else {
      return .giveUp
    }
    let start = position
    beginValue()
    let place = emit(own.isEmpty ? takeProperties() : own, before: start)
    let isMapping = byte == UInt8(ascii: "{")
    emit(isMapping ? .beginMapping : .beginSequence, style: .flow, at: place)
    frames.append(
      Frame(
        kind: isMapping ? .flowMapping : .flowSequence, column: 0, offset: origin &+ start))
    position = start &+ 1
    mode = .flowFirst
    return .done
  }

  /// Whether a flow collection that begins at `start` may be a key.
  ///
  /// It may if a bracket is before a colon on its line, not too far from it; that need not be the bracket that ends the
  /// collection. Nil if the window does not show that. No byte is looked at twice.
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

  /// Moves `position` to the end of white space and comments; what follows is in view.
  @inline(__always)
  private mutating func skipFlowSpace(_ bytes: RawSpan) -> Outcome {
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
    while true {
      switch bytes.byte(at: position) {
      case 0x20:
        position = Self.skipSpaces(bytes, from: position)
      case 0x09:
        position += 1
      case 0x0D where bytes.byte(at: position + 1) == 0x0A:
        position += 1
      case 0x0A:
        let line = position + 1
        guard showsFour(at: line) else { return .more }
        if isMarker(bytes, at: line) { return .giveUp }
        position = line
      case UInt8(ascii: "#"):
        guard position > 0, bytes.byte(at: position - 1) <= 0x20 else { return .giveUp }
        let next = endOfComment(bytes, from: position)
        guard next > 0 else { return next == 0 ? .more : .giveUp }
        // The line break is still to come.
        position = bytes.byte(at: next - 1) == 0x0A ? next - 1 : next
      case 0 where position >= end:
        return isComplete ? .giveUp : .more
      case 0..<0x20:
        return isCut(bytes, at: position) ? .more : .giveUp
      default:
        return showsFour(at: position) ? .done : .more
      }
    }
  }

  /// An entry, or the end of the collection.
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

  /// Moves the restart to this entry, if no collection around it can be a key any more.
  @inline(never)
  private mutating func moveRestart(_ bytes: RawSpan) {
    let place = origin + position
    for index in 0..<frames.count where frames[index].isFlow {
      guard place - frames[index].offset > Self.reachOfKeys else { return }
    }
    restart.move(to: position, of: bytes, origin, frames)
  }

  private mutating func flowNode(
    _ bytes: RawSpan, _ scratch: ByteStorage, _ first: UInt8, _ kind: Frame.Kind
  ) -> Outcome {
    let start = position
    let oldMode = mode
    var own = Properties()
    var byte = first
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let outcome = readProperties(bytes, &own)
      guard case .done = outcome else { return outcome }
      if mode == .lineEnd {
        position = start
        mode = oldMode
        return .giveUp
      }
      byte = bytes.byte(at: position)
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
      guard isValue || kind == .flowSequence else { return .giveUp }
      if !isValue {
        guard let mayBeKey = mayEndAsKey(bytes, from: p) else { return .more }
        guard !mayBeKey else { return .giveUp }
      }
      return beginFlow(byte, own)
    case UInt8(ascii: ":") where !isValue && !followsLibYAML && isBeforeSpace(bytes, at: p):
      return flowColon(bytes, own, kind)
    case UInt8(ascii: "*"):
      guard own.isEmpty, isValue || kind == .flowSequence else { return .giveUp }
      guard let end = endOfName(bytes, from: p &+ 1) else { return .more }
      let next = bytes.byte(at: end)
      guard end > p &+ 1, bytes.byte(at: end &- 1) != UInt8(ascii: ":"),
        next <= 0x20 || next == UInt8(ascii: ",") || next == UInt8(ascii: "]")
          || next == UInt8(ascii: "}")
      else { return .giveUp }
      // A colon after it would make it a key.
      var place = end
      while bytes.byte(at: place) == 0x20 || bytes.byte(at: place) == 0x09 { place &+= 1 }
      guard place < self.end || isComplete else { return .more }
      guard bytes.byte(at: place) != UInt8(ascii: ":") else { return .giveUp }
      emit(.alias, at: p, text: p &+ 1..<end)
      position = end
      mode = .flowComma
      return .done
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let scalar = quoted(bytes, at: p, byte)
      guard scalar.outcome == .done else { return scalar.outcome == .more ? .more : .giveUp }
      return takeFlow(bytes, scalar, own, kind, scratch)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return .giveUp }
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":") {
        // To libyaml, a question mark and a colon are indicators whatever follows (rule 126).
        guard byte == UInt8(ascii: "-") || !followsLibYAML && isIndented(bytes, at: p) else {
          return .giveUp
        }
        switch bytes.byte(at: p &+ 1) {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
          UInt8(ascii: "}"):
          return .giveUp
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

  /// Emits a scalar in a flow collection, as the key of a pair if a colon follows.
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
      mode = kind == .flowMapping ? .flowKeyEnd : .flowComma
      isLastKeyQuoted = scalar.style != .plain
      return .done
    }
    let start = own.isEmpty ? scalar.start : own.start &- origin
    // In braces, a key may have several lines, and any length (rule 145); libyaml does not know that.
    if !scalar.isOnOneLine || next &- start > Self.longestKey {
      guard kind == .flowMapping, !followsLibYAML, scalar.isIndented else { return .giveUp }
    }
    if kind == .flowSequence {
      guard frames.count < Self.maximumDepth else { return .giveUp }
      emit(.beginMapping, style: .flow, at: start)
      frames.append(Frame(kind: .flowPair, column: 0, offset: origin &+ start))
    }
    emit(scalar, own, scratch)
    position = next &+ 1
    mode = .flowValue
    return .done
  }

  /// A colon without a key, which is null (rule 146).
  @inline(never)
  private mutating func flowColon(
    _ bytes: RawSpan, _ own: Properties, _ kind: Frame.Kind
  ) -> Outcome {
    let colon = position
    guard own.isEmpty, isIndented(bytes, at: colon) else { return .giveUp }
    if kind == .flowSequence {
      guard frames.count < Self.maximumDepth else { return .giveUp }
      emit(.beginMapping, style: .flow, at: colon)
      frames.append(Frame(kind: .flowPair, column: 0, offset: origin + colon))
    }
    emit(.scalar, style: .plain, at: colon)
    position = colon + 1
    mode = .flowValue
    return .done
  }

  /// A key without a colon on its line.
  mutating func flowKeyEnd(_ bytes: RawSpan) -> Outcome {
    let space = skipFlowSpace(bytes)
    guard case .done = space else { return space }
    let byte = bytes.byte(at: position)
    if byte == UInt8(ascii: ":"), !followsLibYAML, isFlowColon(bytes, at: position),
      isIndented(bytes, at: position)
    {
      position &+= 1
      mode = .flowValue
      return .done
    }
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else { return .giveUp }
    emit(.scalar, style: .plain, at: position)
    mode = .flowComma
    return .done
  }

  /// Whether the line of `p` is indented more than the block around the collection, or is the one where that begins.
  ///
  /// libyaml does not ask for that, but what the fast lane alone accepts must be right.
  private mutating func isIndented(_ bytes: RawSpan, at p: Int) -> Bool {
    var line = p
    while line > 0, bytes.byte(at: line - 1) != 0x0A { line -= 1 }
    // Of a line that long, no more is known.
    guard line > 0 || origin == 0 else { return true }
    var outermost = frames.count - 1
    while outermost > 0, frames[outermost - 1].isFlow { outermost -= 1 }
    if frames[outermost].offset >= origin + line { return true }
    var text = line
    while bytes.byte(at: text) == 0x20 { text += 1 }
    return text - line > indentation
  }

  /// Whether the colon at `p`, on a later line than the key, separates it from a value (rules 147 to 149).
  private mutating func isFlowColon(_ bytes: RawSpan, at p: Int) -> Bool {
    if isLastKeyQuoted { return true }
    return isBeforeSpace(bytes, at: p)
  }

  /// Whether white space or an indicator of flow collections follows the colon at `p`.
  private mutating func isBeforeSpace(_ bytes: RawSpan, at p: Int) -> Bool {
    switch bytes.byte(at: p + 1) {
    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      return true
    default: return false
    }
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

  /// What follows an entry.
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
    let isInFlow = !frames.isEmpty && frames[frames.count &- 1].isFlow
    mode = isInFlow ? .flowComma : .lineEnd
    return .done
  }
}
