/// Lines: their ends, comments, and the collections that their indentation ends.
extension YAMLScanner {
  /// Whether a marker of a document is at `p`, which is the beginning of a line.
  ///
  /// - Precondition: four bytes from `p` on are in view, or the input is complete.
  @inline(__always)
  func isMarker(_ bytes: RawSpan, at p: Int) -> Bool {
    let three = bytes.halfWord(at: p) & 0xFF_FFFF
    guard three == 0x2D_2D2D || three == 0x2E_2E2E else { return false }
    let next = bytes.byte(at: p &+ 3)
    return next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D || p &+ 3 >= end
  }

  /// Whether the four bytes from `p` on are in view, or the input ends there.
  @inline(__always)
  func showsFour(at p: Int) -> Bool { p &+ 4 <= end || isComplete }

  /// Sets the place after spaces, blank lines and comments in `position`, which is the beginning of its line; returns
  /// the place in the line.
  @inline(__always)
  mutating func skipLines(_ bytes: RawSpan) -> Int? {
    while true {
      var p = position
      while bytes.byte(at: p) == 0x20 { p = Self.skipSpaces(bytes, from: p) }
      switch bytes.byte(at: p) {
      case 0x0A:
        position = p &+ 1
      case UInt8(ascii: "#"):
        let next = endOfComment(bytes, from: p)
        guard next > 0 else {
          failedSkip = next == 0 ? .more : .giveUp
          return nil
        }
        position = next
      default:
        return p
      }
    }
  }

  @inline(__always)
  static func skipSpaces(_ bytes: RawSpan, from start: Int) -> Int {
    let others = WordScanning.differs(bytes.word(at: start), from: 0x20)
    return start &+ (others == 0 ? 8 : WordScanning.bytesBefore(others))
  }

  /// Returns the place after the line of a comment; 0 if that is not in view, -1 if the comment is not text.
  @inline(never)
  func endOfComment(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      p = endOfText(bytes, from: p)
      switch bytes.byte(at: p) {
      case 0x0A: return p + 1
      case 0x09: p += 1
      case 0 where p >= end: return isComplete ? p : 0
      default: return isCut(bytes, at: p) ? 0 : -1
      }
    }
  }

  /// Whether a scalar begins at `p` of which the window does not show all.
  func isCut(_ bytes: RawSpan, at p: Int) -> Bool {
    !isComplete && bytes.byte(at: p) >= 0x80 && p &+ 4 > end
  }

  /// Returns the place of the first control character, or of a scalar that needs a closer look.
  @inline(__always)
  func endOfText(_ bytes: RawSpan, from start: Int) -> Int {
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
    let isBehindBlank = p > 0 && bytes.byte(at: p &- 1) <= 0x20
    if byte == 0x20 || byte == 0x09 {
      repeat {
        p &+= 1
        byte = bytes.byte(at: p)
      } while byte == 0x20 || byte == 0x09
    } else if byte == UInt8(ascii: "#"), !isBehindBlank {
      return .giveUp
    }
    switch byte {
    case 0x0A:
      position = p &+ 1
    case UInt8(ascii: "#"):
      let next = endOfComment(bytes, from: p)
      guard next > 0 else { return next == 0 ? .more : .giveUp }
      position = next
    case 0 where p >= end:
      guard isComplete else { return .more }
      position = p
    default:
      return .giveUp
    }
    mode = .lineStart
    return .done
  }

  // MARK: Beginnings

  /// Moves the restart behind comments, so that they need not stay in the window.
  @inline(never)
  private mutating func moveBehindComments(_ bytes: RawSpan) {
    guard !frames.isEmpty, !frames[frames.count - 1].awaitsValue, properties.isEmpty else { return }
    restart.move(to: position, of: bytes, origin, frames)
  }

  mutating func lineStart(_ bytes: RawSpan) -> Outcome {
    let found = skipLines(bytes)
    if position &+ origin &- restart.offset > restartDistance { moveBehindComments(bytes) }
    guard let p = found else { return failedSkip }
    guard showsFour(at: p) else { return .more }
    let byte = bytes.byte(at: p)
    // A tab, a carriage return or a byte-order mark may belong to a blank line, which ends no collection.
    if p < end, byte < 0x20 || bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF { return .giveUp }
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
          switch endOfMarker(bytes, at: p) {
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
      if byte == UInt8(ascii: "%") { return .giveUp }
    }
    let next = bytes.byte(at: p &+ 1)
    let isElement = byte == UInt8(ascii: "-") && (next <= 0x20)
    var count = frames.count
    while count > 0, frames[count &- 1].column > column { count &-= 1 }
    if count > 0, frames[count &- 1].column == column {
      if frames[count &- 1].kind == .blockSequence, !isElement {
        // The sequence is at the column of the mapping around it.
        guard count > 1, frames[count &- 2].column == column else { return .giveUp }
        count &-= 1
      } else if frames[count &- 1].kind == .blockMapping, isElement {
        guard frames[count &- 1].awaitsValue, count == frames.count else { return .giveUp }
        position = p
        self.column = column
        mode = .node
        return .done
      }
      // libyaml accepts a block scalar there as the value, and none of the others.
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: "]"),
        UInt8(ascii: "}"):
        return .giveUp
      default: break
      }
      closeFrames(to: count, at: p)
      if frames[count &- 1].awaitsValue {
        emitAbsentValue(at: frames[count &- 1].offset &- origin)
        frames[count &- 1].awaitsValue = false
      }
    } else if count == 0 {
      guard frames.isEmpty, !hasRoot else { return .giveUp }
    } else {
      guard count == frames.count, frames[count &- 1].awaitsValue else { return .giveUp }
    }
    if position &+ origin &- restart.offset > restartDistance, properties.isEmpty, count > 0 {
      restart.move(to: position, of: bytes, origin, frames)
    }
    position = p
    self.column = column
    mode = .node
    return .done
  }
}
