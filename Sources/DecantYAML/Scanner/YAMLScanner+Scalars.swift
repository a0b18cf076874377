internal import DecantCore

/// Plain text, of one line or several.
///
/// The text of one line is a range of the window. Text that is folded is written to `text`, the scanner's own bytes:
///
///     a: one       ─▶ "one two\nthree": a line break is a space, each blank line a line break
///       two
///
///       three
extension YAMLScanner {
  struct Scalar {
    let style: Event.Style
    let start: Int
    var text: Range<Int>
    var next: Int
    var isRewritten = false
    var isOnOneLine = true
  }

  @inline(__always)
  mutating func emit(_ scalar: Scalar, at start: Int) {
    guard scalar.isRewritten else {
      emit(.scalar, style: scalar.style, at: start, text: scalar.text)
      return
    }
    output.rewrittenLexemes.append(YAMLTokens.Lexeme(start: scalar.start, end: scalar.next))
    emitRewritten(scalar.style, at: start)
  }

  // MARK: Plain

  struct PlainLine {
    enum Stop: UInt8 {
      /// `other` is a comment or, in brackets, an indicator.
      case lineEnd, colon, other
    }

    let stop: Stop
    let end: Int
    let next: Int
  }

  @inline(__always)
  mutating func plainLine(
    _ bytes: RawSpan, from start: Int, inFlow: Bool
  ) throws(YAMLPause) -> PlainLine {
    var p = start
    let stop: PlainLine.Stop
    scan: while true {
      let block = bytes.block(at: p)
      // The zeros after the window are below 0x20.
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
      guard plain < ByteBlock.width else { continue }
      let byte = bytes.byte(at: p)
      switch byte {
      case 0x0A:
        stop = .lineEnd
        break scan
      case UInt8(ascii: ":"):
        let next = bytes.byte(at: p &+ 1)
        guard shows(2, at: p) else { throw .windowEmpty }
        // In brackets, also an indicator after the colon ends the text (rule 130).
        if next == 0x20 || next == 0x0A || next == 0x09 || next == 0x0D || p &+ 1 >= end
          || inFlow && Self.isFlowIndicator(next)
        {
          stop = .colon
          break scan
        }
        p &+= 1
      case UInt8(ascii: "#"):
        let last = bytes.byte(at: p &- 1)
        if last == 0x20 || last == 0x09 {
          stop = .other
          break scan
        }
        p &+= 1
      case 0x09:
        p &+= 1
      case 0x80...:
        let next = endOfWide(bytes, from: p)
        guard next > p else { throw unexpectedCharacter(bytes, at: p) }
        p = next
      case 0x0D,
        0 where p >= end:
        guard !isCut(bytes, at: p) else { throw .windowEmpty }
        stop = .lineEnd
        break scan
      default:
        guard inFlow, Self.isFlowIndicator(byte) else { throw unexpectedCharacter(bytes, at: p) }
        stop = .other
        break scan
      }
    }
    var last = p
    while last > start, bytes.byte(at: last &- 1) == 0x20 || bytes.byte(at: last &- 1) == 0x09 {
      last &-= 1
    }
    return PlainLine(stop: stop, end: last, next: p)
  }

  @inline(__always)
  static func isFlowIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// Precondition: `scalar.next` is the end of the first line.
  mutating func continuePlain(_ bytes: RawSpan, _ scalar: inout Scalar) throws(YAMLPause) {
    let indentation = indentation
    while true {
      let next = try followingLine(bytes, from: scalar.next)
      let p = next.textStart
      guard p < end, next.indentation > indentation, bytes.byte(at: p) != UInt8(ascii: "#"),
        p > next.lineStart || !isMarker(bytes, at: p)
      else { return }
      guard next.blankIndentation > indentation else {
        throw failure(.tabInIndentation, at: next.blankTab)
      }
      let line = try plainLine(bytes, from: p, inFlow: false)
      guard line.stop != .colon else {
        throw unexpectedColon(bytes, at: line.next, inTextFrom: scalar)
      }
      append(bytes, line, from: p, breaks: next.breaks, &scalar)
      guard line.stop == .lineEnd else { return }
    }
  }

  @inline(never)
  mutating func continuePlainInFlow(_ bytes: RawSpan, _ scalar: inout Scalar) throws(YAMLPause) {
    remarks.removeAll()
    while true {
      let next = try followingLine(bytes, from: scalar.next)
      let p = next.textStart
      guard p > next.lineStart || !isMarker(bytes, at: p) else {
        throw failure(.documentMarkerInside, at: p)
      }
      guard bytes.byte(at: p) != UInt8(ascii: "#") else { return }
      let line = try plainLine(bytes, from: p, inFlow: true)
      guard line.end > p else { return }
      noteFlowLine(next)
      append(bytes, line, from: p, breaks: next.breaks, &scalar)
      guard line.stop == .lineEnd else { return }
    }
  }

  /// Notes a line of a scalar in quotes or brackets; returns whether it is indented less than rules 67 to 74 ask, as
  /// other programs read it.
  @discardableResult
  mutating func noteFlowLine(_ line: FollowingLine) -> Bool {
    flowLine = (origin + line.lineStart, line.indentation)
    guard min(line.indentation, line.blankIndentation) <= indentation else { return false }
    let isBlankTab = line.blankIndentation < line.indentation
    remarks.append(
      YAMLToken(.shallowLine, at: isBlankTab ? line.blankTab : line.lineStart + line.indentation))
    return true
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
    var breaks = 0
    var lineStart: Int
    var textStart = 0
    var indentation = 0
    /// The fewest spaces before a tab on a preceding blank line, which must be indented like text (rules 67 to 70).
    var blankIndentation = Int.max
    var blankTab = 0
  }

  /// Returns the next line with text.
  ///
  /// Precondition: a line break is at `start`.
  mutating func followingLine(
    _ bytes: RawSpan, from start: Int
  ) throws(YAMLPause) -> FollowingLine {
    var line = FollowingLine(lineStart: start)
    while true {
      var p = line.lineStart
      while bytes.byte(at: p) == 0x20 { p = Self.skipSpaces(bytes, from: p) }
      line.indentation = p - line.lineStart
      line.textStart = Self.endOfBlanks(bytes, from: p)
      let width = try widthOfBreak(bytes, at: line.textStart)
      guard width > 0 else { break }
      if line.textStart > p, line.indentation < line.blankIndentation {
        line.blankIndentation = line.indentation
        line.blankTab = p
      }
      line.breaks += 1
      line.lineStart = line.textStart + width
    }
    guard shows(4, at: line.textStart) else { throw .windowEmpty }
    guard line.textStart >= end || bytes.byte(at: line.textStart) >= 0x20 else {
      throw unexpectedCharacter(bytes, at: line.textStart)
    }
    return line
  }
}
