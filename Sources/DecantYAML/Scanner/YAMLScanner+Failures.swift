internal import DecantCore

/// The mistakes of a document, each at its offset: functions that return `.windowEmpty` if the window may cut off what is there.
extension YAMLScanner {
  @inline(never)
  mutating func failure(_ problem: DecantError.Problem, at p: Int) -> YAMLPause {
    failure(YAMLScanError(at: origin + p) { _ in problem })
  }

  @inline(never)
  mutating func failure(_ problem: DecantError.YAMLProblem, at p: Int) -> YAMLPause {
    failure(.yaml(problem), at: p)
  }

  private mutating func failure(_ error: YAMLScanError) -> YAMLPause {
    self.error = error
    return .refused
  }

  private func found(_ bytes: RawSpan, at p: Int) -> DecantError.Found {
    p < end ? .scalar(UTF8Scanning.scalar(bytes, at: p)) : .end
  }

  /// Refuses a character that is not text: a control character, an invalid byte, or what must be escaped.
  @inline(never)
  mutating func unexpectedCharacter(_ bytes: RawSpan, at p: Int) -> YAMLPause {
    guard !isCut(bytes, at: p) else { return .windowEmpty }
    guard p < end else { return failure(.unexpectedEnd(expected: .value), at: p) }
    guard UTF8Scanning.length(bytes, at: p) > 0 else {
      return failure(.invalidEncoding(.utf8), at: p)
    }
    let scalar = UTF8Scanning.scalar(bytes, at: p)
    if scalar == .byteOrderMark { return failure(.misplacedByteOrderMark, at: p) }
    return failure(
      scalar.isOldLineBreak ? .oldLineBreak(scalar) : .forbiddenCharacter(scalar), at: p)
  }

  private mutating func isText(_ bytes: RawSpan, at p: Int) -> Bool {
    let byte = bytes.byte(at: p)
    return byte >= 0x80 ? endOfWide(bytes, from: p) > p : byte > 0x20 && byte != 0x7F
  }

  // MARK: Nodes

