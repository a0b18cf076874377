internal import DecantCore

/// A writer of JSON with the white space of other tools: that of the input where events have it, see `JSONSpace`, and
/// else that of a `JSONSpacing`.
struct JSONLayoutWriter: EventWriter, ~Copyable {
  struct Level: BitwiseCopyable {
    let style: Event.Style
    /// The depth of its lines.
    let depth: Int
    var isEmpty = true
    /// The spaces after a comma on one line; nil if no element has shown it.
    var afterComma: Int?
  }

  private let options: JSONWritingOptions
  private let spacing: JSONSpacing
  /// Whether a line end follows each document, however it was read.
  private let hasRecords: Bool
  private let lineEnd: [UInt8]
  private let scalars: JSONWriter
  private var levels = Buffer<Level>(capacity: 32)
  private var followsKey = false
  private var needsLineEnd = false
  /// The source of the next string.
  private var notation = Buffer<UInt8>()

  private static var line: Int { 32 }

  init(_ options: JSONWritingOptions, _ spacing: JSONSpacing, hasRecords: Bool) {
    self.options = options
    self.spacing = spacing
    self.hasRecords = hasRecords
    scalars = JSONWriter(options)
    lineEnd =
      switch spacing.lineEnd {
      case .lf: [0x0A]
      case .crlf: [0x0D, 0x0A]
      case .cr: [0x0D]
      }
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
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
          if options.palette != nil { try scalars.color(event, &cursor) }
          if event.kind == .string {
            try writeString(event, text, &cursor)
          } else if event.kind == .integer || event.kind == .real {
            cursor = try scalars.writeNumber(event, text, CompactLayout.self, cursor)
          } else {
            cursor.putWord(of: event.kind)
          }
          if options.palette != nil { try scalars.endColor(&cursor) }
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
          notation.removeAll()
          notation.append(contentsOf: text.extracting(event.textRange))
        case .date, .localTime, .data, .uid, .anchor, .tag, .alias, .comment, .blankLine,
          .trailingComment:
          throw DecantError(.malformedEvents("JSON has no \(event.kind)"))
        }
      }
    }
  }

  // MARK: Collections

  private mutating func open(_ event: Event) {
    let usual: Event.Style = spacing.hasLines ? .block : .flow
    let style = event.style == .any ? usual : event.style
    levels.append(Level(style: style, depth: depth + (style == .block ? 1 : 0)))
  }

  private var depth: Int { levels.count > 0 ? levels[levels.count - 1].depth : 0 }

  /// Writes what is between the last token and a node.
  private mutating func begin(_ event: Event, _ cursor: inout ByteCursor) throws(DecantError) {
    let gap = event.flags.gap
    if followsKey {
      followsKey = false
      try put(spaces: spacing.beforeColon, &cursor)
      cursor.put(UInt8(ascii: ":"))
      return try put(gap: gap > 0 ? gap : spacing.afterColon + 1, &cursor)
    }
    guard levels.count > 0 else { return }
    let top = levels.count - 1
    if 1..<Self.line ~= gap { levels[top].afterComma = gap - 1 }
    guard !levels[top].isEmpty else {
      levels[top].isEmpty = false
      return try putPadding(of: levels[top].style, &cursor)
    }
    cursor.put(UInt8(ascii: ","))
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
    let level = levels.removeLast()
    if event.flags.gap > 0 {
      try put(gap: event.flags.gap, &cursor)
    } else if !level.isEmpty {
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

  private func put(gap: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    guard gap >= Self.line else { return try put(spaces: gap - 1, &cursor) }
    try putLineEnds(gap - Self.line + 1, &cursor)
    try cursor.putIndentation(
      spacing.indentation.byte, width: depth * spacing.indentation.width,
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
    followsKey = false
  }

  private mutating func endDocument(
    _ event: Event, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let gap = hasRecords ? 0 : event.flags.gap
    needsLineEnd = gap > 0 ? gap < Self.line : !hasRecords && !spacing.endsWithLine
    if 1..<Self.line ~= gap {
      try put(spaces: gap - 1, &cursor)
    } else if !needsLineEnd {
      try putLineEnds(max(gap - Self.line, 0) + 1, &cursor)
    }
    cursor.completeDocument()
  }

  // MARK: Strings

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
