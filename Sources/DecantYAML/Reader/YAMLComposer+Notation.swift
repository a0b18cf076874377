internal import DecantCore

/// The notation of nodes, for a writer of YAML: the space before them, and the source of scalars.
///
/// The source of a scalar, see `Notation`, has its lines in columns from that of the innermost collection in lines:
///
///     "caf\u00E9"               on one line
///     'of two␊  lines'          on several
///     >-␊of two␊lines           the header of a block, and lines without their indentation, whose column is a part too
extension YAMLComposer {
  @inline(never)
  mutating func noteNotation(
    of token: YAMLToken, isTagged: Bool, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) {
    let last = batch.count - 1
    let position = Int(token.position)
    switch token.kind {
    case .beginSequence, .beginMapping:
      let outer = frames.count - 1
      guard outer > 0 else { return }
      let isAnnotated = last > 0 && batch[last - 1].isAnnotation && !batch[last - 1].isTrivia
      let columns = Int(frames[outer].column) - Int(frames[outer - 1].column)
      let gap: Event.Flags =
        if token.style != .flow, frames[outer - 1].isMapping || isAnnotated {
          .line(columns)
        } else if token.style != .flow, trivia.next?.placement == .afterIndicator {
          // The comment is written on the line of the dash.
          .spaces(columns - 1)
        } else {
          gap(before: position, bytes, base: blockColumn(of: outer))
        }
      batch.events[last].flags.formUnion(gap)
    case .endSequence, .endMapping:
      guard bytes.closesFlow(at: position) else { return }
      batch.events[last].flags.formUnion(
        gap(before: position, bytes, base: blockColumn(of: frames.count)))
      let comma = trivia.lastComma - batch.origin
      if bytes.followsComma(position)
        || comma >= 0 && comma < position && bytes.isTrivia(comma + 1..<position)
      {
        batch.events[last].style = .flow
      }
    case .scalar, .alias:
      guard !frames.isEmpty else { return }
      let isInLines = innermost.column != Frame.noColumn
      if !isInLines || !batch[last].isKey, lexeme.end > lexeme.start {
        batch.events[last].flags.formUnion(
          gap(before: position, bytes, base: blockColumn(of: frames.count)))
      }
      if token.kind == .scalar {
        spell(token, lexeme, bytes, isInLines: isInLines, isTagged: isTagged, &batch)
      }
    default:
      break
    }
  }

  /// Returns the space before a node or the end of a collection, unless it is usual.
  private mutating func gap(before position: Int, _ bytes: RawSpan, base: Int) -> Event.Flags {
    var p = position
    while p > 0, bytes.byte(at: p - 1) == 0x20 { p -= 1 }
    guard p > 0 else { return [] }
    let spaces = position - p
    switch bytes.byte(at: p - 1) {
    case 0x0A: return .line(spaces - base)
    case UInt8(ascii: "["), UInt8(ascii: "{"): return spaces == 0 ? [] : .spaces(spaces)
    case UInt8(ascii: ","): return spaces == 1 ? [] : .spaces(spaces)
    case 0x09, 0x0D: return []
    default:
      let byte = bytes.byte(at: position)
      let usual = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") ? 0 : 1
      return spaces == usual ? [] : .spaces(spaces)
    }
  }