  /// Refuses a byte that cannot begin a node.
  @inline(never)
  mutating func unexpectedStart(_ bytes: RawSpan, at p: Int) -> YAMLPause {
    guard isText(bytes, at: p) else { return unexpectedCharacter(bytes, at: p) }
    if tab.next == origin + p { return failure(.tabInIndentation, at: tab.offset - origin) }
    let byte = bytes.byte(at: p)
    switch byte {
    case UInt8(ascii: "-"): return failure(.misplacedDash, at: p)
    case UInt8(ascii: "?"): return failure(.misplacedQuestionMark, at: p)
    case UInt8(ascii: ":"): return misplacedColon(bytes, at: p, after: p)
    case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: ">"):
      return failure(.reservedIndicator(Unicode.Scalar(byte)), at: p)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let isOpen = !frames.isEmpty && frames[frames.count - 1].isFlow
      return isOpen ? unclosed(bytes, at: p) : failure(.missingValue(found(bytes, at: p)), at: p)
    default: return failure(.missingValue(found(bytes, at: p)), at: p)
    }
  }

  /// Refuses a colon after a node that is not a key and begins at `start`.
  @inline(never)
  mutating func misplacedColon(_ bytes: RawSpan, at colon: Int, after start: Int) -> YAMLPause {
    if tab.next == origin + start { return failure(.tabInIndentation, at: tab.offset - origin) }
    return failure(
      frames.isEmpty && isAfterMarker ? .mappingAfterMarker : .misplacedColon, at: colon)
  }

  /// Refuses a colon in a later line of plain text: either it or the first line should be a key.
  mutating func unexpectedColon(
    _ bytes: RawSpan, at colon: Int, inTextFrom scalar: Scalar
  ) -> YAMLPause {
    guard mode == .value else {
      return missingColon(bytes, from: scalar.start, to: colon)
    }
    return failure(
      YAMLScanError(at: origin + colon, lineOf: origin + scalar.start) {
        .yaml(.colonInText(beganInLine: $0))
      })
  }

  /// Refuses text that should be a key, at a colon without a space after it if there is one on its first line.
  @inline(never)
  mutating func missingColon(_ bytes: RawSpan, from start: Int, to end: Int) -> YAMLPause {
    var p = start
    while p < end, bytes.byte(at: p) != 0x0A, bytes.byte(at: p) != 0x0D {
      if bytes.byte(at: p) == UInt8(ascii: ":"), bytes.byte(at: p + 1) > 0x20 {
        return failure(.missingSpaceAfterColon, at: p)
      }
      p += 1
    }
    return failure(.missingColon, at: start)
  }

  /// Refuses an alias that should be a key: without a space before it, a colon is part of the name.
  mutating func missingColon(_ bytes: RawSpan, afterAliasFrom start: Int, to end: Int) -> YAMLPause
  {
    guard bytes.byte(at: end - 1) == UInt8(ascii: ":") else {
      return failure(.missingColon, at: start)
    }
    return failure(.undefinedAlias(String(utf8: bytes.extracting(start + 1..<end))), at: start)
  }

  mutating func multilineKey(_ bytes: RawSpan, _ scalar: Scalar, colon: Int) -> YAMLPause {
    if shallowText.lowerBound == origin + scalar.start {
      return failure(.unterminatedString, at: scalar.start)
    }
    let isInBrackets = !frames.isEmpty && frames[frames.count - 1].isFlow
    return isInBrackets && flowLine.indentation <= indentation
      ? unclosed(bytes, at: colon) : failure(.multilineKey, at: colon)
  }

  @inline(never)
  mutating func unexpected(_ bytes: RawSpan, afterKey scalar: Scalar) -> YAMLPause {
    let p = Self.endOfBlanks(bytes, from: scalar.next)
    let byte = bytes.byte(at: p)
    let isAlone = byte <= 0x20 || byte == UInt8(ascii: "#")
    return isAlone ? failure(.missingColon, at: scalar.start) : unexpected(bytes, afterNodeAt: p)
  }

  /// Refuses what follows a node on its line.
  @inline(never)
  mutating func unexpected(_ bytes: RawSpan, afterNodeAt p: Int) -> YAMLPause {
    guard shows(4, at: p) else { return .windowEmpty }
    guard isText(bytes, at: p) else { return unexpectedCharacter(bytes, at: p) }
    if bytes.byte(at: p) == UInt8(ascii: ":"), isBeforeSpace(bytes, at: p) {
      return misplacedColon(bytes, at: p, after: p)
    }
    return trailing(bytes, at: p)
  }

  mutating func trailing(_ bytes: RawSpan, at p: Int) -> YAMLPause {
    guard isText(bytes, at: p) else { return unexpectedCharacter(bytes, at: p) }
    var last = p - 1
    while last >= 0, bytes.byte(at: last) == 0x20 || bytes.byte(at: last) == 0x09 { last -= 1 }
    let byte = last < 0 ? 0 : bytes.byte(at: last)
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
      return failure(.trailing(found(bytes, at: p)), at: p)
    }
    // The quote that seems to end the text more likely begins another one.
    if shallowText.upperBound == origin + last + 1 {
      return failure(YAMLScanError(at: shallowText.lowerBound) { _ in .unterminatedString })
    }
    return failure(.trailingQuote(Unicode.Scalar(byte), found(bytes, at: p)), at: p)
  }

  /// Refuses the name of an anchor or alias, or a tag, which begins at `start`, for the character at `p`.
  mutating func unexpected(
    _ bytes: RawSpan, inNameFrom start: Int, at p: Int
  ) -> YAMLPause {
    let sign = Unicode.Scalar(bytes.byte(at: start))
    guard sign != "!" else { return failure(.malformedTag, at: p) }
    guard p > start + 1 else { return failure(.missingName(sign), at: start) }
    guard isText(bytes, at: p) else { return unexpectedCharacter(bytes, at: p) }
    return failure(.malformedName(sign, found(bytes, at: p)), at: p)
  }

  mutating func unexpectedEscape(_ bytes: RawSpan, at p: Int) -> YAMLPause {
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      return failure(.malformedEscape, at: p + 2)
    default:
      let isValid = p + 1 >= end || UTF8Scanning.length(bytes, at: p + 1) > 0
      return isValid
        ? failure(.unknownEscape(found(bytes, at: p + 1)), at: p)
        : unexpectedCharacter(bytes, at: p + 1)
    }
  }

  // MARK: Indentation and brackets

  /// Refuses a line whose indentation does not fit, naming the line that set that of `frame`.
  @inline(never)
  mutating func misplacedLine(
    _ bytes: RawSpan, at p: Int, in frame: Frame, isElement: Bool
  ) -> YAMLPause {
    guard isText(bytes, at: p) else { return unexpectedCharacter(bytes, at: p) }
    let isMapping = frame.kind == .blockMapping
    if isMapping, isElement { return failure(.misplacedElement, at: p) }
    return failure(
      YAMLScanError(at: origin + p, lineOf: frame.start) {
        .yaml(.misindented(isMapping ? .mapping : .sequence, asInLine: $0))
      })
  }

  /// Refuses what is neither a comma nor the closing bracket of the innermost collection.
  ///
  /// The bracket is at fault at the end of the input, before another closing bracket, and before a line that is not
  /// indented more than the block around it.
  @inline(never)
  mutating func unclosed(_ bytes: RawSpan, at p: Int) -> YAMLPause {
    let byte = bytes.byte(at: p)
    let isAtEnd = p >= end
    guard isAtEnd || isText(bytes, at: p) else { return unexpectedCharacter(bytes, at: p) }
    var index = frames.count - 1
    if frames[index].kind == .flowPair { index -= 1 }
    let frame = frames[index]
    let isMapping = frame.kind == .flowMapping
    let bracket: Unicode.Scalar = isMapping ? "{" : "["
    if isAtEnd {
      return failure(
        YAMLScanError(at: frame.start) { _ in
          .unclosedBracket(bracket, before: nil)
        })
    }
    let isOnLine = flowLine.offset <= frame.start
    let isShallow = !isOnLine && flowLine.indentation <= indentation
    if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || isShallow {
      let text = found(bytes, at: p).quotedText
      return failure(
        YAMLScanError(at: frame.start, lineOf: origin + p) {
          .unclosedBracket(bracket, before: DecantError.Closing(text: text, line: $0))
        })
    }
    if byte == UInt8(ascii: ":"), isOnLine { return failure(.misplacedColon, at: p) }
    let found = found(bytes, at: p)
    return failure(
      YAMLScanError(at: origin + p, lineOf: frame.start) {
        .yaml(.unclosed(isMapping ? .mapping : .sequence, openedInLine: $0, found))
      })
  }
}

extension DecantError.Found {
  fileprivate var quotedText: String {
    switch self {
    case .scalar(let scalar): scalar.quoted
    case .end: "the end"
    }
  }
}
