internal import DecantCore

/// Comments and blank lines, gathered until the next event shows where they belong.
///
///     # before a key or element: in its column
///     key:  # after a key: before a collection in lines, or on the line of a block scalar's `|`
///       - 1  # after a scalar
///     flow: [1,  # after the comma
///       2]
struct YAMLComments: ~Copyable {
  struct Entry: BitwiseCopyable {
    let kind: Event.Kind
    let start: Int
    let count: Int
    /// The space before the comment, as `Event.Flags.gap`.
    var gap = 0
  }

  private(set) var entries = Buffer<Entry>(capacity: 8)
  private var text = Buffer<UInt8>(capacity: 128)

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    entries.removeAll()
    text.removeAll()
  }

  mutating func append(_ event: Event, _ bytes: RawSpan, ascii: Bool) {
    guard event.kind != .blankLine else { return append(.blankLine, []) }
    guard event.kind != .notation else { return append(.notation, Array("---".utf8)) }
    guard event.style != .literal else { return appendLines(of: bytes, ascii: ascii) }
    guard event.style == .block || !YAMLPlainText.isPrintableLine(bytes, ascii: ascii) else {
      // In most comments, without a copy.
      entries.append(
        Entry(
          kind: event.kind, start: text.count, count: bytes.byteCount + 1, gap: event.flags.gap))
      text.append(UInt8(ascii: "#"))
      text.append(contentsOf: bytes)
      return
    }
    let isBlock = event.style == .block
    for (index, line) in CommentText(bytes).lines.enumerated() {
      var line = line[...]
      if isBlock {
        while line.last == 0x20 || line.last == 0x09 { line.removeLast() }
      }
      let needsSpace = isBlock && !line.isEmpty && line.first != 0x20
      let sign = Array((needsSpace ? "# " : "#").utf8)
      append(
        index == 0 ? event.kind : .comment, sign + Self.printable([UInt8](line), ascii: ascii))
    }
  }

  /// Appends lines that have their indentation and signs.
  private mutating func appendLines(of lines: RawSpan, ascii: Bool) {
    var start = 0
    while start <= lines.byteCount {
      let end = lines.firstIndex(of: 0x0A, in: start..<lines.byteCount) ?? lines.byteCount
      var sign = start
      while sign < end, lines.byte(at: sign) == 0x20 { sign += 1 }
      let comment = lines.extracting(sign..<end)
      let kind = sign == end ? Event.Kind.blankLine : .comment
      let gap = min(sign - start, 31) + 32
      if YAMLPlainText.isPrintableLine(comment, ascii: ascii) {
        entries.append(Entry(kind: kind, start: text.count, count: comment.byteCount, gap: gap))
        text.append(contentsOf: comment)
      } else {
        append(kind, Self.printable([UInt8](comment), ascii: ascii), gap: gap)
      }
      start = end + 1
    }
  }

  private mutating func append(_ kind: Event.Kind, _ line: [UInt8], gap: Int = 0) {
    entries.append(Entry(kind: kind, start: text.count, count: line.count, gap: gap))
    line.withBytes { text.append(contentsOf: $0) }
  }

  /// The index of the first comment; nil if there are only blank lines.
  var firstComment: Int? { (0..<entries.count).first { entries[$0].kind != .blankLine } }

  /// Removes the blank lines before the entry at `end`.
  mutating func removeBlankLines(before end: Int) {
    let all = (0..<entries.count).map { entries[$0] }
    entries.removeAll()
    for (index, entry) in all.enumerated() where index >= end || entry.kind != .blankLine {
      entries.append(entry)
    }
  }

  mutating func removeLastBlankLines() {
    while !entries.isEmpty, entries[entries.count - 1].kind == .blankLine { entries.removeLast() }
  }

  func write(_ index: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    let entry = entries[index]
    try text.withBytes { (text) throws(DecantError) in
      try cursor.write(text.extracting(entry.start..<entry.start + entry.count))
    }
    try cursor.reserve(YAMLWriter.roomForSigns)
  }

  func append(_ index: Int, to text: inout Buffer<UInt8>) {
    let entry = entries[index]
    self.text.withBytes {
      text.append(contentsOf: $0.extracting(entry.start..<entry.start + entry.count))
    }
  }

  /// Replaces characters that YAML does not allow, even in comments.
  private static func printable(_ line: [UInt8], ascii: Bool) -> [UInt8] {
    var result: [UInt8] = []
    line.withBytes { text in
      var p = 0
      while p < text.byteCount {
        let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
        if !isPrintable(text, at: p) {
          result += (ascii ? "?" : "\u{FFFD}").utf8
        } else if ascii, width > 1 {
          result.append(numberOf: scalar)
        } else {
          result.append(copying: text.extracting(p..<p + width))
        }
        p += width
      }
    }
    return result
  }

  private static func isPrintable(_ text: RawSpan, at p: Int) -> Bool {
    let byte = text.byte(at: p)
    return byte < 0x80
      ? byte == 0x09 || 0x20..<0x7F ~= byte : YAMLPlainText.printableWidth(text, at: p) > 0
  }
}

extension YAMLWriter {
  @inline(never)
  mutating func gather(
    _ event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard comments.isEmpty, event.kind == .trailingComment, state.isOffLine else {
      return comments.append(event, text, ascii: ascii)
    }
    // The line of the last node ended with the node.
    var event = event
    event.kind = .comment
    comments.append(event, text, ascii: ascii)
    try placeComments(after: state.closed, &cursor)
  }

