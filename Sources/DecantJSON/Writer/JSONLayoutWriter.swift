internal import DecantCore

/// A writer of JSON with the white space of other tools: that of the input where events have it, see `JSONSpace`, and
/// else that of a `JSONSpacing`; and of JSON5, or JSON with comments, always with that of a `JSONSpacing`.
///
/// Comments are gathered until the next event, because a comma precedes them only if another element follows.
struct JSONLayoutWriter: EventWriter, ~Copyable {
  struct Level: BitwiseCopyable {
    let style: Event.Style
    /// The depth of its lines.
    let depth: Int
    var isEmpty = true
    /// The spaces after a comma on one line; nil if no element has shown it.
    var afterComma: Int?
  }

  let options: JSONWritingOptions
  let spacing: JSONSpacing
  /// Whether a line end follows each document, however it was read.
  private let hasRecords: Bool
  private let isJSON5: Bool
  /// Whether collections have the styles of the input.
  private let keepsStyles: Bool
  private let lineEnd: [UInt8]
  private let scalars: JSONWriter
  private var levels = Buffer<Level>(capacity: 32)
  private var gathered = GatheredComments()
  private var hasRoot = false
  private var followsKey = false
  private var needsLineEnd = false
  /// The source of the next string.
  private var notation = Buffer<UInt8>()

  private static var line: Int { 32 }

  init(
    _ options: JSONWritingOptions, _ spacing: JSONSpacing, hasRecords: Bool = false,
    isJSON5: Bool = false, keepsStyles: Bool = true
  ) {
    self.options = options
    self.spacing = spacing
    self.hasRecords = hasRecords
    self.isJSON5 = isJSON5
    self.keepsStyles = keepsStyles
    scalars = JSONWriter(options)
    lineEnd =
      switch spacing.lineEnd {
      case .lf: [0x0A]
      case .crlf: [0x0D, 0x0A]
      case .cr: [0x0D]
      }
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    // A comment may be open, but not after two line ends and a star.
    if isJSON5 { try sink.write("\n*/") }
    var writer = scalars
    try writer.invalidate(to: sink)
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      var cursor = sink.cursor()
      for index in events.indices {
        let event = events[index]
        let text = event.flags.contains(.inScratch) ? scratch : window
        try cursor.reserve(JSONWriter.roomForSigns)
        switch event.kind {
        case .string, .integer, .real, .null, .true, .false:
          try begin(event, &cursor)
          try color(event, &cursor)
          if event.kind == .string {
            try writeString(event, text, &cursor)
          } else if event.flags.contains(.isNonFinite), isJSON5 {
            put(nonFinite: text.extracting(event.textRange), &cursor)
          } else if event.kind == .integer || event.kind == .real {
            cursor = try scalars.writeNumber(event, text, cursor)
          } else {
            cursor.putWord(of: event.kind)
          }
          try endColor(&cursor)
          followsKey = event.isKey
        case .beginSequence, .beginMapping:
          try begin(event, &cursor)
          cursor.put(event.kind == .beginMapping ? UInt8(ascii: "{") : UInt8(ascii: "["))
          open(event)
        case .endSequence, .endMapping:
          try end(event, &cursor)
          cursor.put(event.kind == .endMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        case .beginDocument:
          beginDocument(&cursor)
        case .endDocument:
          try endDocument(event, &cursor)
        case .notation:
          if isJSON5 { continue }
          notation.removeAll()
          notation.append(contentsOf: text.extracting(event.textRange))
        case .comment where isJSON5, .trailingComment where isJSON5:
          gathered.append(
            event, text.extracting(event.textRange),
            after: separator(isTrailing: event.kind == .trailingComment), allowsLines: !isInFlow)
        case .blankLine where isJSON5:
          if !isInFlow, !followsKey, spacing.hasLines { gathered.appendBlankLine() }
        case .date, .localTime, .data, .uid, .anchor, .tag, .alias, .comment, .blankLine,
          .trailingComment:
          throw DecantError(.malformedEvents("JSON\(isJSON5 ? "5" : "") has no \(event.kind)"))
        }
      }
    }
  }

  // MARK: Collections

  private mutating func open(_ event: Event) {
    let style = style(of: event)
    levels.append(Level(style: style, depth: depth + (style == .block || isJSON5 ? 1 : 0)))
  }