  /// Inserts the notation of the last event, a scalar, if a writer might choose another one.
  private mutating func spell(
    _ token: YAMLToken, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan, isInLines: Bool,
    isTagged: Bool, _ batch: inout EventBatch
  ) {
    let last = batch.count - 1
    let event = batch[last]
    // In other schemas, and with a tag that is not emitted, a plain source may have another value.
    guard schema == .core,
      !isTagged
        || event.kind == .string && last > 0 && (token.style != .plain || event.length == 0)
          && (token.style != .plain || batch[last - 1].kind == .tag)
    else {
      return
    }
    let isBlock = token.style == .literal || token.style == .folded
    // Swapped out, because both parts are appended by methods of the composer.
    var notation = Notation.Builder(capacity: 0)
    swap(&notation, &self.notation)
    defer { swap(&notation, &self.notation) }
    notation.begin(isBlock ? .block : .scalar)
    var column: UInt8 = 0
    let isKept = notation.appendPart { source in
      isBlock
        ? appendBlock(event, lexeme, bytes, batch, &column, to: &source)
        : appendSource(event, token, lexeme, bytes, isInLines: isInLines, to: &source)
    }
    guard isKept else { return }
    notation.append(kindAndTextOf: event, batch)
    if isBlock { notation.appendPart { $0.append(column) } }
    notation.emit(at: Int(event.position), to: &batch)
    // Before the scalar, its anchor and its tag.
    let added = batch[last + 1]
    var index = last + 1
    repeat {
      batch.events[index] = batch.events[index - 1]
      index -= 1
    } while index > 0 && batch[index - 1].isAnnotation && !batch[index - 1].isTrivia
    batch.events[index] = added
  }

  /// Appends the source of a scalar in quotes or without; returns false if a writer chooses it by itself, or a
  /// notation cannot contain it.
  private mutating func appendSource(
    _ event: Event, _ token: YAMLToken, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan,
    isInLines: Bool,
    to source: inout Buffer<UInt8>
  ) -> Bool {
    if token.style != .plain, !token.isInScratch { return false }
    let range = token.isInScratch ? lexeme.start..<lexeme.end : token.text
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else { return false }
    let start = range.lowerBound
    var end = range.upperBound
    if token.style == .plain {
      while end > start, bytes.byte(at: end - 1) <= 0x20 { end -= 1 }
    }
    let lineEnd = bytes.firstIndex(of: 0x0A, in: start..<end)
    if token.style == .plain {
      switch event.kind {
      case .null, .true, .false:
        if let word = event.kind.word,
          word.withBytes({ $0.isEqual(to: bytes.extracting(start..<end)) })
        {
          return false
        }
        if start == end, !isInLines || event.isKey { return false }
      case .string where start == end:
        // After a tag, for nothing else is an empty string.
        return isInLines && !event.isKey
      case .string:
        let isUsual =
          isInLines
          ? YAMLPlainText.mayBegin(bytes.byte(at: start))
            && bytes.byte(at: end - 1) != UInt8(ascii: ":")
          : YAMLPlainText.isValidInFlow(bytes, from: start, count: range.count)
        if isUsual, lineEnd == nil { return false }
      default:
        guard event.flags.contains(.isNonFinite) else { return false }
      }
    }
    guard lineEnd != nil || bytes.firstIndex(of: 0x0D, in: start..<end) != nil else {
      if event.isKey, end - start > 500 { return false }
      source.append(contentsOf: bytes.extracting(start..<end))
      return true
    }
    guard !event.isKey, isInLines || token.style != .plain else { return false }
    let base = blockColumn(of: frames.count)
    var p = start
    while p <= end {
      let line = bytes.line(from: p, to: end)
      if p == start {
        source.append(contentsOf: bytes.extracting(line))
      } else {
        source.append(0x0A)
        let text = bytes.endOfSpaces(in: line)
        if text < line.upperBound {
          let column = text - p - base
          guard column > 0, bytes.byte(at: text) != 0x09 else { return false }
          for _ in 0..<column { source.append(0x20) }
          source.append(contentsOf: bytes.extracting(text..<line.upperBound))
        }
      }
      p = bytes.nextLine(after: line, to: end)
    }
    return true
  }

