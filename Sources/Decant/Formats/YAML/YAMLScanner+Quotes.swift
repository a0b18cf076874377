extension YAMLScanner {
  @inline(__always)
  mutating func quoted(_ bytes: RawSpan, at start: Int, _ quote: UInt8) -> Scalar {
    let style: Event.Style = quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
    var scalar = Scalar(style: style, start: start, text: 0..<0, next: 0)
    let p = endOfQuotedText(bytes, from: start &+ 1, quote)
    if bytes.byte(at: p) == quote, p < end {
      let next = bytes.byte(at: p &+ 1)
      if quote == UInt8(ascii: "\"") || next != quote && p &+ 1 < end {
        scalar.text = start &+ 1..<p
        scalar.next = p &+ 1
        return scalar
      }
    }
    quotedSlowly(bytes, stoppedAt: p, quote, &scalar)
    return scalar
  }

  @inline(__always)
  private mutating func endOfQuotedText(_ bytes: RawSpan, from start: Int, _ quote: UInt8) -> Int {
    var p = start
    while p < end {
      let block = bytes.block(at: p)
      let plain =
        (block.isBelow(0x20) | block.isAtLeast(0x7F) | block.equals(quote)
        | block.equals(UInt8(ascii: "\\"))).bytesBefore
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      let byte = bytes.byte(at: p)
      if byte < 0x80 {
        guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "'") else { return min(p, end) }
        p &+= 1
        continue
      }
      let next = YAMLText.endOfWide(bytes, from: p, to: end)
      guard next > p else { return p }
      p = next
    }
    return min(p, end)
  }

  @inline(never)
  private mutating func quotedSlowly(
    _ bytes: RawSpan, stoppedAt stop: Int, _ quote: UInt8, _ scalar: inout Scalar
  ) {
    text.removeAll()
    scalar.isRewritten = true
    var p = stop
    text.append(contentsOf: bytes.extracting(scalar.start + 1..<p))
    // White space before this offset in `text` is escaped or folded, and must be kept.
    var kept = 0
    while true {
      let byte = bytes.byte(at: p)
      switch byte {
      case quote where p < end:
        if quote == UInt8(ascii: "'") {
          guard p + 1 < end || isComplete else { return scalar.outcome = .more }
          if bytes.byte(at: p + 1) == quote {
            text.append(quote)
            p += 2
            break
          }
        }
        scalar.next = p + 1
        return
      case UInt8(ascii: "\\"):
        guard p + 12 <= end || isComplete else { return scalar.outcome = .more }
        if isLineBreak(bytes, at: p + 1) {
          guard let next = appendBreaks(bytes, from: p + 1, isEscaped: true, &scalar) else {
            return
          }
          p = next
        } else {
          guard let length = appendEscape(bytes, at: p) else { return scalar.outcome = .giveUp }
          p += length
        }
        kept = text.count
      case 0x09:
        text.append(byte)
        p += 1
      case _ where isLineBreak(bytes, at: p):
        while text.count > kept, isBlank(text[text.count - 1]) { text.truncate(to: text.count - 1) }
        guard let next = appendBreaks(bytes, from: p, isEscaped: false, &scalar) else { return }
        p = next
        kept = text.count
      case 0 where p >= end:
        return scalar.outcome = isComplete ? .giveUp : .more
      default:
        return scalar.outcome = isCut(bytes, at: p) ? .more : .giveUp
      }
      let next = endOfQuotedText(bytes, from: p, quote)
      text.append(contentsOf: bytes.extracting(p..<next))
      p = next
    }
  }

  mutating func isLineBreak(_ bytes: RawSpan, at p: Int) -> Bool {
    let byte = bytes.byte(at: p)
    return byte == 0x0A || byte == 0x0D && bytes.byte(at: p + 1) == 0x0A
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private mutating func appendBreaks(
    _ bytes: RawSpan, from start: Int, isEscaped: Bool, _ scalar: inout Scalar
  ) -> Int? {
    let line = followingLine(bytes, from: start)
    scalar.outcome = line.outcome
    scalar.isOnOneLine = false
    guard line.outcome == .done else { return nil }
    guard line.place < end, line.place > line.lineStart || !isMarker(bytes, at: line.place) else {
      scalar.outcome = .giveUp
      return nil
    }
    guard min(line.indentation, line.blankIndentation) > indentation else {
      scalar.outcome = refuseIndentation(bytes, of: line, scalar)
      return nil
    }
    if isEscaped {
      for _ in 1..<line.breaks { text.append(0x0A) }
    } else {
      appendFold(line.breaks)
    }
    return line.place
  }

  /// Refuses an insufficiently indented line in quotes, which libyaml accepts (contrary to rule 69).
  @inline(never)
  private mutating func refuseIndentation(
    _ bytes: RawSpan, of line: FollowingLine, _ scalar: Scalar
  ) -> Scalar.Result {
    let quote = bytes.byte(at: scalar.start)
    // A byte-order mark is another error, which libyaml's lane reports.
    guard bytes.halfWord(at: line.place) & 0xFF_FFFF != 0xBF_BBEF else { return .giveUp }
    guard (line.place..<end).contains(where: { bytes.byte(at: $0) == quote }) else {
      return isComplete ? .giveUp : .more
    }
    let text = line.lineStart + line.indentation
    let isBlankTab = line.blankIndentation <= indentation
    let problem: DecantError.YAMLProblem =
      isBlankTab || line.place > text ? .tabInIndentation : .insufficientIndentation
    _ = refuse(problem, at: isBlankTab ? line.blankTab : text)
    return .giveUp
  }

  private mutating func appendEscape(_ bytes: RawSpan, at p: Int) -> Int? {
    let byte: UInt8
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: " "), 0x09:
      byte = bytes.byte(at: p + 1)
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "0"): byte = 0
    case UInt8(ascii: "a"): byte = 0x07
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "e"): byte = 0x1B
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "v"): byte = 0x0B
    case UInt8(ascii: "x"): return appendScalar(bytes, at: p + 2, digits: 2)
    case UInt8(ascii: "u"): return appendScalar(bytes, at: p + 2, digits: 4)
    case UInt8(ascii: "U"): return appendScalar(bytes, at: p + 2, digits: 8)
    case UInt8(ascii: "N"): return append("\u{85}")
    case UInt8(ascii: "_"): return append("\u{A0}")
    case UInt8(ascii: "L"): return append("\u{2028}")
    case UInt8(ascii: "P"): return append("\u{2029}")
    default: return nil
    }
    text.append(byte)
    return 2
  }

  private mutating func append(_ scalar: Unicode.Scalar, length: Int = 2) -> Int {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    return length
  }

  private mutating func appendScalar(_ bytes: RawSpan, at p: Int, digits: Int) -> Int? {
    guard let value = Self.hexadecimal(bytes, at: p, digits: digits) else { return nil }
    if let scalar = Unicode.Scalar(value) { return append(scalar, length: 2 + digits) }
    guard digits == 4, 0xD800..<0xDC00 ~= value, bytes.byte(at: p + 4) == UInt8(ascii: "\\"),
      bytes.byte(at: p + 5) == UInt8(ascii: "u"),
      let low = Self.hexadecimal(bytes, at: p + 6, digits: 4), 0xDC00..<0xE000 ~= low,
      let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
    else { return nil }
    return append(scalar, length: 12)
  }

  private static func hexadecimal(_ bytes: RawSpan, at p: Int, digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for place in p..<p + digits {
      guard let digit = HexDigit.value(bytes.byte(at: place)) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
