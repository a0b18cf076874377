internal import DecantCore

/// Line breaks, blank lines and indentation: what the beginning of a line continues.
///
///     a:          the mapping in column 0 is open, and `a` awaits its value
///       - x       deeper: the value begins, a sequence in column 2
///       - y       its column: the next element
///     b: 1        shallower: the sequence ends, and this is the next key
///
/// A line that fits no open collection is an error. `beginLine` and `endsPlain` recognize the next entry of the innermost
/// collection at once, as on most lines; `lineStart` decides about any other.
extension YAMLScanner {
  /// Precondition: `p` begins a line, and `shows(4, at: p)`.
  @inline(__always)
  func isMarker(_ bytes: RawSpan, at p: Int) -> Bool {
    let three = bytes.halfWord(at: p) & 0xFF_FFFF
    guard three == 0x2D_2D2D || three == 0x2E_2E2E else { return false }
    let next = bytes.byte(at: p &+ 3)
    return next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D || p &+ 3 >= end
  }

  /// Whether the window contains `count` bytes at `p`, or the rest of the input.
  @inline(__always)
  func shows(_ count: Int, at p: Int) -> Bool { p &+ count <= end || isComplete }

  /// Returns the number of bytes of the line break at `p`: 0 for another character.
  @inline(__always)
  mutating func widthOfBreak(_ bytes: RawSpan, at p: Int) throws(YAMLPause) -> Int {
    let byte = bytes.byte(at: p)
    if byte == 0x0A { return 1 }
    return byte == 0x0D ? try widthOfCarriageReturn(bytes, at: p) : 0
  }

  @inline(never)
  private mutating func widthOfCarriageReturn(
    _ bytes: RawSpan, at p: Int
  ) throws(YAMLPause) -> Int {
    guard shows(2, at: p) else { throw .windowEmpty }
    return p &+ 1 < end && bytes.byte(at: p &+ 1) == 0x0A ? 2 : 1
  }

  /// Moves past blank lines and comments, and returns the end of the indentation of the next line.
  @inline(__always)
  mutating func skipLines(_ bytes: RawSpan) throws(YAMLPause) -> Int {
    while true {
      var p = position
      while bytes.byte(at: p) == 0x20 { p = Self.skipSpaces(bytes, from: p) }
      switch bytes.byte(at: p) {
      case 0x0A:
        position = p &+ 1
      case UInt8(ascii: "#"):
        position = try endOfComment(bytes, from: p)
      case 0x0D, 0x09:
        // A blank line may contain tabs (rules 75 to 79).
        let next = try endOfBlankLine(bytes, from: p)
        guard next > 0 else { return p }
        position = next
      default:
        guard shows(4, at: p) else { throw .windowEmpty }
        return p
      }
    }
  }

  /// Returns 0 if the line is not blank.
  @inline(never)
  private mutating func endOfBlankLine(
    _ bytes: RawSpan, from start: Int
  ) throws(YAMLPause) -> Int {
    let p = try skipBlanks(bytes, from: start, showing: 4)
    if bytes.byte(at: p) == UInt8(ascii: "#") { return try endOfComment(bytes, from: p) }
    let width = try widthOfBreak(bytes, at: p)
    return width > 0 || p >= end ? p + width : 0
  }

  /// Returns the end of spaces and tabs.
  @inline(__always)
  static func endOfBlanks(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while bytes.byte(at: p) == 0x20 || bytes.byte(at: p) == 0x09 { p &+= 1 }
    return p
  }

  /// Returns the end of spaces and tabs; the window contains `count` bytes there, or the rest of the input.
  @inline(__always)
  func skipBlanks(
    _ bytes: RawSpan, from start: Int, showing count: Int = 1
  ) throws(YAMLPause) -> Int {
    let p = Self.endOfBlanks(bytes, from: start)
    guard shows(count, at: p) else { throw .windowEmpty }
    return p
  }

  @inline(__always)
  static func skipSpaces(_ bytes: RawSpan, from start: Int) -> Int {
    let others = WordScanning.differs(bytes.word(at: start), from: 0x20)
    return start &+ (others == 0 ? 8 : WordScanning.bytesBefore(others))
  }

  /// Returns the start of the next line.
  @inline(never)
  mutating func endOfComment(_ bytes: RawSpan, from start: Int) throws(YAMLPause) -> Int {
    let p = endOfTextWithTabs(bytes, from: start)
    let width = try widthOfBreak(bytes, at: p)
    guard width > 0 || p >= end && isComplete else { throw unexpectedCharacter(bytes, at: p) }
    return p + width
  }