  /// Appends the header and the lines of a block scalar; returns false if a writer chooses them by itself, or a
  /// notation cannot contain them.
  private mutating func appendBlock(
    _ event: Event, _ lexeme: YAMLTokens.Lexeme, _ bytes: RawSpan, _ batch: borrowing EventBatch,
    _ columnOfLines: inout UInt8, to source: inout Buffer<UInt8>
  ) -> Bool {
    var p = lexeme.first
    repeat { p += 1 } while p < lexeme.end && bytes.byte(at: p) > 0x20
    guard p < lexeme.end, lexeme.end <= bytes.byteCount, !event.isKey else { return false }
    let header = bytes.extracting(lexeme.first..<p)
    var end = lexeme.end
    while end < bytes.byteCount, bytes.byte(at: end) == 0x20 || bytes.byte(at: end) == 0x09 {
      end += 1
    }
    let first = (bytes.firstIndex(of: 0x0A, in: p..<lexeme.end) ?? lexeme.end) + 1
    guard first < end else { return false }

    let base = blockColumn(of: frames.count)
    var column = -base
    p = first
    while p <= end {
      let line = bytes.line(from: p, to: end)
      let text = bytes.endOfSpaces(in: line)
      if text < line.upperBound {
        column = text - p - base
        break
      }
      p = bytes.nextLine(after: line, to: end)
    }
    let isKept = header.firstIndex(of: UInt8(ascii: "+"), in: 1..<header.byteCount) != nil
    let isStripped = header.firstIndex(of: UInt8(ascii: "-"), in: 1..<header.byteCount) != nil
    let indicator = header.indentationIndicator(in: 1..<header.byteCount)
    if let indicator { column = indicator }
    guard 1...63 ~= column else { return false }

    return batch.withText(of: event) { text in
      var breaks = 0
      while breaks < text.byteCount, text.byte(at: text.byteCount - breaks - 1) == 0x0A {
        breaks += 1
      }
      let value = text.extracting(0..<text.byteCount - breaks)
      if event.style == .literal, column == YAMLWriter.usualWidth, indicator == nil,
        isKept ? breaks > 1 : breaks == (isStripped ? 0 : 1),
        YAMLPlainText.isUsualBlock(text, isASCII: event.flags.contains(.isASCII)),
        bytes.firstIndex(of: 0x0D, in: first..<end) == nil
      {
        return false
      }
      source.append(contentsOf: header)
      columnOfLines = UInt8(column)
      var lastLine = end..<end
      var emptyLines = 0
      p = first
      while p <= end {
        source.append(0x0A)
        let line = bytes.line(from: p, to: end)
        let start = min(p + base + column, line.upperBound)
        guard bytes.endOfSpaces(in: p..<start) == start else { return false }
        lastLine = start..<line.upperBound
        emptyLines = lastLine.isEmpty ? emptyLines + 1 : 0
        source.append(contentsOf: bytes.extracting(lastLine))
        p = bytes.nextLine(after: line, to: end)
      }
      // The last line of the source may be cut off, or end with the input.
      guard breaks == (isKept ? emptyLines + 1 : isStripped ? 0 : 1), isKept || emptyLines == 0,
        !value.isEmpty
      else { return false }
      let rest = value.byteCount - lastLine.count
      return emptyLines > 0
        || rest >= 0
          && value.extracting(rest..<value.byteCount).isEqual(to: bytes.extracting(lastLine))
    }
  }
}

extension RawSpan {
  /// Returns the line that begins at `start`, without its end, which is LF or CR LF.
  fileprivate func line(from start: Int, to end: Int) -> Range<Int> {
    let lineEnd = firstIndex(of: 0x0A, in: start..<end) ?? end
    return start..<(lineEnd > start && byte(at: lineEnd - 1) == 0x0D ? lineEnd - 1 : lineEnd)
  }

  /// Returns the beginning of the next line; more than `end` if there is none.
  fileprivate func nextLine(after line: Range<Int>, to end: Int) -> Int {
    let isCut = line.upperBound < end && byte(at: line.upperBound) == 0x0D
    return line.upperBound + (isCut ? 2 : 1)
  }

  /// Returns the offset of the first byte in `range` that is not a space, or its end.
  fileprivate func endOfSpaces(in range: Range<Int>) -> Int {
    var p = range.lowerBound
    while p < range.upperBound, byte(at: p) == 0x20 { p += 1 }
    return p
  }

