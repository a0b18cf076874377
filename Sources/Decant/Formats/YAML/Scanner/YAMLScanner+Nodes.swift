extension YAMLScanner {
  mutating func node(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    guard showsFour(at: position) else { return .more }
    let top = frames.count &- 1
    let isInCollection = top >= 0 && frames[top].column == column && !frames[top].awaitsValue
    let byte = bytes.byte(at: position)
    if Self.isLetter(byte), !isInCollection || frames[top].kind == .blockMapping {
      return plainNode(bytes, scratch, isKey: isInCollection)
    }
    if byte == UInt8(ascii: "-"), bytes.byte(at: position &+ 1) <= 0x20 {
      return element(bytes, isFirst: !isInCollection)
    }
    if byte == UInt8(ascii: "?"), bytes.byte(at: position &+ 1) <= 0x20 {
      return explicitKey(bytes, isFirst: !isInCollection)
    }
    var own = Properties()
    if byte == UInt8(ascii: ":"), bytes.byte(at: position &+ 1) <= 0x20 {
      return colonWithoutKey(bytes, own, isKey: isInCollection)
    }
    guard !isInCollection || frames[top].kind == .blockMapping else {
      return misplacedLine(bytes, at: position, in: frames[top], isElement: false)
    }
    let start = position
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let outcome = readProperties(bytes, &own)
      guard case .done = outcome else { return fail(outcome, at: start) }
      if mode == .lineEnd {
        guard !isInCollection else { return refuse(.missingColon, at: start) }
        return saveProperties(own) ? .done : refuseProperties(own)
      }
      if bytes.byte(at: position) == UInt8(ascii: ":"), bytes.byte(at: position &+ 1) <= 0x20 {
        let outcome = colonWithoutKey(bytes, own, isKey: isInCollection)
        guard case .done = outcome else { return fail(outcome, at: start, in: .node) }
        return .done
      }
    }
    let outcome = nodeContent(bytes, scratch, own, isKey: isInCollection)
    guard case .done = outcome else { return fail(outcome, at: start, in: .node) }
    return mode == .value ? value(bytes, scratch) : .done
  }

  mutating func fail(_ outcome: Outcome, at place: Int, in mode: Mode? = nil) -> Outcome {
    position = place
    if let mode { self.mode = mode }
    return outcome
  }

  @inline(__always)
  private mutating func nodeContent(
    _ bytes: RawSpan, _ scratch: ByteStorage, _ own: Properties, isKey: Bool
  ) -> Outcome {
    let p = position
    let byte = bytes.byte(at: p)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let scalar = quoted(bytes, at: p, byte)
      guard case .done = scalar.outcome else { return scalar.outcome }
      var next = scalar.next
      while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next &+= 1 }
      guard next < end || isComplete else { return .more }
      if bytes.byte(at: next) == UInt8(ascii: ":") {
        guard next &+ 1 < end || isComplete else { return .more }
        guard scalar.isOnOneLine else { return refuseMultilineKey(bytes, scalar, colon: next) }
        return key(bytes, scalar, colon: next, own, isKey: isKey, scratch)
      }
      return isKey ? unexpected(bytes, afterKeyAt: next, scalar) : take(bytes, scalar, own, scratch)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard let colon = colonAfterCollection(bytes, from: p) else { return .more }
      if colon > 0 { return beginCollectionKey(bytes, colon: colon, own, isKey: isKey) }
      return isKey ? refuse(.missingColon, at: p) : beginFlow(byte, own)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return isKey ? refuse(.missingColon, at: p) : block(bytes, scratch, own)
    case UInt8(ascii: "*"):
      return own.isEmpty ? alias(bytes, isKey: isKey) : unexpectedStart(bytes, at: p)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return unexpectedStart(bytes, at: p) }
      let line = plainLine(bytes, from: p, inFlow: false)
      switch line.stop {
      case .colon:
        let scalar = Scalar(style: .plain, start: p, text: p..<line.end, next: line.next)
        return key(bytes, scalar, colon: line.next, own, isKey: isKey, scratch)
      case .other: return unexpectedCharacter(bytes, at: line.next)
      case .lineEnd, .comment, .flowIndicator:
        if isKey { return missingColon(bytes, from: p, to: line.end) }
        return plain(bytes, line, own, scratch)
      }
    }
  }

  @inline(__always)
  static func mayBeginPlain(_ bytes: RawSpan, at p: Int) -> Bool {
    let byte = bytes.byte(at: p)
    if byte >= 64 {
      guard byte < 128 else { return true }
      // @ [ ] ` { | } and U+007F
      return 0xB800_0001_2800_0001 & 1 &<< UInt64(byte & 63) == 0
    }
    guard byte > 0x20 else { return false }
    // ! " # % & ' * , - : > ?
    guard 0xC400_34EE_0000_0000 & 1 &<< UInt64(byte) != 0 else { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "?"):
      return bytes.byte(at: p &+ 1) > 0x20
    default: return false
    }
  }

  private mutating func element(_ bytes: RawSpan, isFirst: Bool) -> Outcome {
    let dash = position
    guard let content = contentPlace(bytes, after: dash) else { return .more }
    if isFirst {
      beginValue()
      let start = properties.isEmpty ? dash : emit(takeProperties(), before: dash)
      emit(.beginSequence, style: .block, at: start, text: 0..<column)
      frames.append(Frame(kind: .blockSequence, column: column, start: origin &+ dash))
    } else if frames[frames.count &- 1].kind != .blockSequence {
      return refuse(.misplacedElement, at: dash)
    }
    awaitNode(bytes, after: dash, at: content)
    return .done
  }

  @inline(__always)
  mutating func awaitNode(_ bytes: RawSpan, after sign: Int, at place: Int) {
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ sign &+ 1
    let byte = bytes.byte(at: place)
    if byte == 0x09 {
      awaitNodeAfterTab(bytes, at: place)
    } else if byte <= 0x20 || byte == UInt8(ascii: "#") {
      position = sign &+ 1
      mode = .lineEnd
    } else {
      position = place
      column = column &+ place &- sign
      mode = .node
    }
  }

  /// Moves past a tab, after which no block collection can begin (rule 184).
  @inline(never)
  private mutating func awaitNodeAfterTab(_ bytes: RawSpan, at first: Int) {
    var p = first
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    let isLineEnd = bytes.byte(at: p) <= 0x20 || bytes.byte(at: p) == UInt8(ascii: "#")
    tab = (origin + first, origin + p)
    position = isLineEnd ? first : p
    mode = isLineEnd ? .lineEnd : .value
  }

  @inline(__always)
  mutating func contentPlace(_ bytes: RawSpan, after sign: Int) -> Int? {
    var p = sign &+ 1
    while bytes.byte(at: p) == 0x20 { p &+= 1 }
    guard bytes.byte(at: p) == 0x09 else { return p < end || isComplete ? p : nil }
    var next = p
    while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next &+= 1 }
    return next < end || isComplete ? p : nil
  }

  @inline(__always)
  private mutating func key(
    _ bytes: RawSpan, _ scalar: Scalar, colon: Int, _ own: Properties, isKey: Bool,
    _ scratch: ByteStorage
  ) -> Outcome {
    let start = own.isEmpty ? scalar.start : own.start &- origin
    let outcome = beginKey(bytes, at: start, colon: colon, isKey: isKey)
    if case .done = outcome { emit(scalar, own, scratch) }
    return outcome
  }

  @inline(__always)
  mutating func beginKey(
    _ bytes: RawSpan, at start: Int, colon: Int, isKey: Bool
  ) -> Outcome {
    let next = bytes.byte(at: colon &+ 1)
    guard next <= 0x20, next > 0x08 || colon &+ 1 >= end else {
      return next <= 0x20
        ? unexpectedCharacter(bytes, at: colon &+ 1) : refuse(.missingSpaceAfterColon, at: colon)
    }
    var p = colon &+ 1
    if next == 0x20 { p &+= 1 }
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    guard p < end || isComplete else { return .more }
    guard colon &- start <= Self.longestKey || isShortKey(bytes, start..<colon) else {
      return refuse(.longKey, at: colon)
    }
    if !isKey { beginBlockMapping(at: start) }
    awaitValue(bytes, after: colon, at: p)
    return .done
  }

  @inline(__always)
  mutating func beginBlockMapping(at start: Int) {
    beginValue()
    let place = properties.isEmpty ? start : emit(takeProperties(), before: start)
    emit(.beginMapping, style: .block, at: place, text: 0..<column)
    frames.append(Frame(kind: .blockMapping, column: column, start: origin &+ start))
  }

  /// Returns whether the key has at most 1024 characters (rule 154).
  @inline(never)
  mutating func isShortKey(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    bytes.extracting(range).countOfScalars <= 1024
  }

  @inline(__always)
  mutating func awaitValue(_ bytes: RawSpan, after colon: Int, at place: Int) {
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ colon &+ 1
    let byte = bytes.byte(at: place)
    if byte == 0x0A {
      position = place &+ 1
      mode = .lineStart
    } else if byte <= 0x20 || byte == UInt8(ascii: "#") {
      position = colon &+ 1
      mode = .lineEnd
    } else {
      position = place
      mode = .value
    }
  }

  /// Reads a value on the line of its key or of `---`, where no block collection can begin.
  mutating func value(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    guard showsFour(at: position) else { return .more }
    let start = position
    var byte = bytes.byte(at: position)
    if Self.isLetter(byte), takeUsualPlain(bytes) { return .done }
    var own = Properties()
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let outcome = readProperties(bytes, &own)
      guard case .done = outcome else { return fail(outcome, at: start) }
      if mode == .lineEnd { return saveProperties(own) ? .done : refuseProperties(own) }
      byte = bytes.byte(at: position)
    }
    let outcome = valueContent(bytes, scratch, own, byte)
    if case .done = outcome { return .done }
    return fail(outcome, at: start, in: .value)
  }

  @inline(__always)
  private mutating func valueContent(
    _ bytes: RawSpan, _ scratch: ByteStorage, _ own: Properties, _ byte: UInt8
  ) -> Outcome {
    let p = position
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let scalar = quoted(bytes, at: p, byte)
      guard case .done = scalar.outcome else { return scalar.outcome }
      return take(bytes, scalar, own, scratch)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      return beginFlow(byte, own)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return block(bytes, scratch, own)
    case UInt8(ascii: "*"):
      return own.isEmpty
        ? alias(bytes, isKey: false, mayBeKey: false) : unexpectedStart(bytes, at: p)
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return unexpectedStart(bytes, at: p) }
      let line = plainLine(bytes, from: p, inFlow: false)
      switch line.stop {
      case .lineEnd, .comment: return plain(bytes, line, own, scratch)
      case .colon: return misplacedColon(bytes, at: line.next, after: p)
      case .other, .flowIndicator: return unexpectedCharacter(bytes, at: line.next)
      }
    }
  }

  @inline(__always)
  mutating func take(
    _ bytes: RawSpan, _ scalar: Scalar, _ own: Properties, _ scratch: ByteStorage
  ) -> Outcome {
    if own.isEmpty, properties.isEmpty {
      emit(scalar, at: scalar.start, scratch)
    } else {
      guard let all = joinProperties(own) else { return refuseProperties(own) }
      emit(scalar, all, scratch)
    }
    beginValue()
    if bytes.byte(at: scalar.next) == 0x0A {
      beginLine(bytes, at: scalar.next &+ 1)
    } else {
      position = scalar.next
      mode = .lineEnd
    }
    return .done
  }

  @inline(never)
  private mutating func alias(_ bytes: RawSpan, isKey: Bool, mayBeKey: Bool = true) -> Outcome {
    let start = position
    guard let end = endOfName(bytes, from: start &+ 1) else { return failure }
    guard end > start &+ 1, bytes.byte(at: end) <= 0x20 else {
      return refuseName(bytes, from: start, to: end)
    }
    var p = end
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    guard p &+ 1 < self.end || isComplete else { return .more }
    if bytes.byte(at: p) == UInt8(ascii: ":") {
      guard mayBeKey else { return misplacedColon(bytes, at: p, after: start) }
      let outcome = beginKey(bytes, at: start, colon: p, isKey: isKey)
      if case .done = outcome { emit(.alias, at: start, text: start &+ 1..<end) }
      return outcome
    }
    guard !isKey else { return missingColon(bytes, afterAliasFrom: start, to: end) }
    guard properties.isEmpty else { return unexpectedStart(bytes, at: start) }
    beginValue()
    emit(.alias, at: start, text: start &+ 1..<end)
    position = end
    mode = .lineEnd
    return .done
  }
}