  mutating func isCut(_ bytes: RawSpan, at p: Int) -> Bool {
    guard !isComplete else { return false }
    let byte = bytes.byte(at: p)
    return p >= end || (byte >= 0x80 ? p &+ 4 > end : byte == 0x0D && p &+ 1 >= end)
  }

  /// Returns the offset of the first control character, a line break or a character that is not text outside of quotes.
  @inline(__always)
  mutating func endOfText(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while p < end {
      let block = bytes.block(at: p)
      let plain = (block.isBelow(0x20) | block.isAtLeast(0x7F)).bytesBefore
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      guard bytes.byte(at: p) >= 0x80 else { return min(p, end) }
      let next = endOfWide(bytes, from: p)
      guard next > p else { return p }
      p = next
    }
    return min(p, end)
  }

  mutating func endOfTextWithTabs(_ bytes: RawSpan, from start: Int) -> Int {
    var p = endOfText(bytes, from: start)
    while bytes.byte(at: p) == 0x09 { p = endOfText(bytes, from: p + 1) }
    return p
  }

  @inline(__always)
  mutating func endOfWide(_ bytes: RawSpan, from start: Int, inQuotes: Bool = false) -> Int {
    let p = YAMLText.endOfWide(bytes, from: start, to: end)
    return p > start ? p : p &+ widthOfUnusual(bytes, at: p, inQuotes: inQuotes)
  }

  /// Returns the number of bytes of a character that is text here, though not everywhere; 0 for any other.
  @inline(never)
  private mutating func widthOfUnusual(_ bytes: RawSpan, at p: Int, inQuotes: Bool) -> Int {
    let width = UTF8Scanning.length(bytes, at: p)
    guard width > 0, p + width <= end else { return 0 }
    let scalar = UTF8Scanning.scalar(bytes, at: p)
    if scalar == .byteOrderMark {
      let isFirst = p == 0 || bytes.byte(at: p - 1) == 0x0A || bytes.byte(at: p - 1) == 0x0D
      return isFirst ? 0 : width
    }
    if scalar.isOldLineBreak { return hasOldBreaks ? 0 : width }
    return inQuotes || !scalar.mustBeQuoted ? width : 0
  }

