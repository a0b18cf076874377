/// A writer of JSON, JSON Lines and JSON text sequences.
///
/// Needs no stack: keys are flagged, end events determine brackets, and `needsComma` is false if a collection is empty.
struct JSONWriter: EventWriter {
  let options: JSONWritingOptions
  private var place = Place()

  /// The state of the writer, kept in registers during a batch.
  struct Place {
    var depth = 0
    var needsComma = false
    var followsKey = false
  }

  static let shortText = 8192

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      if options.palette != nil, options.indentation.width > 0 {
        try write(events, window, scratch, ColoredLayout.self, sink)
      } else if options.indentation.width > 0 {
        try write(events, window, scratch, PrettyLayout.self, sink)
      } else {
        var written = 0
        if copiesRuns {
          for index in 0..<batch.verbatimRuns.count {
            let run = batch.verbatimRuns[index]
            try writeCompact(events.extracting(written..<run.firstEvent), window, scratch, sink)
            try copy(run, window, &place, sink)
            written = run.endEvent
          }
        }
        try writeCompact(events.extracting(written...), window, scratch, sink)
      }
    }
  }

  private mutating func writeCompact(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ sink: ByteSink
  ) throws(DecantError) {
    var index = 0
    while true {
      index = writeCommon(events, from: index, window, scratch, &place, sink)
      guard index < events.count else { return }
      let event = events.extracting(index..<index + 1)
      try write(event, window, scratch, CompactLayout.self, sink)
      index += 1
    }
  }

  /// Makes the output malformed: `!` is invalid outside of strings, and a line break inside.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }

  var verbatim: Event.Flags { options.ascii ? [.needsNoJSONEscape, .isASCII] : .needsNoJSONEscape }

  @inline(__always)
  private mutating func write<Layout: JSONLayout>(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ layout: Layout.Type,
    _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    var place = self.place
    defer { self.place = place }
    let verbatim = verbatim
    for index in events.indices {
      let event = events[index]
      switch event.kind {
      case .string:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let length = Int(event.length)
        if length <= Self.shortText, event.flags.isSuperset(of: verbatim), !Layout.isColored {
          try cursor.reserve(length &+ Self.roomForSigns)
          let prefix = try separate(layout, &place, &cursor)
          cursor.put(
            prefix.word | UInt64(UInt8(ascii: "\"")) &<< (prefix.count &* 8),
            count: Int(prefix.count &+ 1),
            text, from: Int(event.offset), count: length,
            event.isKey ? Layout.keyEnd : UInt64(UInt8(ascii: "\"")),
            count: event.isKey ? Layout.keyEndLength : 1)
        } else {
          try begin(layout, &place, &cursor)
          cursor = try writeLongString(event, text, verbatim, layout, cursor)
        }
        place.needsComma = !event.isKey
        if Layout.isPretty { place.followsKey = event.isKey }
      case .integer, .real:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let length = Int(event.length)
        if length <= Self.shortText, event.flags.contains(.needsNoJSONEscape), !Layout.isColored {
          try cursor.reserve(length &+ Self.roomForSigns)
          let prefix = try separate(layout, &place, &cursor)
          cursor.put(
            prefix.word, count: Int(prefix.count), text, from: Int(event.offset), count: length,
            0, count: 0)
        } else {
          try begin(layout, &place, &cursor)
          cursor = try writeLongNumber(event, text, layout, cursor)
        }
        place.needsComma = true
      case .null, .true, .false:
        try begin(layout, &place, &cursor)
        if Layout.isColored { try color(event, &cursor) }
        cursor.putWord(of: event.kind)
        if Layout.isColored { try endColor(&cursor) }
        place.needsComma = true
      case .beginSequence, .beginMapping:
        try begin(layout, &place, &cursor)
        cursor.put(event.kind == .beginMapping ? UInt8(ascii: "{") : UInt8(ascii: "["))
        place.needsComma = false
        if Layout.isPretty { place.depth &+= 1 }
      case .endSequence, .endMapping:
        try cursor.reserve(Self.roomForSigns)
        if Layout.isPretty {
          place.depth &-= 1
          if place.needsComma { try beginLine(place.depth, &cursor) }
        }
        cursor.put(event.kind == .endMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        place.needsComma = true
      case .beginDocument:
        try cursor.reserve(Self.roomForSigns)
        if options.startsRecords { cursor.put(0x1E) }
        place.needsComma = false
      case .endDocument:
        try cursor.reserve(Self.roomForSigns)
        cursor.put(UInt8(ascii: "\n"))
        cursor.completeDocument()
        place.needsComma = false
      case .date, .localTime, .data, .uid, .anchor, .tag, .alias, .comment, .spelling,
        .blankLine, .trailingComment:
        throw DecantError(.malformedEvents("JSON has no \(event.kind)"))
      }
    }
  }

  static let roomForSigns = 64

  struct Prefix {
    var word: UInt64
    var count: UInt64
  }

  /// Returns the separator in compact output, and writes it in indented output.
  @inline(__always)
  private func separate<Layout: JSONLayout>(
    _ layout: Layout.Type, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Prefix {
    guard Layout.isPretty else {
      return place.needsComma
        ? Prefix(word: UInt64(UInt8(ascii: ",")), count: 1) : Prefix(word: 0, count: 0)
    }
    if !place.followsKey, place.depth > 0 {
      if place.needsComma { cursor.put(UInt8(ascii: ",")) }
      try beginLine(place.depth, &cursor)
    }
    place.followsKey = false
    return Prefix(word: 0, count: 0)
  }

  @inline(__always)
  private func begin<Layout: JSONLayout>(
    _ layout: Layout.Type, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    let prefix = try separate(layout, &place, &cursor)
    cursor.put(prefix.word, count: Int(prefix.count))
  }

  private func beginLine(_ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    cursor.put(UInt8(ascii: "\n"))
    try cursor.putIndentation(
      options.indentation.byte, width: depth &* options.indentation.width,
      keeping: Self.shortText &+ Self.roomForSigns)
  }
}
