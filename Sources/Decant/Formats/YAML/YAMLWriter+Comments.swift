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
  }

  private(set) var entries = Buffer<Entry>(capacity: 8)
  private var text = Buffer<UInt8>(capacity: 128)

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    entries.removeAll()
    text.removeAll()
  }

  mutating func append(_ event: Event, _ bytes: RawSpan, ascii: Bool) {
    guard event.kind != .blankLine else { return append(.blankLine, []) }
    guard event.style == .block || !Self.isPrintable(bytes, ascii: ascii) else {
      entries.append(Entry(kind: event.kind, start: text.count, count: bytes.byteCount + 1))
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
      let mark = Array((needsSpace ? "# " : "#").utf8)
      append(
        index == 0 ? event.kind : .comment, mark + Self.printable([UInt8](line), ascii: ascii))
    }
  }

  private mutating func append(_ kind: Event.Kind, _ line: [UInt8]) {
    entries.append(Entry(kind: kind, start: text.count, count: line.count))
    line.withBytes { text.append(contentsOf: $0) }
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

  /// Returns the length of the character at `p`; 0 if it must be replaced.
  @inline(__always)
  private static func printableWidth(_ text: RawSpan, at p: Int) -> Int {
    let byte = text.byte(at: p)
    guard byte < 0x80 else { return YAMLPlainText.printableWidth(text, at: p) }
    return byte >= 0x20 && byte < 0x7F || byte == 0x09 ? 1 : 0
  }

  /// Whether the text is one line without characters to replace, as in most comments.
  private static func isPrintable(_ text: RawSpan, ascii: Bool) -> Bool {
    var p = 0
    while p < text.byteCount {
      let width = printableWidth(text, at: p)
      guard width == 1 || width > 1 && !ascii else { return false }
      p += width
    }
    return true
  }

  /// Replaces characters that YAML does not allow, even in comments.
  private static func printable(_ line: [UInt8], ascii: Bool) -> [UInt8] {
    var result: [UInt8] = []
    line.withBytes { text in
      var p = 0
      while p < text.byteCount {
        let byte = text.byte(at: p)
        let (scalar, width) = UTF8Scanning.lastScalar(text, at: p)
        if printableWidth(text, at: p) == 0 {
          result += Array((ascii ? "?" : "\u{FFFD}").utf8)
        } else if byte >= 0x80, ascii {
          result += Array("\\u{\(String(scalar.value, radix: 16))}".utf8)
        } else {
          for offset in p..<p + width { result.append(text.byte(at: offset)) }
        }
        p += width
      }
    }
    return result
  }
}

extension YAMLWriter {
  @inline(never)
  mutating func gather(_ event: Event, _ text: RawSpan, _ place: inout Place) {
    if comments.isEmpty, event.kind == .trailingComment, place.isOffLine {
      // The line of the last node ended with the node.
      var event = event
      event.kind = .comment
      comments.append(event, text, ascii: options.ascii)
    } else {
      comments.append(event, text, ascii: options.ascii)
    }
    place.hasComments = true
  }

  /// Does nothing if the comments belong inside a collection that begins with the event.
  @inline(never)
  mutating func placeComments(
    before event: Event, _ text: RawSpan, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    place.isOffLine = false
    guard place.hasComments, !event.isAnnotation else { return }
    let isEnd = event.kind == .endSequence || event.kind == .endMapping
    let isAfterKey =
      place.level.kind == .blockMapping && !event.isKey && !isEnd && !place.level.hasExplicitKey
    let isCollection = event.depthChange > 0
    if isAfterKey, isCollection, event.style != .flow, options.width > 0 { return }
    try cursor.reserve(Self.roomForSigns)
    if place.pending != .none {
      try fillEmpty(&place, &cursor)
    } else if place.isFlow {
      try placeInFlow(isEnd: isEnd, isKey: event.isKey, &place, &cursor)
    } else if place.level.kind == .root {
      try placeAtRoot(isAfter: event.kind == .endDocument, &place, &cursor)
    } else if isAfterKey {
      // A block scalar can have the comment on its first line.
      if event.kind == .string, event.textRange.contains(where: { text.byte(at: $0) == 0x0A }) {
        return
      }
      try placeBeforeValue(place, &cursor)
    } else {
      if isEnd { comments.removeLastBlankLines() }
      let isFresh = place.isFresh && !hasComment
      try placeOnLines(indent: place.level.indent, isFresh: place.isFresh, &cursor)
      place.isFresh = isFresh
    }
    comments.removeAll()
    place.hasComments = false
  }