  mutating func lineEnd(_ bytes: RawSpan) throws(YAMLPause) {
    let p = Self.endOfBlanks(bytes, from: position)
    let next: Int
    switch bytes.byte(at: p) {
    case 0x0A:
      next = p &+ 1
    case UInt8(ascii: "#"):
      guard p > 0, bytes.byte(at: p &- 1) <= 0x20 else {
        throw failure(.missingSpaceBeforeComment, at: p)
      }
      next = try endOfComment(bytes, from: p)
    default:
      let width = try widthOfBreak(bytes, at: p)
      guard width > 0 || p >= end && isComplete else { throw unexpected(bytes, afterNodeAt: p) }
      next = p &+ width
    }
    beginLine(bytes, at: next)
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
  mutating func endsPlain(_ bytes: RawSpan, at lineEnd: Int) throws(YAMLPause) -> Bool {
    let start = lineEnd &+ (try widthOfBreak(bytes, at: lineEnd))
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
  static func endOfIndentation(_ bytes: RawSpan, from start: Int, to limit: Int) -> Int {
    var p = start
    while p < limit, bytes.byte(at: p) == 0x20 { p = skipSpaces(bytes, from: p) }
    return p
  }

  @inline(__always)
  private mutating func beginEntry(
    of frame: Frame, _ bytes: RawSpan, at p: Int, ofLine start: Int
  ) {
    guard p == start &+ frame.column, p &+ 4 <= end, !frame.hasExplicitKey else { return }
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

  mutating func lineStart(_ bytes: RawSpan) throws(YAMLPause) {
    let p = try skipLines(bytes)
    let byte = bytes.byte(at: p)
    if p < end, byte < 0x20 || bytes.halfWord(at: p) & 0xFF_FFFF == 0xBF_BBEF && p == position {
      return try unusualLine(bytes, at: p)
    }
    if p >= end {
      endDocument(at: p)
      position = p
      allowsBareDocument = false
      return
    }
    let column = p &- position
    if column == 0 {
      if isMarker(bytes, at: p) {
        allowsBareDocument = byte == UInt8(ascii: ".")
        let next = allowsBareDocument ? try endOfLine(bytes, from: p &+ 3) : p
        endDocument(at: p)
        position = next
        return
      }
      if byte == UInt8(ascii: "%") { throw directiveInDocument(bytes, at: p) }
    }
    let next = bytes.byte(at: p &+ 1)
    let isElement = byte == UInt8(ascii: "-") && (next <= 0x20)
    var count = frames.count
    if count > 0, frames[count &- 1].isBeforeEntry(in: column, isElement: isElement) {
      return try beginEntry(bytes, at: p, column)
    }
    if count > 0, frames[count &- 1].column < column {
      guard frames[count &- 1].awaitsValue else {
        throw misplacedLine(bytes, at: p, in: frames[count &- 1], isElement: isElement)
      }
      return try beginEntry(bytes, at: p, column)
    }
    while count > 0, frames[count &- 1].column > column { count &-= 1 }
    if count > 0, frames[count &- 1].column == column {
      let frame = frames[count &- 1]
      if frame.kind == .blockSequence, !isElement {
        // A sequence may be in the column of its mapping.
        guard count > 1, frames[count &- 2].column == column else {
          throw misplacedLine(bytes, at: p, in: frame, isElement: isElement)
        }
        count &-= 1
      } else if frame.kind == .blockMapping, isElement {
        guard frame.awaitsValue, count == frames.count else {
          throw misplacedLine(bytes, at: p, in: frame, isElement: isElement)
        }
        position = p
        self.column = column
        mode = .node
        return
      }
      switch byte {
      case UInt8(ascii: "|"), UInt8(ascii: ">"):
        // Block text is indented more than its key.
        throw misplacedLine(bytes, at: p, in: frames[count &- 1], isElement: false)
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        throw unexpectedStart(bytes, at: p)
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
      guard frames.isEmpty, !hasRoot else { throw failure(.missingDocumentMarker, at: p) }
    } else {
      guard count == frames.count, frames[count &- 1].awaitsValue else {
        var index = frames.count &- 1
        while index >= count, isElement || frames[index].kind != .blockMapping { index &-= 1 }
        throw misplacedLine(bytes, at: p, in: frames[index], isElement: isElement)
      }
    }
    return try beginEntry(bytes, at: p, column)
  }

  @inline(__always)
  private mutating func beginEntry(
    _ bytes: RawSpan, at offset: Int, _ column: Int
  ) throws(YAMLPause) {
    position = offset
    self.column = column
    mode = .node
    try node(bytes)
  }

  /// Reads a line that begins with a tab, a byte-order mark or a control character.
  @inline(never)
  private mutating func unusualLine(_ bytes: RawSpan, at p: Int) throws(YAMLPause) {
    switch bytes.byte(at: p) {
    case 0x09: try valueAfterTab(bytes, at: p)
    case 0xEF: try byteOrderMark(bytes, at: p)
    default: throw unexpectedCharacter(bytes, at: p)
    }
  }

  /// Reads a value after tabs, which separate but do not indent (rules 63 and 66), so only an awaited flow node or
  /// block scalar can follow.
  private mutating func valueAfterTab(_ bytes: RawSpan, at p: Int) throws(YAMLPause) {
    let next = try skipBlanks(bytes, from: p, showing: 4)
    let isAwaited = frames.isEmpty ? !hasRoot : frames[frames.count - 1].awaitsValue
    guard isAwaited, p - position > indentation else { throw failure(.tabInIndentation, at: p) }
    tab = (origin + p, origin + next)
    isAfterMarker = false
    position = next
    mode = .value
  }

  /// Reads a byte-order mark, which may only be where a document begins (rule 202).
  private mutating func byteOrderMark(_ bytes: RawSpan, at p: Int) throws(YAMLPause) {
    let next = p + 3
    guard shows(4, at: next) else { throw .windowEmpty }
    if frames.isEmpty, !hasRoot, properties.isEmpty {
      position = next
      return
    }
    guard try endOfBlankLine(bytes, from: next) > 0 || next >= end || isMarker(bytes, at: next)
    else { throw failure(.misplacedByteOrderMark, at: p) }
    endDocument(at: p)
    allowsBareDocument = false
  }

  /// Refuses a directive without `...` before it (rule 211).
  @inline(never)
  private mutating func directiveInDocument(_ bytes: RawSpan, at p: Int) -> YAMLPause {
    guard shows(5, at: p) else { return .windowEmpty }
    let isKnown = ["%YAML", "%TAG "].contains { name in
      name.utf8.enumerated().allSatisfy { bytes.byte(at: p + $0.offset) == $0.element }
    }
    return failure(isKnown ? .directiveInDocument : .malformedDirective, at: p)
  }
}