  /// Returns the digit in the header of a block scalar.
  func indentationIndicator(in header: Range<Int>) -> Int? {
    header.first { UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte(at: $0) }
      .map { Int(byte(at: $0) & 0x0F) }
  }

  /// Whether one space precedes a node, or none after a bracket; returns false in doubt.
  @inline(__always)
  func hasUsualGap(before p: Int) -> Bool {
    guard p >= 2 else { return false }
    let word = word(at: p &- 2)
    let before = UInt8(truncatingIfNeeded: word &>> 8)
    guard before == 0x20 else {
      return before == UInt8(ascii: "[") || before == UInt8(ascii: "{")
    }
    let first = UInt8(truncatingIfNeeded: word)
    return first > 0x20 && first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
  }

  /// Whether a bracket closes a collection at `p`; one in lines ends before the next token.
  func closesFlow(at p: Int) -> Bool {
    p >= 0 && p < byteCount && byte(at: p) | 0x20 == UInt8(ascii: "}")
  }

  fileprivate func isTrivia(_ range: Range<Int>) -> Bool {
    var isComment = false
    for p in range {
      let byte = byte(at: p)
      isComment = isComment ? byte != 0x0A : byte == UInt8(ascii: "#")
      guard isComment || byte <= 0x20 else { return false }
    }
    return true
  }

  fileprivate func followsComma(_ position: Int) -> Bool {
    var p = position
    while p > 0, byte(at: p - 1) <= 0x20 { p -= 1 }
    return p > 0 && byte(at: p - 1) == UInt8(ascii: ",")
  }
}

extension YAMLToken {
  /// Whether the lexeme of the token is among those of rewritten scalars; other texts may be in the scratch bytes too.
  @inline(__always)
  var isRewritten: Bool { isInScratch && kind == .scalar }

  /// Whether a writer chooses the notation of the token by itself, except for that of a word; returns false in doubt.
  @inline(never)
  func hasUsualNotation(in frame: YAMLComposer.Frame, _ bytes: RawSpan) -> Bool {
    let p = Int(position)
    let isInLines = frame.column != YAMLComposer.Frame.noColumn
    switch kind {
    case .scalar:
      guard !isInScratch, !text.isEmpty else { return false }
      guard !isInLines else {
        return frame.expectsKey ? isUsualKey(bytes) : isUsualValue(bytes)
      }
      return bytes.hasUsualGap(before: p)
        && (style != .plain
          || YAMLPlainText.isValidInFlow(bytes, from: text.lowerBound, count: text.count))
    case .beginSequence, .beginMapping:
      return isAtUsualOffset(in: frame, bytes)
    case .endSequence, .endMapping:
      return isInLines || !bytes.closesFlow(at: p)
        || p > 0 && bytes.byte(at: p &- 1) > 0x20 && bytes.byte(at: p &- 1) != UInt8(ascii: ",")
    default:
      return true
    }
  }

  /// Whether the beginning of a collection is where a writer puts it, or where its columns tell.
  @inline(__always)
  func isAtUsualOffset(in frame: YAMLComposer.Frame, _ bytes: RawSpan) -> Bool {
    style != .flow && frame.isMapping || bytes.hasUsualGap(before: Int(position))
  }

  /// Precondition: the text is in the window, and the key in lines.
  @inline(__always)
  func isUsualKey(_ bytes: RawSpan) -> Bool {
    style != .plain
      || YAMLPlainText.mayBegin(bytes.byte(at: text.lowerBound))
        && bytes.byte(at: text.upperBound &- 1) != UInt8(ascii: ":")
  }

  /// Precondition: the text is in the window, and the value or element in lines.
  @inline(__always)
  func isUsualValue(_ bytes: RawSpan) -> Bool {
    bytes.hasUsualGap(before: Int(position))
      && (style != .plain || YAMLPlainText.mayBegin(bytes.byte(at: text.lowerBound)))
  }
}