  private func style(of event: Event) -> Event.Style {
    let usual: Event.Style = spacing.hasLines ? .block : .flow
    guard keepsStyles else { return usual }
    guard isJSON5 else { return event.style == .any ? usual : event.style }
    guard spacing.hasLines, event.style == .flow || event.style == .padded else { return usual }
    return event.kind == .beginMapping ? .padded : .flow
  }

  private var depth: Int { levels.count > 0 ? levels[levels.count - 1].depth : 0 }

  private var isInFlow: Bool { levels.count > 0 && levels[levels.count - 1].style != .block }

  /// The space of the input before an event or its end.
  private func gap(of event: Event) -> Int { isJSON5 || !keepsStyles ? 0 : event.flags.gap }

  /// Writes what is between the last token and a node.
  private mutating func begin(_ event: Event, _ cursor: inout ByteCursor) throws(DecantError) {
    let gap = gap(of: event)
    if followsKey {
      followsKey = false
      try put(spaces: spacing.beforeColon, &cursor)
      cursor.put(UInt8(ascii: ":"))
      try put(gap: gap > 0 ? gap : spacing.afterColon + 1, &cursor)
      if !gathered.isEmpty { try putComments(betweenKeyAnd: event, &cursor) }
      return
    }
    guard levels.count > 0 else {
      hasRoot = true
      if try putComments(&cursor) { try put(gap: Self.line, &cursor) }
      return
    }
    let top = levels.count - 1
    if 1..<Self.line ~= gap { levels[top].afterComma = gap - 1 }
    guard !levels[top].isEmpty else {
      levels[top].isEmpty = false
      let style = levels[top].style
      let isPadded = try putComments(&cursor) && style == .flow && spacing.hasLines
      return try putPadding(of: isPadded ? .padded : style, &cursor)
    }
    cursor.put(UInt8(ascii: ","))
    _ = try putComments(&cursor)
    if gap >= Self.line || gap == 0 && levels[top].style == .block {
      try put(spaces: spacing.beforeLineEnd, &cursor)
      try put(gap: max(gap, Self.line), &cursor)
    } else {
      try put(spaces: levels[top].afterComma ?? spacing.afterComma, &cursor)
    }
  }

  private mutating func end(_ event: Event, _ cursor: inout ByteCursor) throws(DecantError) {
    guard levels.count > 0 else {
      throw DecantError(.malformedEvents("an end without a beginning"))
    }
    let hasComments = try putComments(&cursor)
    let level = levels.removeLast()
    if gap(of: event) > 0 {
      try put(gap: gap(of: event), &cursor)
    } else if !level.isEmpty || hasComments {
      try putPadding(of: level.style, &cursor)
    } else if spacing.emptyHasLines {
      try put(gap: Self.line + 1, &cursor)
    }
  }

  private func putPadding(
    of style: Event.Style, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    switch style {
    case .block: try put(gap: Self.line, &cursor)
    case .padded: cursor.put(UInt8(ascii: " "))
    default: break
    }
  }

  private func put(gap: Int, _ cursor: inout ByteCursor, deeper: Int = 0) throws(DecantError) {
    guard gap >= Self.line else { return try put(spaces: gap - 1, &cursor) }
    try putLineEnds(gap - Self.line + 1, &cursor)
    try cursor.putIndentation(
      spacing.indentation.byte, width: (depth + deeper) * spacing.indentation.width,
      keeping: JSONWriter.roomForSigns)
  }

  private func putLineEnds(_ count: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    for _ in 0..<count {
      try cursor.reserve(JSONWriter.roomForSigns)
      for byte in lineEnd { cursor.put(byte) }
    }
  }

  private func put(spaces count: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    try cursor.putIndentation(0x20, width: count, keeping: JSONWriter.roomForSigns)
  }

  // MARK: Documents

  private mutating func beginDocument(_ cursor: inout ByteCursor) {
    if needsLineEnd { for byte in lineEnd { cursor.put(byte) } }
    needsLineEnd = false
    if options.startsRecords { cursor.put(0x1E) }
    levels.removeAll()
    notation.removeAll()
    gathered.removeAll()
    followsKey = false
    hasRoot = false
  }

