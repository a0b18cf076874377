extension YAMLScanner {
  struct Scalar {
    var outcome = Outcome.done
    let style: Event.Style
    let start: Int
    var text: Range<Int>
    var next: Int
    var isRewritten = false
    var isOnOneLine = true
  }

  @inline(__always)
  mutating func emit(_ scalar: Scalar, _ properties: Properties, _ scratch: ByteStorage) {
    emit(scalar, at: emit(properties, before: scalar.start), scratch)
  }

  @inline(__always)
  mutating func emit(_ scalar: Scalar, at start: Int, _ scratch: ByteStorage) {
    guard scalar.isRewritten else {
      emit(.scalar, style: scalar.style, at: start, text: scalar.text)
      return
    }
    output.placesOfRewritten.append(YAMLSteps.Place(start: scalar.start, end: scalar.next))
    emitRewritten(scalar.style, at: start, scratch)
  }

  @inline(never)
  mutating func emitRewritten(_ style: Event.Style, at start: Int, _ scratch: ByteStorage) {
    for index in 0..<remarks.count { output.steps.append(remarks[index]) }
    remarks.removeAll()
    let place = scratch.count
    text.withBytes { scratch.append(next: $0) }
    emit(.scalar, style: style, at: start, text: place..<scratch.count, isInScratch: true)
  }

  // MARK: Plain

  struct PlainLine {
    enum Stop: UInt8 {
      /// `other` is a character that is not text, or the end of the window.
      case lineEnd, comment, colon, flowIndicator, other
    }

    let stop: Stop
    let end: Int
    let next: Int
  }

  @inline(__always)
  mutating func plainLine(_ bytes: RawSpan, from start: Int, inFlow: Bool) -> PlainLine {
    var p = start
    var stop = PlainLine.Stop.other
    scan: while true {
      let block = bytes.block(at: p)
      var ends =
        block.isBelow(0x20) | block.isAtLeast(0x7F) | block.equals(UInt8(ascii: ":"))
        | block.equals(UInt8(ascii: "#"))
      if inFlow {
        ends |=
          block.equals(UInt8(ascii: ",")) | block.equals(UInt8(ascii: "["))
          | block.equals(UInt8(ascii: "]")) | block.equals(UInt8(ascii: "{"))
          | block.equals(UInt8(ascii: "}"))
      }
      let plain = ends.bytesBefore
      p &+= plain
      guard plain < ByteBlock.width else {
        guard p >= end else { continue }
        p = end
        if isComplete { stop = .lineEnd }
        break
      }
      switch bytes.byte(at: p) {
      case 0x0A:
        stop = .lineEnd
        break scan
      case 0x0D:
        if !isCut(bytes, at: p) { stop = .lineEnd }
        break scan
      case UInt8(ascii: ":"):
        let next = bytes.byte(at: p &+ 1)
        if p &+ 1 >= end {
          if isComplete { stop = .colon } else { p &+= 1 }
          break scan
        }
        if next == 0x20 || next == 0x0A || next == 0x09 || next == 0x0D {
          stop = .colon
          break scan
        }
        if inFlow {
          switch next {
          case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            // A flow indicator after the colon ends the text (rule 130).
            stop = .colon
            break scan
          default: break
          }
        }
        p &+= 1
      case UInt8(ascii: "#"):
        let last = bytes.byte(at: p &- 1)
        if last == 0x20 || last == 0x09 {
          stop = .comment
          break scan
        }
        p &+= 1
      case 0x09:
        p &+= 1
      case 0x80...:
        let next = endOfWide(bytes, from: p)
        guard next > p else { break scan }
        p = next
      case 0 where p >= end:
        if isComplete { stop = .lineEnd }
        break scan
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        stop = .flowIndicator
        break scan
      default:
        break scan
      }
    }
    var last = p
    while last > start, bytes.byte(at: last &- 1) == 0x20 || bytes.byte(at: last &- 1) == 0x09 {
      last &-= 1
    }
    return PlainLine(stop: stop, end: last, next: p)
  }

  /// Precondition: `scalar.next` is the end of the first line.
  mutating func continuePlain(_ bytes: RawSpan, _ scalar: inout Scalar) -> Outcome {
    let indentation = indentation
    while true {
      let next = followingLine(bytes, from: scalar.next)
      guard case .done = next.outcome else { return next.outcome }
      let p = next.place
      guard p < end, next.indentation > indentation, bytes.byte(at: p) != UInt8(ascii: "#"),
        p > next.lineStart || !isMarker(bytes, at: p)
      else { return .done }
      guard next.blankIndentation > indentation else {
        return refuse(.tabInIndentation, at: next.blankTab)
      }
      let line = plainLine(bytes, from: p, inFlow: false)
      switch line.stop {
      case .lineEnd, .comment: break
      case .colon: return unexpectedColon(bytes, at: line.next, inTextFrom: scalar)
      case .other, .flowIndicator: return unexpectedCharacter(bytes, at: line.next)
      }
      append(bytes, line, from: p, breaks: next.breaks, &scalar)
      if line.stop == .comment { return .done }
    }
  }

  @inline(never)
  mutating func continuePlainInFlow(_ bytes: RawSpan, _ scalar: inout Scalar) -> Outcome {
    remarks.removeAll()
    while true {
      let next = followingLine(bytes, from: scalar.next)
      guard case .done = next.outcome else { return next.outcome }
      let p = next.place
      guard p > next.lineStart || !isMarker(bytes, at: p) else {
        return refuse(.documentMarkerInside, at: p)
      }
      guard bytes.byte(at: p) != UInt8(ascii: "#") else { return .done }
      let line = plainLine(bytes, from: p, inFlow: true)
      guard line.stop != .other else { return unexpectedCharacter(bytes, at: line.next) }
      guard line.end > p else { return .done }
      flowLine = (origin + next.lineStart, next.indentation)
      if min(next.indentation, next.blankIndentation) <= indentation { remarkShallow(next) }
      append(bytes, line, from: p, breaks: next.breaks, &scalar)
      guard line.stop == .lineEnd else { return .done }
    }
  }

  /// Notes a line of text that is indented less than rules 67 to 74 ask; other programs read it.
  mutating func remarkShallow(_ line: FollowingLine) {
    let isBlankTab = line.blankIndentation < line.indentation
    remarks.append(
      YAMLStep(.shallowLine, at: isBlankTab ? line.blankTab : line.lineStart + line.indentation))
  }

  private mutating func append(
    _ bytes: RawSpan, _ line: PlainLine, from start: Int, breaks: Int, _ scalar: inout Scalar
  ) {
    if !scalar.isRewritten {
      text.removeAll()
      text.append(contentsOf: bytes.extracting(scalar.text))
      scalar.isRewritten = true
      scalar.isOnOneLine = false
    }
    appendFold(breaks)
    text.append(contentsOf: bytes.extracting(start..<line.end))
    scalar.next = line.next
  }

  mutating func appendFold(_ breaks: Int) {
    if breaks == 1 {
      text.append(UInt8(ascii: " "))
    } else {
      for _ in 1..<breaks { text.append(0x0A) }
    }
  }

  struct FollowingLine {
    var outcome = Outcome.done
    var breaks = 0
    var lineStart = 0
    var place = 0
    var indentation = 0
    /// The fewest spaces before a tab on a preceding blank line, which must be indented like text (rules 67 to 70).
    var blankIndentation = Int.max
    var blankTab = 0
  }

  mutating func followingLine(_ bytes: RawSpan, from start: Int) -> FollowingLine {
    var line = FollowingLine()
    var p = start
    line.lineStart = p
    while true {
      switch bytes.byte(at: p) {
      case 0x0A:
        p += 1
        line.breaks += 1
        line.lineStart = p
      case 0x20:
        p += 1
      case 0x0D where !isCut(bytes, at: p):
        p += widthOfBreak(bytes, at: p)
        line.breaks += 1
        line.lineStart = p
      case 0x09:
        line.indentation = p - line.lineStart
        while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p += 1 }
        guard widthOfBreak(bytes, at: p) > 0 else { return end(line, bytes, at: p) }
        if line.indentation < line.blankIndentation {
          line.blankIndentation = line.indentation
          line.blankTab = line.lineStart + line.indentation
        }
      default:
        line.indentation = p - line.lineStart
        return end(line, bytes, at: p)
      }
    }
  }

  private mutating func end(_ line: FollowingLine, _ bytes: RawSpan, at p: Int) -> FollowingLine {
    var line = line
    line.place = p
    if !showsFour(at: p) {
      line.outcome = .more
    } else if p < end, bytes.byte(at: p) < 0x20 {
      line.outcome = unexpectedCharacter(bytes, at: p)
    }
    return line
  }
}
