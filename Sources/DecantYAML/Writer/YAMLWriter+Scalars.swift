internal import DecantCore

/// Scalars. A string keeps the style in which it was read, if its value allows that; otherwise it has the first that does:
/// literal with line breaks, plain without, single quotes, double quotes.
extension YAMLWriter {
  private enum Style {
    case plain, singleQuoted, doubleQuoted, literal

    var growth: Int {
      switch self {
      case .plain, .literal: 1
      case .singleQuoted: 2
      case .doubleQuoted: 4
      }
    }
  }

  /// Precondition: eight bytes after the text are readable.
  @inline(never)
  mutating func writeString(
    _ event: Event, _ source: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard !event.flags.contains(.isEscaped) else {
      throw DecantError(.malformedEvents("YAML has no lone surrogates"))
    }
    let text = source.extracting(event.textRange)
    let style = style(of: event, source, state)
    let indent =
      state.level.kind == .root ? indentWidth : childIndent(isKey: event.isKey, state)
    if !comments.isEmpty {
      try placeComments(beforeTextInBlock: style == .literal, &state, &cursor)
    }
    try beginNode(
      isKey: event.isKey, atMost: text.byteCount * style.growth + 2, &state, &cursor)
    color(event, &cursor)
    switch style {
    case .plain: try cursor.write(text)
    case .singleQuoted: try writeSingleQuoted(text, &cursor)
    case .doubleQuoted: try writeDoubleQuoted(text, &cursor)
    case .literal: try writeLiteral(text, indent: indent, &state, &cursor)
    }
    try endScalar(event, state, &cursor)
  }

  private mutating func style(of event: Event, _ source: RawSpan, _ state: State) -> Style {
    let text = source.extracting(event.textRange)
    if event.isKey, event.flags.contains(.isMergeKey) { return .plain }
    if event.style == .plain,
      YAMLPlainText.mayKeepMeaning(
        source, from: event.textRange.lowerBound, count: text.byteCount, in: state.context)
    {
      return .plain
    }
    let contents = YAMLPlainText.contents(of: text, ascii: ascii)
    if contents.hasOthers { return .doubleQuoted }
    let allowsSingle = !contents.hasLineBreaks && !contents.hasTabs
    switch event.style {
    case .doubleQuoted:
      return .doubleQuoted
    case .singleQuoted where allowsSingle:
      return .singleQuoted
    case .literal where allowsLiteral(event, text, state),
      .folded where allowsLiteral(event, text, state):
      return .literal
    default:
      break
    }
    if contents.hasLineBreaks {
      return allowsLiteral(event, text, state) ? .literal : .doubleQuoted
    }
    guard allowsSingle else { return .doubleQuoted }
    let isPlain = YAMLPlainText.allows(
      source, from: event.textRange.lowerBound, count: text.byteCount,
      in: state.context, ascii: ascii)
    return isPlain ? .plain : .singleQuoted
  }

  /// Precondition: the text consists of printable characters, tabs and line breaks.
  private mutating func allowsLiteral(_ event: Event, _ text: RawSpan, _ state: State) -> Bool {
    guard !event.isKey, !state.isFlow, indentWidth > 0 else { return false }
    guard let needsIndicator = Self.needsIndicator(text) else { return false }
    guard needsIndicator else { return true }
    // An indicator has one digit, and readers disagree about its base at the root.
    return state.level.kind != .root && childIndent(isKey: false, state) - state.level.indent < 10
  }

  /// Whether the first line that is not empty begins with a blank; nil if the text has only blanks and line breaks.
  private static func needsIndicator(_ text: RawSpan) -> Bool? {
    let offsets = 0..<text.byteCount
    guard offsets.contains(where: { ![0x0A, 0x20, 0x09].contains(text.byte(at: $0)) }),
      let first = offsets.first(where: { text.byte(at: $0) != 0x0A })
    else { return nil }
    return text.byte(at: first) == 0x20 || text.byte(at: first) == 0x09
  }

  // MARK: Forms

  private mutating func writeLiteral(
    _ text: RawSpan, indent: Int, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    cursor.put(UInt8(ascii: "|"))
    if Self.needsIndicator(text) == true {
      cursor.put(UInt8(ascii: "0") + UInt8(indent - state.level.indent))
    }
    var end = text.byteCount
    var keepsBreaks = false
    if text.byte(at: end - 1) != 0x0A {
      cursor.put(UInt8(ascii: "-"))
    } else {
      // The line break of the last line is written when the next line begins.
      end -= 1
      keepsBreaks = end > 0 && text.byte(at: end - 1) == 0x0A
      if keepsBreaks { cursor.put(UInt8(ascii: "+")) }
    }
    try endHeader(keepsBreaks: keepsBreaks, &state, &cursor)
    var start = 0
    while start <= end {
      let stop = text.firstIndex(of: 0x0A, in: start..<end) ?? end
      try cursor.reserve(Self.roomForSigns)
      try beginLine(stop > start ? indent : 0, &cursor)
      try cursor.write(text.extracting(start..<stop))
      start = stop + 1
    }
  }

  private mutating func writeSingleQuoted(
    _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let quote = UInt8(ascii: "'")
    cursor.put(quote)
    var start = 0
    for offset in 0..<text.byteCount where text.byte(at: offset) == quote {
      try cursor.write(text.extracting(start..<offset + 1))
      start = offset
    }
    try cursor.write(text.extracting(start..<text.byteCount))
    try cursor.reserve(Self.roomForSigns)
    cursor.put(quote)
  }