  private mutating func endDocument(
    _ event: Event, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    _ = try putComments(&cursor)
    let gap = hasRecords ? 0 : gap(of: event)
    needsLineEnd = gap > 0 ? gap < Self.line : !hasRecords && !spacing.endsWithLine
    if 1..<Self.line ~= gap {
      try put(spaces: gap - 1, &cursor)
    } else if !needsLineEnd {
      try putLineEnds(max(gap - Self.line, 0) + 1, &cursor)
    }
    cursor.completeDocument()
  }

  // MARK: Comments

  private func separator(isTrailing: Bool) -> GatheredComments.Separator {
    let isAtBeginning = levels.count == 0 && !hasRoot && gathered.isEmpty
    if !spacing.hasLines || isAtBeginning { return .none }
    if isInFlow { return followsKey && gathered.isEmpty ? .none : .space }
    if gathered.endsWithLine || gathered.hasLines || !isTrailing && !followsKey {
      return .line(spacing.indentation, depth: followsKey ? depth + 1 : depth)
    }
    return followsKey && gathered.isEmpty ? .none : .space
  }

  /// Writes the comments before the next token; returns whether there are any.
  private mutating func putComments(_ cursor: inout ByteCursor) throws(DecantError) -> Bool {
    guard !gathered.isEmpty else { return false }
    try gathered.put(&cursor)
    try cursor.reserve(JSONWriter.roomForSigns)
    return true
  }

  private mutating func putComments(
    betweenKeyAnd event: Event, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let endsWithLine = gathered.endsWithLine
    if endsWithLine, event.depthChange > 0, style(of: event) == .block {
      // The comments move after the bracket, which stays on the line of the key.
      return gathered.insertSpace()
    }
    _ = try putComments(&cursor)
    if endsWithLine {
      try put(gap: Self.line, &cursor, deeper: 1)
    } else if spacing.hasLines {
      cursor.put(UInt8(ascii: " "))
    }
  }

  // MARK: Scalars

  private func put(nonFinite text: RawSpan, _ cursor: inout ByteCursor) {
    let first = text.byteCount > 0 ? text.byte(at: 0) : 0
    let word =
      first == UInt8(ascii: "n") ? "NaN" : first == UInt8(ascii: "-") ? "-Infinity" : "Infinity"
    for byte in word.utf8 { cursor.put(byte) }
  }

  private mutating func writeString(
    _ event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    cursor.put(UInt8(ascii: "\""))
    let isSource = notation.isEmpty ? false : try writeSource(of: event, text, &cursor)
    if !isSource {
      try writeContent(of: event, text, &cursor)
    }
    try cursor.reserve(JSONWriter.roomForSigns)
    cursor.put(UInt8(ascii: "\""))
  }

  /// Writes the source of a string; returns false if it is of another string.
  private mutating func writeSource(
    of event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    defer { notation.removeAll() }
    return try notation.withBytes { (notation) throws(DecantError) in
      var parts = Notation.parts(0..<notation.byteCount)
      guard Notation.kind(notation, 0..<notation.byteCount) == .scalar,
        let range = Notation.nextSource(
          notation, &parts, of: event.kind, text.extracting(event.textRange))
      else { return false }
      let source = notation.extracting(range)
      guard !options.ascii || source.scanned.contains(.isASCII) else { return false }
      try cursor.write(source)
      return true
    }
  }

  private func writeContent(
    of event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let verbatim = scalars.verbatim
    guard spacing.escapesSlashes else {
      return try scalars.writeContent(event, text, verbatim, &cursor)
    }
    var part = event
    var rest = event.textRange
    while let slash = text.firstIndex(of: UInt8(ascii: "/"), in: rest) {
      part.offset = UInt32(rest.lowerBound)
      part.length = UInt32(slash - rest.lowerBound)
      try scalars.writeContent(part, text, verbatim, &cursor)
      try cursor.reserve(JSONWriter.roomForSigns)
      cursor.put(0x2F5C, count: 2)
      rest = slash + 1..<rest.upperBound
    }
    part.offset = UInt32(rest.lowerBound)
    part.length = UInt32(rest.count)
    try scalars.writeContent(part, text, verbatim, &cursor)
  }
}
