internal import DecantCore

/// Block scalars: literal `|`, which keeps line breaks, and folded `>`, which joins lines as plain text does.
///
///     a: |2-       an indentation of two spaces, and no line break at the end
///         b        ─▶ "  b"
///
/// Without a number, the first line that is not blank gives the indentation. `+` keeps all line breaks at the end, `-`
/// none; without a sign there is one.
extension YAMLScanner {
  private struct Header {
    enum Chomping {
      case strip, clip, keep
    }

    var chomping = Chomping.clip
    var increment = 0
    var next = 0
  }

  @inline(never)
  mutating func block(
    _ bytes: RawSpan, at start: Int, _ own: Properties
  ) throws(YAMLPause) {
    let isLiteral = bytes.byte(at: start) == UInt8(ascii: "|")
    let header = try blockHeader(bytes, from: start + 1)
    let parent = indentation
    text.removeAll()
    remarks.removeAll()
    var p = header.next
    var breaks = 0
    var indent = header.increment > 0 ? max(parent, 0) + header.increment : 0
    if indent == 0 {
      let first = try firstLine(bytes, from: p)
      let isOutside =
        first.indentation <= parent || first.isEnd || isMarker(bytes, at: first.lineStart)
      guard first.longest <= first.indentation || isOutside else {
        throw failure(.longBlankLine, at: first.longestEnd)
      }
      // At the root, text may begin in the first column (rule 207).
      let isFlush = frames.isEmpty && !isMarker(bytes, at: first.lineStart)
      indent = max(first.indentation, parent + 1, isFlush ? 0 : 1)
      breaks = first.breaks
      p = first.lineStart
    }
    let body = try blockBody(bytes, from: p, indent: indent, breaks: breaks, isLiteral: isLiteral)
    if header.chomping != .strip, body.hasBreak { text.append(0x0A) }
    if header.chomping == .keep { for _ in 0..<body.breaks { text.append(0x0A) } }
    let nodeStart = try emitProperties(with: own, before: start)
    beginValue()
    let end =
      header.chomping == .keep ? beforeLineEnd(bytes, body.next) : max(body.end, header.next)
    output.rewrittenLexemes.append(
      YAMLTokens.Lexeme(start: header.next, end: end, first: start))
    emitRewritten(isLiteral ? .literal : .folded, at: nodeStart)
    beginLine(bytes, at: body.next)
  }

  private func beforeLineEnd(_ bytes: RawSpan, _ p: Int) -> Int {
    p > 0 && (bytes.byte(at: p - 1) == 0x0A || bytes.byte(at: p - 1) == 0x0D) ? p - 1 : p
  }

  private mutating func blockHeader(_ bytes: RawSpan, from start: Int) throws(YAMLPause) -> Header {
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
    p = Self.endOfBlanks(bytes, from: p)
    if bytes.byte(at: p) == UInt8(ascii: "#") {
      guard p > end else { throw failure(.missingSpaceBeforeComment, at: p) }
      header.next = try endOfComment(bytes, from: p)
      return header
    }
    let width = try widthOfBreak(bytes, at: p)
    guard width > 0 || p >= self.end && isComplete else {
      let byte = bytes.byte(at: p)
      throw byte < 0x20 || byte == 0x7F || isCut(bytes, at: p)
        ? unexpectedCharacter(bytes, at: p) : failure(.malformedBlockHeader, at: p)
    }
    header.next = p + width
    return header
  }

  /// The first line with text, which determines the indentation.
  private struct FirstLine {
    var lineStart = 0
    var indentation = 0
    var isEnd = false
    var breaks = 0
    var longest = 0
    var longestEnd = 0
  }

