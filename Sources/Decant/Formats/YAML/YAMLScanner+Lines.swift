extension YAMLScanner {
  /// Precondition: `p` begins a line, and `showsFour(at: p)`.
  @inline(__always)
  func isMarker(_ bytes: RawSpan, at p: Int) -> Bool {
    let three = bytes.halfWord(at: p) & 0xFF_FFFF
    guard three == 0x2D_2D2D || three == 0x2E_2E2E else { return false }
    let next = bytes.byte(at: p &+ 3)
    return next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D || p &+ 3 >= end
  }

  /// Whether the window contains the four bytes at `p`, or the rest of the input.
  @inline(__always)
  func showsFour(at p: Int) -> Bool { p &+ 4 <= end || isComplete }

  /// Returns the end of the indentation of the next line with text; nil with `failedSkip` set.
  @inline(__always)
  mutating func skipLines(_ bytes: RawSpan) -> Int? {
    while true {
      var p = position
      while bytes.byte(at: p) == 0x20 { p = Self.skipSpaces(bytes, from: p) }
      switch bytes.byte(at: p) {
      case 0x0A:
        position = p &+ 1
      case 0x0D where bytes.byte(at: p &+ 1) == 0x0A:
        position = p &+ 2
      case UInt8(ascii: "#"):
        let next = endOfComment(bytes, from: p)
        guard next > 0 else {
          failedSkip = next == 0 ? .more : .giveUp
          return nil
        }
        position = next
      case 0x09 where !followsLibYAML:
        // A blank line may contain tabs (rules 75 to 79), which libyaml does not support.
        guard let next = endOfBlankLine(bytes, from: p) else { return nil }
        guard next > 0 else { return p }
        position = next
      default:
        return p
      }
    }
  }

  /// Returns 0 if the line is not blank; nil with `failedSkip` set.
  @inline(never)
  private mutating func endOfBlankLine(_ bytes: RawSpan, from start: Int) -> Int? {
    var p = start
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
    guard showsFour(at: p) else {
      failedSkip = .more
      return nil
    }
    switch bytes.byte(at: p) {
    case 0x0A: return p + 1
    case 0x0D where bytes.byte(at: p + 1) == 0x0A: return p + 2
    case UInt8(ascii: "#"):
      let next = endOfComment(bytes, from: p)
      guard next <= 0 else { return next }
      failedSkip = next == 0 ? .more : .giveUp
      return nil
    default: return 0
    }
  }

  @inline(__always)
  static func skipSpaces(_ bytes: RawSpan, from start: Int) -> Int {
    let others = WordScanning.differs(bytes.word(at: start), from: 0x20)
    return start &+ (others == 0 ? 8 : WordScanning.bytesBefore(others))
  }

  /// Returns 0 if the window ends first, -1 at a character to give up on.
  @inline(never)
  mutating func endOfComment(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      p = endOfText(bytes, from: p)
      switch bytes.byte(at: p) {
      case 0x0A: return p + 1
      case 0x0D where bytes.byte(at: p + 1) == 0x0A: return p + 2
      case 0x09: p += 1
      case 0 where p >= end: return isComplete ? p : 0
      default: return isCut(bytes, at: p) ? 0 : -1
      }
    }
  }

  mutating func isCut(_ bytes: RawSpan, at p: Int) -> Bool {
    guard !isComplete else { return false }
    let byte = bytes.byte(at: p)
    return byte >= 0x80 ? p &+ 4 > end : byte == 0x0D && p &+ 1 >= end
  }

  /// Stops at control characters, and where `YAMLText.endOfWide` does.
  @inline(__always)
  mutating func endOfText(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while p < end {
      let block = bytes.block(at: p)
      let plain = (block.isBelow(0x20) | block.isAtLeast(0x7F)).bytesBefore
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      guard bytes.byte(at: p) >= 0x80 else { return min(p, end) }
      let next = YAMLText.endOfWide(bytes, from: p, to: end)
      guard next > p else { return p }
      p = next
    }
    return min(p, end)
  }

  mutating func lineEnd(_ bytes: RawSpan) -> Outcome {
    var p = position
    var byte = bytes.byte(at: p)
    let followsBlank = p > 0 && bytes.byte(at: p &- 1) <= 0x20
    if byte == 0x20 || byte == 0x09 {
      repeat {
        p &+= 1
        byte = bytes.byte(at: p)
      } while byte == 0x20 || byte == 0x09
    } else if byte == UInt8(ascii: "#"), !followsBlank {
      return refuse(.missingSpaceBeforeComment, at: p)
    }
    let next: Int
    switch byte {
    case 0x0A:
      next = p &+ 1
    case 0x0D where bytes.byte(at: p &+ 1) == 0x0A:
      next = p &+ 2
    case UInt8(ascii: "#"):
      next = endOfComment(bytes, from: p)
      guard next > 0 else { return next == 0 ? .more : .giveUp }
    case 0 where p >= end:
      guard isComplete else { return .more }
      next = p
    default:
      return isCut(bytes, at: p) ? .more : .giveUp
    }
    beginLine(bytes, at: next)
    return .done
  }

  /// Moves to a line; past its indentation if an entry of the innermost collection begins there, as on most lines.
  @inline(__always)
  mutating func beginLine(_ bytes: RawSpan, at start: Int) {
    position = start
    mode = .lineStart
    guard !frames.isEmpty else { return }
    let frame = frames[frames.count &- 1]
    let p = Self.endOfIndentation(bytes, from: start, to: start &+ frame.column)
    if !frame.awaitsValue { beginEntry(of: frame, bytes, at: p, ofLine: start) }
  }

  /// Ends a value at the end of its line; returns false if the next line may continue it.
  ///
  /// Most plain scalars end here: the next line is not indented more than the collection.
  @inline(__always)
  mutating func endsPlain(_ bytes: RawSpan, at lineEnd: Int) -> Bool {
    let start = lineEnd &+ (bytes.byte(at: lineEnd) == 0x0D ? 2 : 1)
    let frame = frames[frames.count &- 1]
    let limit = start &+ frame.column
    let p = Self.endOfIndentation(bytes, from: start, to: limit)
    guard p <= limit, bytes.byte(at: p) > 0x20 else { return false }
    frames[frames.count &- 1].awaitsValue = false
    position = start
    mode = .lineStart
    beginEntry(of: frame, bytes, at: p, ofLine: start)
    return true
  }

  @inline(__always)
  private static func endOfIndentation(_ bytes: RawSpan, from start: Int, to limit: Int) -> Int {
    var p = start
    while p < limit, bytes.byte(at: p) == 0x20 { p = skipSpaces(bytes, from: p) }
    return p
  }

  @inline(__always)
  private mutating func beginEntry(
    of frame: Frame, _ bytes: RawSpan, at p: Int, ofLine start: Int
  ) {
    guard p == start &+ frame.column, p &+ 4 <= end, !frame.hasExplicitKey,
      origin &+ start &- restart.offset <= restartDistance
    else { return }
    if frame.kind == .blockMapping {
      guard Self.isLetter(bytes.byte(at: p)) else { return }
      mode = .key
    } else {
      guard bytes.halfWord(at: p) & 0xFFFF == 0x202D else { return }
      mode = .node
    }
    position = p
    column = frame.column
  }

  // MARK: Beginnings

  /// Moves the restart past comments, which need not stay in the window.
  @inline(never)
  private mutating func moveRestartPastComments(_ bytes: RawSpan) {
    guard properties.isEmpty, !frames.isEmpty else { return }
    let frame = frames[frames.count - 1]
    guard !frame.awaitsValue, !frame.hasExplicitKey else { return }
    restart.move(to: position, of: bytes, origin, after: steps.count, frames)
  }

  mutating func lineStart(_ bytes: RawSpan, _ scratch: ByteStorage) -> Outcome {
    let found = skipLines(bytes)
    if position &+ origin &- restart.offset > restartDistance { moveRestartPastComments(bytes) }
    guard let p = found else { return failedSkip }
    guard showsFour(at: p) else { return .more }
    let byte = bytes.byte(at: p)
    // A lone carriage return or a byte-order mark may be part of a blank line, which does not end a collection.
    if p < end, byte < 0x20 || bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF {
      return byte == 0x09 ? valueAfterTab(bytes, at: p) : .giveUp
    }
    if p >= end {
      endDocument(at: p)
      position = p
      allowsBareDocument = false
      return .done
    }
    let column = p &- position
    if column == 0 {
      if isMarker(bytes, at: p) {
        if byte == UInt8(ascii: ".") {
          switch endOfLine(bytes, from: p &+ 3) {
          case .some(let next) where next > 0:
            endDocument(at: p)
            position = next
            allowsBareDocument = true
          case .some: return .more
          case nil: return .giveUp
          }
        } else {
          endDocument(at: p)
          allowsBareDocument = false
        }
        return .done
      }
      if byte == UInt8(ascii: "%") { return directiveInDocument(bytes, at: p) }
    }
    let next = bytes.byte(at: p &+ 1)
    let isElement = byte == UInt8(ascii: "-") && (next <= 0x20)
    var count = frames.count
    if count > 0, frames[count &- 1].isBeforeEntry(in: column, isElement: isElement) {
      return beginEntry(bytes, scratch, at: p, column)
    }
    if count > 0, frames[count &- 1].column < column {
      guard frames[count &- 1].awaitsValue else { return .giveUp }
      return beginEntry(bytes, scratch, at: p, column)
    }
    while count > 0, frames[count &- 1].column > column { count &-= 1 }
    if count > 0, frames[count &- 1].column == column {
      if frames[count &- 1].kind == .blockSequence, !isElement {
        // A sequence may be in the column of its mapping.
        guard count > 1, frames[count &- 2].column == column else { return .giveUp }
        count &-= 1
      } else if frames[count &- 1].kind == .blockMapping, isElement {
        let frame = frames[count &- 1]
        guard frame.awaitsValue, count == frames.count else { return .giveUp }
        position = p
        self.column = column
        mode = .node
        return .done
      }
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        // A block scalar is indented more than its key; libyaml does not require that.
        return refuse(.misindented(.mapping), at: p)
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        return .giveUp
      default: break
      }
      closeFrames(to: count, at: p)
      if frames[count &- 1].awaitsValue {
        emitAbsentValue(at: frames[count &- 1].offset &- origin)
        frames[count &- 1].awaitsValue = false
      }
      if frames[count &- 1].hasExplicitKey {
        position = p
        self.column = column
        return endExplicitKey(bytes)
      }
    } else if count == 0 {
      guard frames.isEmpty, !hasRoot else { return .giveUp }
    } else {
      guard count == frames.count, frames[count &- 1].awaitsValue else { return .giveUp }
    }
    return beginEntry(bytes, scratch, at: p, column)
  }

  @inline(__always)
  private mutating func beginEntry(
    _ bytes: RawSpan, _ scratch: ByteStorage, at place: Int, _ column: Int
  ) -> Outcome {
    if position &+ origin &- restart.offset > restartDistance, properties.isEmpty, frames.count > 0
    {
      restart.move(to: position, of: bytes, origin, after: steps.count, frames)
    }
    position = place
    self.column = column
    mode = .node
    return node(bytes, scratch)
  }

  /// Reads a value after tabs, which separate but do not indent (rules 63 and 66), so only an awaited flow node or
  /// block scalar can follow; libyaml does not support them.
  @inline(never)
  private mutating func valueAfterTab(_ bytes: RawSpan, at p: Int) -> Outcome {
    guard !followsLibYAML else { return .giveUp }
    var next = p
    while bytes.byte(at: next) == 0x20 || bytes.byte(at: next) == 0x09 { next += 1 }
    guard showsFour(at: next) else { return .more }
    let top = frames.count - 1
    let isAwaited = top < 0 ? !hasRoot : frames[top].awaitsValue
    guard isAwaited, p - position > indentation else { return .giveUp }
    position = next
    mode = .value
    return .done
  }

  /// Refuses a directive without `...` before it (rule 211).
  @inline(never)
  private mutating func directiveInDocument(_ bytes: RawSpan, at p: Int) -> Outcome {
    guard p + 5 <= end || isComplete else { return .more }
    for name in ["%YAML", "%TAG "] {
      let isNamed = name.utf8.enumerated().allSatisfy {
        bytes.byte(at: p + $0.offset) == $0.element
      }
      if isNamed { return refuse(.directiveInDocument, at: p) }
    }
    return .giveUp
  }
}