  /// Does nothing if the comments belong inside a collection that begins with the event.
  @inline(never)
  mutating func placeComments(
    before event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let isEnd = event.kind == .endSequence || event.kind == .endMapping
    if state.keepsBreaks {
      comments.removeBlankLines(before: comments.firstComment ?? .max)
      state.keepsBreaks = isEnd && comments.isEmpty
    }
    guard !comments.isEmpty, !event.isAnnotation else { return }
    let isAfterKey = state.isAfterKey && !event.isKey && !isEnd
    let isCollection = event.depthChange > 0
    if isAfterKey, isCollection, event.style != .flow, indentWidth > 0 { return }
    try cursor.reserve(Self.roomForSigns)
    if state.pending != nil, comments.firstComment != nil {
      state.pending?.style = .flow
      try open(&state, &cursor)
    }
    if state.isFlow || state.pending != nil {
      try placeInFlow(before: event, isEnd: isEnd, &state, &cursor)
    } else if state.level.kind == .root {
      try placeAtRoot(isAfter: event.kind == .endDocument, &state, &cursor)
    } else if isAfterKey {
      // A block scalar can have the comment on its first line.
      if event.kind == .string,
        state.hasNotation && hasBlockNotation
          || event.textRange.contains(where: { text.byte(at: $0) == 0x0A })
      {
        return
      }
      try placeBeforeValue(state, &cursor)
      state.gap = 0
      // Nothing can be written on the line that has begun.
      if state.hasNotation, hasEmptySource { state.hasNotation = false }
    } else {
      if isEnd { comments.removeLastBlankLines() }
      let isFresh = state.isFresh && comments.firstComment == nil
      let indent = state.level.indent
      try placeOnLines(
        indent: indent, base: indent, isFresh: state.isFresh, isOffLine: state.isOffLine,
        &cursor)
      state.isFresh = isFresh
    }
    comments.removeAll()
  }

  private mutating func placeBeforeValue(_ state: State, _ cursor: inout ByteCursor)
    throws(DecantError)
  {
    try placeOnLines(
      indent: state.level.indent + indentWidth, base: state.level.indent, isFresh: false, &cursor)
    // `separate` adds the last space.
    try beginLine(state.level.indent + indentWidth - 1, &cursor)
  }

  /// Does nothing if the comments can follow the indicator of a block scalar.
  mutating func placeComments(
    beforeTextInBlock isInBlock: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let isAfterIndicator =
      isInBlock && comments.entries.count == 1 && comments.entries[0].kind != .blankLine
    guard !isAfterIndicator else { return }
    try cursor.reserve(Self.roomForSigns)
    try placeBeforeValue(state, &cursor)
    state.gap = 0
    comments.removeAll()
  }

  /// Writes the comment after the header of a block scalar; one that keeps its breaks would include blank lines after it.
  mutating func endHeader(
    keepsBreaks: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    state.isOffLine = true
    state.keepsBreaks = keepsBreaks
    state.closed = State.Level(kind: .root, indent: 0)
    guard !comments.isEmpty else { return }
    putSpaces(before: comments.entries[0], &cursor)
    try comments.write(0, &cursor)
    comments.removeAll()
  }

  private mutating func placeOnLines(
    indent: Int, base: Int, isFresh: Bool, isOffLine: Bool = false, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var isFresh = isFresh
    // After the lines of a block scalar, a comment that is indented as deep would be part of it.
    var limit = isOffLine ? indent : Int.max
    for index in 0..<comments.entries.count {
      let entry = comments.entries[index]
      switch entry.kind {
      case .blankLine:
        if !isFresh { cursor.put(UInt8(ascii: "\n")) }
        continue
      case .trailingComment where !isFresh && index == 0:
        putSpaces(before: entry, &cursor)
      default:
        if !isFresh {
          try beginLine(min(self.indent(of: entry, usual: indent, base), limit), &cursor)
        }
      }
      limit = .max
      isFresh = false
      try comments.write(index, &cursor)
    }
  }

  private mutating func putSpaces(before entry: YAMLComments.Entry, _ cursor: inout ByteCursor) {
    let count = 2..<32 ~= entry.gap ? entry.gap - 1 : 2
    for _ in 0..<count { cursor.put(UInt8(ascii: " ")) }
  }

  private mutating func indent(of entry: YAMLComments.Entry, usual: Int, _ base: Int) -> Int {
    guard !isFixed, entry.gap != 0, entry.kind != .trailingComment else { return usual }
    return max(base + entry.gap - 32, 0)
  }

  private mutating func placeAtRoot(
    isAfter: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    if isAfter { return try placeOnLines(indent: 0, base: 0, isFresh: false, &cursor) }
    for index in 0..<comments.entries.count {
      let entry = comments.entries[index]
      if index > 0, entry.kind == .trailingComment {
        _ = cursor.removeLast(0x0A, after: 0)
        putSpaces(before: entry, &cursor)
      } else {
        for _ in 0..<indent(of: entry, usual: 0, 0) { cursor.put(UInt8(ascii: " ")) }
      }
      try comments.write(index, &cursor)
      cursor.put(UInt8(ascii: "\n"))
    }
  }

  private mutating func placeInFlow(
    before event: Event, isEnd: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard comments.firstComment != nil else { return }
    comments.removeBlankLines(before: .max)
    let needsComma =
      !state.isFresh
      && (isEnd ? event.style == .flow : event.isKey || state.level.kind == .flowSequence)
    if needsComma { cursor.put(UInt8(ascii: ",")) }
    let indent = flowIndent(state)
    let base = blockIndent(state)
    try placeOnLines(indent: indent, base: base, isFresh: false, &cursor)
    let column = state.gap >= 32 && !isFixed ? base + state.gap - 32 : indent
    // A space follows before a value.
    let isValue = !isEnd && !event.isKey && state.level.kind == .flowMapping
    try beginLine(isValue ? max(column - 1, 0) : column, &cursor)
    state.gap = 0
    if needsComma { state.isFresh = true }
  }
}
