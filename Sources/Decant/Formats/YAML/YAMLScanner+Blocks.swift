extension YAMLScanner {
  private struct Header {
    enum Chomping {
      case strip, clip, keep
    }

    var chomping = Chomping.clip
    var increment = 0
    var next = 0
  }

  /// If incomplete, leaves `position` and `mode` unchanged.
  @inline(never)
  mutating func block(_ bytes: RawSpan, _ scratch: ByteStorage, _ own: Properties) -> Outcome {
    let start = position
    let isLiteral = bytes.byte(at: start) == UInt8(ascii: "|")
    guard let header = blockHeader(bytes, from: start + 1) else { return .giveUp }
    guard header.next > 0 else { return .more }
    let parent = indentation
    text.removeAll()
    var p = header.next
    var breaks = 0
    var indent = header.increment > 0 ? max(parent, 0) + header.increment : 0
    if indent == 0 {
      let first = firstLine(bytes, from: p)
      switch first.outcome {
      case .done: break
      case .more: return .more
      case .giveUp: return .giveUp
      }
      let isOutside =
        first.indentation <= parent || first.isEnd || isMarker(bytes, at: first.lineStart)
      guard first.longest <= first.indentation || isOutside && !followsLibYAML else {
        return refuse(.longBlankLine, at: first.longestEnd)
      }
      // At the root, text may begin in the first column (rule 207), which libyaml does not support.
      let isFlush = frames.isEmpty && !followsLibYAML && !isMarker(bytes, at: first.lineStart)
      indent = max(first.indentation, parent + 1, isFlush ? 0 : 1)
      breaks = first.breaks
      p = first.lineStart
    }
    let body = blockBody(bytes, from: p, indent: indent, breaks: breaks, isLiteral: isLiteral)
    switch body.outcome {
    case .done: break
    case .more: return .more
    case .giveUp: return .giveUp
    }
    if header.chomping != .strip, body.hasBreak { text.append(0x0A) }
    if header.chomping == .keep { for _ in 0..<body.breaks { text.append(0x0A) } }
    guard let all = joinProperties(own) else { return .giveUp }
    beginValue()
    let place = emit(all, before: start)
    let end =
      header.chomping == .keep
      ? beforeLineEnd(bytes, body.next) : endOfContent(bytes, header.next, body.next)
    placesOfRewritten.append(PlaceOfRewritten(start: header.next, end: end))
    emitRewritten(isLiteral ? .literal : .folded, at: place, scratch)
    beginLine(bytes, at: body.next)
    return .done
  }

  private func beforeLineEnd(_ bytes: RawSpan, _ p: Int) -> Int {
    p > 0 && bytes.byte(at: p - 1) == 0x0A ? p - 1 : p
  }

  private func endOfContent(_ bytes: RawSpan, _ start: Int, _ next: Int) -> Int {
    var end = next
    while end > start, bytes.byte(at: end - 1) <= 0x20 { end -= 1 }
    return end
  }

  private mutating func blockHeader(_ bytes: RawSpan, from start: Int) -> Header? {
    var header = Header()
    var p = start
    var hasChomping = false
    while true {
      let byte = bytes.byte(at: p)
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), !hasChomping {
        header.chomping = byte == UInt8(ascii: "+") ? .keep : .strip
        hasChomping = true
      } else if UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte, header.increment == 0 {
        header.increment = Int(byte - UInt8(ascii: "0"))
      } else {
        break
      }
      p += 1
    }
    let end = p
    while bytes.byte(at: p) == 0x20 { p += 1 }
    switch bytes.byte(at: p) {
    case 0x0A: header.next = p + 1
    case 0x0D where bytes.byte(at: p + 1) == 0x0A: header.next = p + 2
    case UInt8(ascii: "#"):
      guard p > end else {
        _ = refuse(.missingSpaceBeforeComment, at: p)
        return nil
      }
      let next = endOfComment(bytes, from: p)
      guard next >= 0 else { return nil }
      header.next = next
    case 0 where p >= self.end:
      guard !isComplete || !followsLibYAML else { return nil }
      header.next = isComplete ? p : 0
    default:
      guard isCut(bytes, at: p) else { return nil }
    }
    return header
  }

  /// The first line with text, which determines the indentation.
  private struct FirstLine {
    var outcome = Scalar.Result.done
    var lineStart = 0
    var indentation = 0
    var isEnd = false
    var breaks = 0
    var longest = 0
    var longestEnd = 0
  }

  private mutating func firstLine(_ bytes: RawSpan, from start: Int) -> FirstLine {
    var line = FirstLine(lineStart: start)
    while true {
      var p = line.lineStart
      while bytes.byte(at: p) == 0x20 { p = Self.skipSpaces(bytes, from: p) }
      line.indentation = p - line.lineStart
      guard isLineBreak(bytes, at: p) else {
        let byte = bytes.byte(at: p)
        line.isEnd = p >= end
        if !showsFour(at: p) {
          line.outcome = .more
        } else if byte == 0x0D || followsLibYAML && (byte == 0x09 || line.isEnd) {
          line.outcome = .giveUp
        }
        return line
      }
      if line.indentation > line.longest {
        line.longest = line.indentation
        line.longestEnd = p
      }
      line.breaks += 1
      line.lineStart = p + (bytes.byte(at: p) == 0x0D ? 2 : 1)
    }
  }

  private struct Body {
    var outcome = Scalar.Result.done
    var next = 0
    var hasBreak = false
    var breaks = 0
  }

  private mutating func blockBody(
    _ bytes: RawSpan, from start: Int, indent: Int, breaks: Int, isLiteral: Bool
  ) -> Body {
    var body = Body(breaks: breaks)
    var lineStart = start
    var lastBeginsBlank = false
    while true {
      if indent == 0 {
        guard showsFour(at: lineStart) else {
          body.outcome = .more
          return body
        }
        guard !isMarker(bytes, at: lineStart) else {
          body.next = lineStart
          return body
        }
      }
      var p = lineStart
      let limit = lineStart + indent
      while p < limit, bytes.byte(at: p) == 0x20 { p += 1 }
      var byte = bytes.byte(at: p)
      if byte == 0x0D, bytes.byte(at: p + 1) == 0x0A {
        p += 1
        byte = 0x0A
      }
      if byte == 0x0A {
        body.breaks += 1
        lineStart = p + 1
        continue
      }
      if byte == 0x0D, isCut(bytes, at: p) {
        body.outcome = .more
        return body
      }
      if p >= end {
        if !isComplete { body.outcome = .more }
        // Spaces at the end of the input are a line (rule 76).
        if p > lineStart, !followsLibYAML { body.breaks += 1 }
        body.next = p
        return body
      }
      guard p == limit else {
        // A tab or a lone carriage return may be part of a blank line, which does not end the scalar.
        if byte < 0x20 { body.outcome = .giveUp }
        body.next = lineStart
        return body
      }
      let isBlank = byte == 0x20 || byte == 0x09
      if byte == 0x09, followsLibYAML, !isLiteral || lineStart == start {
        body.outcome = .giveUp
        return body
      }
      if !isLiteral, body.hasBreak, !lastBeginsBlank, !isBlank {
        if body.breaks == 0 { text.append(0x20) }
      } else if body.hasBreak {
        text.append(0x0A)
      }
      for _ in 0..<body.breaks { text.append(0x0A) }
      body.breaks = 0
      lastBeginsBlank = isBlank
      var lineEnd = endOfText(bytes, from: p)
      while bytes.byte(at: lineEnd) == 0x09 { lineEnd = endOfText(bytes, from: lineEnd + 1) }
      text.append(contentsOf: bytes.extracting(p..<lineEnd))
      if bytes.byte(at: lineEnd) == 0x0D, bytes.byte(at: lineEnd + 1) == 0x0A { lineEnd += 1 }
      if lineEnd < end, bytes.byte(at: lineEnd) == 0x0A {
        body.hasBreak = true
        lineStart = lineEnd + 1
      } else if lineEnd >= end {
        if !isComplete { body.outcome = .more }
        body.hasBreak = !followsLibYAML && isBlank && isSpaces(bytes, p..<lineEnd)
        body.next = lineEnd
        return body
      } else {
        body.outcome = isCut(bytes, at: lineEnd) ? .more : .giveUp
        return body
      }
    }
  }

  private func isSpaces(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    range.allSatisfy { bytes.byte(at: $0) == 0x20 }
  }
}