  private func placeBeforeValue(_ place: Place, _ cursor: inout ByteCursor) throws(DecantError) {
    try placeOnLines(indent: place.level.indent + options.width, isFresh: false, &cursor)
    // `separate` adds the last space.
    try beginLine(place.level.indent + options.width - 1, &cursor)
  }

  /// Does nothing if the comments can follow the indicator of a block scalar.
  mutating func placeComments(
    beforeTextInBlock isInBlock: Bool, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let isAtMark =
      isInBlock && comments.entries.count == 1 && comments.entries[0].kind != .blankLine
    guard place.hasComments, !isAtMark else { return }
    try cursor.reserve(Self.roomForSigns)
    try placeBeforeValue(place, &cursor)
    comments.removeAll()
    place.hasComments = false
  }

  mutating func placeCommentAtMark(_ cursor: inout ByteCursor) throws(DecantError) {
    guard !comments.isEmpty else { return }
    cursor.put(0x2020, count: 2)
    try comments.write(0, &cursor)
    comments.removeAll()
  }

  private func placeOnLines(
    indent: Int, isFresh: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var isFresh = isFresh
    for index in 0..<comments.entries.count {
      switch comments.entries[index].kind {
      case .blankLine:
        if !isFresh { cursor.put(UInt8(ascii: "\n")) }
        continue
      case .trailingComment where !isFresh && index == 0:
        cursor.put(0x2020, count: 2)
      default:
        if !isFresh { try beginLine(indent, &cursor) }
      }
      isFresh = false
      try comments.write(index, &cursor)
    }
  }

  private func placeAtRoot(
    isAfter: Bool, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    if isAfter { return try placeOnLines(indent: 0, isFresh: false, &cursor) }
    for index in 0..<comments.entries.count {
      try comments.write(index, &cursor)
      cursor.put(UInt8(ascii: "\n"))
    }
  }

  private func placeInFlow(
    isEnd: Bool, isKey: Bool, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard hasComment else { return }
    let needsComma = !isEnd && !place.isFresh && (isKey || place.level.kind == .flowSequence)
    if needsComma { cursor.put(UInt8(ascii: ",")) }
    try placeInFlow(indent: flowIndent(place), &cursor)
    if needsComma { place.isFresh = true }
  }

  private func placeInFlow(indent: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    var isFirst = true
    for index in 0..<comments.entries.count where comments.entries[index].kind != .blankLine {
      if isFirst { cursor.put(0x2020, count: 2) } else { try beginLine(indent, &cursor) }
      try comments.write(index, &cursor)
      isFirst = false
    }
    try beginLine(indent, &cursor)
  }

  private var hasComment: Bool {
    for index in 0..<comments.entries.count where comments.entries[index].kind != .blankLine {
      return true
    }
    return false
  }

  private func flowIndent(_ place: Place) -> Int {
    var index = levels.count - 1
    while index > 0, levels[index].kind == .flowSequence || levels[index].kind == .flowMapping {
      index -= 1
    }
    let depth = levels.count - max(index, 0)
    let block = index >= 0 ? levels[index] : place.level
    return block.indent + depth * max(options.width, 2)
  }

  private mutating func fillEmpty(
    _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard hasComment else { return }
    place.pendingIsFlow = true
    try open(&place, &cursor)
    try placeInFlow(indent: flowIndent(place), &cursor)
  }
}