  private mutating func firstLine(
    _ bytes: RawSpan, from start: Int
  ) throws(YAMLPause) -> FirstLine {
    var line = FirstLine(lineStart: start)
    while true {
      var p = line.lineStart
      while bytes.byte(at: p) == 0x20 { p = Self.skipSpaces(bytes, from: p) }
      line.indentation = p - line.lineStart
      let width = try widthOfBreak(bytes, at: p)
      guard width > 0 else {
        guard shows(4, at: p) else { throw .windowEmpty }
        line.isEnd = p >= end
        return line
      }
      if line.indentation > line.longest {
        line.longest = line.indentation
        line.longestEnd = p
      }
      line.breaks += 1
      line.lineStart = p + width
    }
  }

  private struct Body {
    var next = 0
    /// The end of the last line that is not empty.
    var end = 0
    var hasBreak = false
    var breaks = 0
  }

  private mutating func blockBody(
    _ bytes: RawSpan, from start: Int, indent: Int, breaks: Int, isLiteral: Bool
  ) throws(YAMLPause) -> Body {
    var body = Body(breaks: breaks)
    var lineStart = start
    var lastBeginsBlank = false
    while true {
      if indent == 0 {
        guard shows(4, at: lineStart) else { throw .windowEmpty }
        guard !isMarker(bytes, at: lineStart) else {
          body.next = lineStart
          return body
        }
      }
      let limit = lineStart &+ indent
      let p = min(Self.endOfIndentation(bytes, from: lineStart, to: limit), limit)
      let byte = bytes.byte(at: p)
      let width = try widthOfBreak(bytes, at: p)
      if width > 0 {
        body.breaks += 1
        lineStart = p + width
        continue
      }
      if p >= end {
        guard isComplete else { throw .windowEmpty }
        // Spaces at the end of the input are a line (rule 76).
        if p > lineStart { body.breaks += 1 }
        body.next = p
        return body
      }
      guard p == limit else {
        body.next = lineStart
        if byte == 0x09 { try checkTabAfterBlock(bytes, at: p) }
        return body
      }
      let isBlank = byte == 0x20 || byte == 0x09
      if !isLiteral, body.hasBreak, !lastBeginsBlank, !isBlank {
        if body.breaks == 0 { text.append(0x20) }
      } else if body.hasBreak {
        text.append(0x0A)
      }
      for _ in 0..<body.breaks { text.append(0x0A) }
      body.breaks = 0
      lastBeginsBlank = isBlank
      let lineEnd = appendLine(bytes, from: p)
      body.end = lineEnd
      let lineBreak = try widthOfBreak(bytes, at: lineEnd)
      if lineBreak > 0 {
        body.hasBreak = true
        lineStart = lineEnd + lineBreak
      } else if lineEnd >= end {
        guard isComplete else { throw .windowEmpty }
        // The end of the input is not a line break, whatever the last line consists of (rule 165).
        body.hasBreak = false
        body.next = lineEnd
        return body
      } else {
        throw unexpectedCharacter(bytes, at: lineEnd)
      }
    }
  }

  /// Appends the text up to a line break or a character that is not text; returns its end.
  private mutating func appendLine(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      let block = bytes.block(at: p)
      // The zeros after the window are below 0x20.
      let plain = (block.isBelow(0x20) | block.isAtLeast(0x7F)).bytesBefore
      text.append(block, count: plain)
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      let byte = bytes.byte(at: p)
      let next = byte == 0x09 ? p &+ 1 : byte >= 0x80 ? endOfWide(bytes, from: p) : p
      guard next > p else { return p }
      text.append(contentsOf: bytes.extracting(p..<next))
      p = next
    }
  }

  /// Refuses a tab on a line that ends a block, unless only white space follows: no blank line may follow a block, but for
  /// those of spaces, which are part of it (rules 165 to 169).
  private mutating func checkTabAfterBlock(_ bytes: RawSpan, at tab: Int) throws(YAMLPause) {
    var p = tab
    while p < end, bytes.byte(at: p) <= 0x20 { p += 1 }
    guard p >= end else { throw failure(.tabInIndentation, at: tab) }
    guard isComplete else { throw .windowEmpty }
  }
}
