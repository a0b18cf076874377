internal import DecantCore

/// A writer of JSON, JSON Lines and JSON text sequences.
///
/// Needs no stack: keys are flagged, end events determine brackets, and `needsComma` is false if a collection is empty.
struct JSONWriter: EventWriter {
  let options: JSONWritingOptions
  private var state = State()

  /// The state of the writer, kept in registers during a batch.
  struct State {
    /// The width of the indentation of the current collection.
    var indentation = 0
    var needsComma = false
    var followsKey = false
  }

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      if options.indentation.width > 0 {
        return try write(events, window, scratch, PrettyLayout.self, sink)
      }
      var written = 0
      if copiesRuns {
        for index in 0..<batch.verbatimRuns.count {
          let run = batch.verbatimRuns[index]
          let events = events.extracting(written..<run.firstEvent)
          try write(events, window, scratch, CompactLayout.self, sink)
          try copy(run, window, &state, sink)
          written = run.endEvent
        }
      }
      try write(events.extracting(written...), window, scratch, CompactLayout.self, sink)
    }
  }

  private mutating func write<Layout: JSONLayout>(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ layout: Layout.Type,
    _ sink: ByteSink
  ) throws(DecantError) {
    var index = 0
    while true {
      index = writeFast(events, from: index, window, scratch, layout, &state, sink)
      guard index < events.count else { return }
      try writeAny(events.extracting(index..<index + 1), window, scratch, layout, sink)
      index += 1
    }
  }

  /// Makes the output malformed: `!` is invalid outside of strings, and a line break inside.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }

  var verbatim: Event.Flags { options.ascii ? [.needsNoJSONEscape, .isASCII] : .needsNoJSONEscape }

  private mutating func writeAny<Layout: JSONLayout>(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ layout: Layout.Type,
    _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    var state = self.state
    defer { self.state = state }
    let verbatim = verbatim
    for index in events.indices {
      let event = events[index]
      switch event.kind {
      case .string:
        try begin(layout, &state, &cursor)
        let text = event.flags.contains(.inScratch) ? scratch : window
        cursor = try writeString(event, text, verbatim, layout, cursor)
        state.needsComma = !event.isKey
        if Layout.isPretty { state.followsKey = event.isKey }
      case .integer, .real:
        try begin(layout, &state, &cursor)
        let text = event.flags.contains(.inScratch) ? scratch : window
        cursor = try writeNumber(event, text, cursor)
        state.needsComma = true
      case .null, .true, .false:
        try begin(layout, &state, &cursor)
        cursor.putWord(of: event.kind)
        state.needsComma = true
      case .beginSequence, .beginMapping:
        try begin(layout, &state, &cursor)
        cursor.put(event.kind == .beginMapping ? UInt8(ascii: "{") : UInt8(ascii: "["))
        state.needsComma = false
        if Layout.isPretty { state.indentation &+= options.indentation.width }
      case .endSequence, .endMapping:
        try cursor.reserve(Self.roomForSigns)
        if Layout.isPretty {
          state.indentation &-= options.indentation.width
          if state.needsComma { try beginLine(state, &cursor) }
        }
        cursor.put(event.kind == .endMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        state.needsComma = true
      case .beginDocument:
        try cursor.reserve(Self.roomForSigns)
        if options.startsRecords { cursor.put(0x1E) }
        state.needsComma = false
      case .endDocument:
        try cursor.reserve(Self.roomForSigns)
        cursor.put(UInt8(ascii: "\n"))
        cursor.completeDocument()
        state.needsComma = false
      case .date, .localTime, .data, .uid, .anchor, .tag, .alias, .comment, .notation,
        .blankLine, .trailingComment:
        throw DecantError(.malformedEvents("JSON has no \(event.kind)"))
      }
    }
  }

  static let roomForSigns = 64

  private func begin<Layout: JSONLayout>(
    _ layout: Layout.Type, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    if Layout.isPretty {
      if !state.followsKey, state.indentation > 0 {
        if state.needsComma { cursor.put(UInt8(ascii: ",")) }
        try beginLine(state, &cursor)
      }
      state.followsKey = false
    } else if state.needsComma {
      cursor.put(UInt8(ascii: ","))
    }
  }

  private func beginLine(_ state: State, _ cursor: inout ByteCursor) throws(DecantError) {
    cursor.put(UInt8(ascii: "\n"))
    try cursor.putIndentation(
      options.indentation.byte, width: state.indentation, keeping: Self.roomForSigns)
  }
}