  private mutating func writeDoubleQuoted(
    _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    cursor.put(UInt8(ascii: "\""))
    var p = 0
    while p < text.byteCount {
      let start = p
      while p < text.byteCount {
        let width = verbatimWidth(text, at: p)
        guard width > 0 else { break }
        p += width
      }
      if p > start { try cursor.write(text.extracting(start..<p)) }
      try cursor.reserve(Self.roomForSigns)
      guard p < text.byteCount else { break }
      let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
      Self.putEscape(scalar, &cursor)
      p += width
    }
    cursor.put(UInt8(ascii: "\""))
  }

  private mutating func verbatimWidth(_ text: RawSpan, at p: Int) -> Int {
    let byte = text.byte(at: p)
    if byte >= 0x80 { return ascii ? 0 : YAMLPlainText.printableWidth(text, at: p) }
    let isVerbatim =
      0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    return isVerbatim ? 1 : 0
  }

  private static func putEscape(_ scalar: Unicode.Scalar, _ cursor: inout ByteCursor) {
    cursor.put(UInt8(ascii: "\\"))
    switch scalar {
    case "\"", "\\": cursor.put(UInt8(truncatingIfNeeded: scalar.value))
    case "\0": cursor.put(UInt8(ascii: "0"))
    case "\u{7}": cursor.put(UInt8(ascii: "a"))
    case "\u{8}": cursor.put(UInt8(ascii: "b"))
    case "\t": cursor.put(UInt8(ascii: "t"))
    case "\n": cursor.put(UInt8(ascii: "n"))
    case "\u{B}": cursor.put(UInt8(ascii: "v"))
    case "\u{C}": cursor.put(UInt8(ascii: "f"))
    case "\r": cursor.put(UInt8(ascii: "r"))
    case "\u{1B}": cursor.put(UInt8(ascii: "e"))
    case "\u{85}": cursor.put(UInt8(ascii: "N"))
    case "\u{2028}": cursor.put(UInt8(ascii: "L"))
    case "\u{2029}": cursor.put(UInt8(ascii: "P"))
    case ..<"\u{100}": putDigits(2, of: scalar, after: UInt8(ascii: "x"), &cursor)
    case ..<"\u{10000}": putDigits(4, of: scalar, after: UInt8(ascii: "u"), &cursor)
    default: putDigits(8, of: scalar, after: UInt8(ascii: "U"), &cursor)
    }
  }

  private static func putDigits(
    _ count: Int, of scalar: Unicode.Scalar, after letter: UInt8, _ cursor: inout ByteCursor
  ) {
    cursor.put(letter)
    let upper = HexDigit.digits(UInt16(truncatingIfNeeded: scalar.value &>> 16))
    let lower = HexDigit.digits(UInt16(truncatingIfNeeded: scalar.value))
    let digits = UInt64(lower) &<< 32 | UInt64(upper)
    cursor.put(digits &>> UInt64(truncatingIfNeeded: (8 &- count) &* 8), count: count)
  }

  // MARK: Numbers and typed scalars

  @inline(never)
  mutating func writeNumber(
    _ event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try beginNode(isKey: event.isKey, atMost: text.byteCount + 3, &state, &cursor)
    color(event, &cursor)
    if event.flags.contains(.isNonFinite) {
      let isNegative = text.byteCount > 0 && text.byte(at: 0) == UInt8(ascii: "-")
      if isNegative { cursor.put(UInt8(ascii: "-")) }
      cursor.put(UInt8(ascii: "."))
      try cursor.write(text.extracting((isNegative ? 1 : 0)..<text.byteCount))
    } else if event.kind == .real, event.style != .plain,
      let respelled = DecimalLexeme([UInt8](text)[...])?.yaml
    {
      try respelled.withBytes { (text) throws(DecantError) in try cursor.write(text) }
    } else {
      try cursor.write(text)
    }
    try endScalar(event, state, &cursor)
  }

  /// Writes a date, local time or bytes with a tag, which alone distinguishes them from a string.
  mutating func writeTyped(
    _ event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let (tag, written) =
      switch event.kind {
      case .date: ("!!timestamp ", [UInt8](text))
      case .localTime: ("!\(LocalTime.Kind(of: [UInt8](text)).rawValue) ", [UInt8](text))
      default: ("!!binary ", Base64.encode(text))
      }
    if !state.hasTag {
      for byte in tag.utf8 { annotations.append(byte) }
    }
    try beginNode(isKey: event.isKey, atMost: written.count + 2, &state, &cursor)
    color(event, &cursor)
    if written.isEmpty {
      cursor.put(0x2727, count: 2)  // "''"
    } else {
      try written.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    }
    try endScalar(event, state, &cursor)
  }

  // MARK: Ends and colors

  mutating func endScalar(
    _ event: Event, _ state: State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    endColor(&cursor)
    if event.isKey { endKey(state, &cursor) }
  }

  mutating func color(_ event: Event, _ cursor: inout ByteCursor) {
    guard isColored, let palette else { return }
    let code =
      switch event.kind {
      case .null, .true, .false: palette.word
      case .integer, .real: palette.number
      default: palette.string
      }
    for byte in (event.isKey ? palette.key : code).utf8 { cursor.put(byte) }
  }

  mutating func endColor(_ cursor: inout ByteCursor) {
    guard isColored, let palette else { return }
    for byte in palette.end.utf8 { cursor.put(byte) }
  }
}
