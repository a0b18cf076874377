/// Nodes in block context: elements, keys and values.
extension YAMLScanner {
  /// A node whose first part may be a key, or the dash of an element.
  mutating func node(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    guard showsFour(at: position) else { return .more }
    let top = frames.count &- 1
    let isInCollection = top >= 0 && frames[top].column == column && !frames[top].awaitsValue
    let byte = bytes.byte(at: position)
    if byte == UInt8(ascii: "-"), bytes.byte(at: position &+ 1) <= 0x20 {
      return element(bytes, isFirst: !isInCollection)
    }
    if byte == UInt8(ascii: "?"), bytes.byte(at: position &+ 1) <= 0x20 {
      return explicitKey(bytes, isFirst: !isInCollection)
    }
    if byte == UInt8(ascii: ":"), bytes.byte(at: position &+ 1) <= 0x20 {
      return colonWithoutKey(bytes, isKey: isInCollection)
    }
    guard !isInCollection || frames[top].kind == .blockMapping else { return .giveUp }
    var own = Properties()
    let start = position
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      guard properties.isEmpty else { return .giveUp }
      let outcome = readProperties(bytes, &own)
      guard case .done = outcome else { return fail(outcome, at: start) }
      if mode == .lineEnd {
        guard !isInCollection else { return fail(.giveUp, at: start, in: .node) }
        properties = own
        return .done
      }
    }
    let outcome = nodeContent(bytes, scratch, own, isKey: isInCollection)
    guard case .done = outcome else { return fail(outcome, at: start, in: .node) }
    return mode == .value ? value(bytes, scratch) : .done
  }

  /// Puts the scanner back to `place`.
  private mutating func fail(_ outcome: Outcome, at place: Int, in mode: Mode? = nil) -> Outcome {
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
      guard scalar.outcome == .done else { return scalar.outcome == .more ? .more : .giveUp }
      var next = scalar.next
      while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next &+= 1 }
      guard next < end || isComplete else { return .more }
      if bytes.byte(at: next) == UInt8(ascii: ":") {
        guard next &+ 1 < end || isComplete else { return .more }
        guard scalar.isOnOneLine else { return .giveUp }
        return key(bytes, scalar, colon: next, own, isKey: isKey, scratch)
      }
      return isKey ? .giveUp : take(bytes, scalar, own, scratch)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard !isKey else { return .giveUp }
      switch mayEndAsKey(bytes, from: p) {
      case true?: return .giveUp
      case false?: return beginFlow(byte, own)
      case nil: return .more
      }
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return isKey ? .giveUp : block(bytes, scratch, own)
    case UInt8(ascii: "*"):
      return own.isEmpty ? alias(bytes, isKey: isKey) : .giveUp
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return .giveUp }
      let line = plainLine(bytes, from: p, inFlow: false)
      switch line.stop {
      case .colon:
        let scalar = Scalar(style: .plain, start: p, text: p..<line.end, next: line.next)
        return key(bytes, scalar, colon: line.next, own, isKey: isKey, scratch)
      case .more: return .more
      case .giveUp: return .giveUp
      case .lineEnd, .comment, .flowIndicator:
        if isKey { return .giveUp }
        return plain(bytes, line, own, scratch)
      }
    }
  }

  /// Whether a plain scalar may begin at `p` in block context.
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

  /// The dash of an element.
  private mutating func element(_ bytes: RawSpan, isFirst: Bool) -> Outcome {
    let dash = position
    var p = dash &+ 1
    while bytes.byte(at: p) == 0x20 { p &+= 1 }
    let byte = bytes.byte(at: p)
    guard p < end || isComplete else { return .more }
    if byte == 0x09 {
      while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
      guard showsFour(at: p) else { return .more }
      // A tab separates the dash from what is not a collection in block style (rule 184); libyaml does not know that.
      guard !followsLibYAML, bytes.byte(at: p) > 0x20, bytes.byte(at: p) != UInt8(ascii: "#") else {
        return .giveUp
      }
    }
    if isFirst {
      guard frames.count < Self.maximumDepth else { return .giveUp }
      beginValue()
      let start = emit(takeProperties(), before: dash)
      emit(.beginSequence, style: .block, at: start)
      frames.append(Frame(kind: .blockSequence, column: column, offset: 0))
    } else if frames[frames.count &- 1].kind != .blockSequence {
      return .giveUp
    }
    awaitNode(bytes, after: dash, at: p)
    if byte == 0x09 { mode = .value }
    return .done
  }

  /// Goes to the node at `place`, on the line of the dash, question mark or colon at `sign`, or to the end of that line.
  @inline(__always)
  mutating func awaitNode(_ bytes: RawSpan, after sign: Int, at place: Int) {
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ sign &+ 1
    let byte = bytes.byte(at: place)
    if byte <= 0x20 || byte == UInt8(ascii: "#") {
      position = sign &+ 1
      mode = .lineEnd
    } else {
      position = place
      column = column &+ place &- sign
      mode = .node
    }
  }

  /// A scalar with a colon after it.
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

  /// Opens the mapping of a key if it is the first, and goes to the value.
  @inline(__always)
  mutating func beginKey(
    _ bytes: RawSpan, at start: Int, colon: Int, isKey: Bool
  ) -> Outcome {
    let next = bytes.byte(at: colon &+ 1)
    guard next <= 0x20, next > 0x08 || colon &+ 1 >= end else { return .giveUp }
    var p = colon &+ 1
    // The space, for the usual value; a line may end there as well.
    if next == 0x20 { p &+= 1 }
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    let byte = bytes.byte(at: p)
    guard p < end || isComplete else { return .more }
    guard colon &- start <= Self.longestKey else { return .giveUp }
    if !isKey {
      guard frames.count < Self.maximumDepth else { return .giveUp }
      beginValue()
      let start = emit(takeProperties(), before: start)
      emit(.beginMapping, style: .block, at: start)
      frames.append(Frame(kind: .blockMapping, column: column, offset: 0))
    }
    let top = frames.count &- 1
    frames[top].awaitsValue = true
    frames[top].offset = origin &+ colon &+ 1
    if byte == 0x0A {
      position = p &+ 1
      mode = .lineStart
    } else if byte <= 0x20 || byte == UInt8(ascii: "#") {
      position = colon &+ 1
      mode = .lineEnd
    } else {
      position = p
      mode = .value
    }
    return .done
  }

  /// Scans a value on the line of its key, or of `---`, where it cannot be a key itself.
  mutating func value(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    guard showsFour(at: position) else { return .more }
    let start = position
    var own = Properties()
    var byte = bytes.byte(at: position)
    if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let outcome = readProperties(bytes, &own)
      guard case .done = outcome else { return fail(outcome, at: start) }
      if mode == .lineEnd {
        properties = own
        return .done
      }
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
      guard scalar.outcome == .done else { return scalar.outcome == .more ? .more : .giveUp }
      return take(bytes, scalar, own, scratch)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      return beginFlow(byte, own)
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return block(bytes, scratch, own)
    case UInt8(ascii: "*"):
      return own.isEmpty ? alias(bytes, isKey: false, mayBeKey: false) : .giveUp
    default:
      guard Self.mayBeginPlain(bytes, at: p) else { return .giveUp }
      let line = plainLine(bytes, from: p, inFlow: false)
      switch line.stop {
      case .lineEnd, .comment: return plain(bytes, line, own, scratch)
      case .more: return .more
      case .colon, .giveUp, .flowIndicator: return .giveUp
      }
    }
  }

  /// Emits a scalar that is a whole value.
  @inline(__always)
  private mutating func take(
    _ bytes: RawSpan, _ scalar: Scalar, _ own: Properties, _ scratch: ByteStorage
  ) -> Outcome {
    guard own.isEmpty || properties.isEmpty else { return .giveUp }
    beginValue()
    emit(scalar, own.isEmpty ? takeProperties() : own, scratch)
    let isAtLineEnd = bytes.byte(at: scalar.next) == 0x0A
    position = isAtLineEnd ? scalar.next &+ 1 : scalar.next
    mode = isAtLineEnd ? .lineStart : .lineEnd
    return .done
  }

  /// A plain scalar whose first line is `line`, with the lines after it.
  @inline(__always)
  private mutating func plain(
    _ bytes: RawSpan, _ line: PlainLine, _ own: Properties, _ scratch: ByteStorage
  ) -> Outcome {
    var scalar = Scalar(
      style: .plain, start: position, text: position..<line.end, next: line.next)
    if line.stop == .lineEnd {
      let outcome = continuePlain(bytes, &scalar)
      guard case .done = outcome else { return outcome }
    }
    return take(bytes, scalar, own, scratch)
  }

  @inline(never)
  private mutating func alias(_ bytes: RawSpan, isKey: Bool, mayBeKey: Bool = true) -> Outcome {
    let start = position
    guard let end = endOfName(bytes, from: start &+ 1) else { return .more }
    // A name that ends in a colon is likely to be meant as a key, which libyaml takes it for.
    guard end > start &+ 1, bytes.byte(at: end) <= 0x20,
      bytes.byte(at: end &- 1) != UInt8(ascii: ":")
    else { return .giveUp }
    var p = end
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    guard p &+ 1 < self.end || isComplete else { return .more }
    if bytes.byte(at: p) == UInt8(ascii: ":") {
      guard mayBeKey else { return .giveUp }
      let outcome = beginKey(bytes, at: start, colon: p, isKey: isKey)
      if case .done = outcome { emit(.alias, at: start, text: start &+ 1..<end) }
      return outcome
    }
    guard !isKey, properties.isEmpty else { return .giveUp }
    beginValue()
    emit(.alias, at: start, text: start &+ 1..<end)
    position = end
    mode = .lineEnd
    return .done
  }

  // MARK: Anchors and tags

  /// Returns the end of the name of an anchor; nil if it is not in view.
  mutating func endOfName(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        p += 1
      default:
        guard p < end || isComplete else { return nil }
        // A name that begins with another sign is likely to be a mistake, as in `*.txt`.
        let mayBeOther = p > start || bytes.byte(at: p) >= 0x80
        return followsLibYAML || !mayBeOther ? p : endOfAnyName(bytes, from: p)
      }
    }
  }

  /// Returns the end of a name that has other characters than libyaml knows (rule 102); nil if it is not in view.
  @inline(never)
  private mutating func endOfAnyName(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case 0...0x20, 0x7F, 0xEF, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        return p < end || isComplete ? p : nil
      case 0x80...:
        let next = YAMLText.endOfWide(bytes, from: p, to: end)
        guard next > p else { return isCut(bytes, at: p) ? nil : p }
        p = next
      default: p += 1
      }
    }
  }

  /// Returns the end of a tag; nil if it is not in view, `start` if it is not a simple one.
  private mutating func endOfTag(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start + 1
    let isVerbatim = bytes.byte(at: p) == UInt8(ascii: "<")
    if isVerbatim || bytes.byte(at: p) == UInt8(ascii: "!") { p += 1 }
    let name = p
    loop: while true {
      switch bytes.byte(at: p) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"):
        p += 1
      default: break loop
      }
    }
    guard p < end || isComplete else { return nil }
    guard p > name else { return start }
    guard isVerbatim else { return p }
    return bytes.byte(at: p) == UInt8(ascii: ">") ? p + 1 : start
  }

  /// Reads the anchor and the tag at `position`, and goes to what follows on the line; at its end, the mode is
  /// `lineEnd`.
  @inline(never)
  mutating func readProperties(_ bytes: RawSpan, _ own: inout Properties) -> Outcome {
    own.start = origin + position
    var p = position
    while true {
      var next = p
      if bytes.byte(at: p) == UInt8(ascii: "&") {
        guard own.anchor.isEmpty else { return .giveUp }
        guard let end = endOfName(bytes, from: p + 1) else { return .more }
        guard end > p + 1 else { return .giveUp }
        own.anchor = origin + p + 1..<origin + end
        next = end
      } else if bytes.byte(at: p) == UInt8(ascii: "!") {
        guard own.tag.isEmpty else { return .giveUp }
        guard let end = endOfTag(bytes, from: p) else { return .more }
        guard end > p else { return .giveUp }
        own.tag = origin + p..<origin + end
        next = end
      } else {
        position = p
        return .done
      }
      p = next
      while bytes.byte(at: p) == 0x20 { p += 1 }
      guard p < end || isComplete else { return .more }
      let byte = bytes.byte(at: p)
      if byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: "#") && p > next || p >= end {
        position = next
        mode = .lineEnd
        return .done
      }
      guard p > next, byte > 0x20, showsFour(at: p) else {
        return p > next && byte > 0x20 ? .more : .giveUp
      }
    }
  }
}
