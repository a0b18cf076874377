/// Writes events as JSON, JSON Lines or JSON text sequences.
///
/// Compact output needs no stack: a key says of itself that it is one, and the kind of an ending says
/// which bracket it is. Pretty output needs the depth. Whether a comma is due says also whether
/// a collection that ends is empty.
struct JSONWriter: EventWriter {
  let options: JSONWritingOptions
  var depth = 0
  /// Whether a comma must stand before the next node.
  var needsComma = false
  /// Whether the next node stands behind its key, on the same line.
  var followsKey = false

  /// A text longer than this does not go through the reserved room.
  static let shortText = 8192

  init(_ options: JSONWritingOptions) {
    self.options = options
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      if options.palette != nil, options.indentation.width > 0 {
        try write(events, window, scratch, ColoredLayout.self, &cursor)
      } else if options.indentation.width > 0 {
        try write(events, window, scratch, PrettyLayout.self, &cursor)
      } else {
        try write(events, window, scratch, CompactLayout.self, &cursor)
      }
    }
  }

  /// Compiled once for each layout, so that the compact one does not ask about indentation.
  @inline(__always)
  private mutating func write<Layout: JSONLayout>(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ layout: Layout.Type,
    _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let verbatim: Event.Flags = options.ascii ? [.isPlainText, .isASCII] : .isPlainText
    for index in events.indices {
      let event = events[index]
      try cursor.reserve(64)
      switch event.kind {
      case .string:
        try separate(layout, &cursor)
        if Layout.isColored { try color(event, &cursor) }
        let text = event.flags.contains(.inScratch) ? scratch : window
        try writeString(event, text, verbatim, &cursor)
        if Layout.isColored { try endColor(&cursor) }
        needsComma = !event.isKey
        if event.isKey {
          cursor.put(UInt8(ascii: ":"))
          if Layout.isPretty {
            cursor.put(UInt8(ascii: " "))
            followsKey = true
          }
        }
      case .integer, .real:
        try separate(layout, &cursor)
        if Layout.isColored { try color(event, &cursor) }
        let text = event.flags.contains(.inScratch) ? scratch : window
        try writeNumber(event, text, &cursor)
        if Layout.isColored { try endColor(&cursor) }
        needsComma = true
      case .null, .true, .false:
        try separate(layout, &cursor)
        if Layout.isColored { try color(event, &cursor) }
        Self.writeWord(event.kind, &cursor)
        if Layout.isColored { try endColor(&cursor) }
        needsComma = true
      case .beginSequence, .beginMapping:
        try separate(layout, &cursor)
        cursor.put(event.kind == .beginMapping ? UInt8(ascii: "{") : UInt8(ascii: "["))
        needsComma = false
        if Layout.isPretty { depth &+= 1 }
      case .endSequence, .endMapping:
        if Layout.isPretty {
          depth &-= 1
          if needsComma { try beginLine(&cursor) }
        }
        cursor.put(event.kind == .endMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        needsComma = true
      case .beginDocument:
        if options.startsRecords { cursor.put(0x1E) }
        needsComma = false
      case .endDocument:
        cursor.put(UInt8(ascii: "\n"))
      case .date, .data, .uid, .anchor, .tag, .alias:
        throw DecantError(.malformedEvents("JSON has no \(event.kind)"))
      }
    }
  }

  /// Writes what stands between a node and the one before it.
  @inline(__always)
  private mutating func separate<Layout: JSONLayout>(
    _ layout: Layout.Type, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    if needsComma { cursor.put(UInt8(ascii: ",")) }
    guard Layout.isPretty else { return }
    if followsKey {
      followsKey = false
    } else if depth > 0 {
      try beginLine(&cursor)
    }
  }

  private func beginLine(_ cursor: inout ByteCursor) throws(DecantError) {
    cursor.put(UInt8(ascii: "\n"))
    var width = depth &* options.indentation.width
    while width > 1024 {
      try cursor.reserve(1024)
      cursor.put(options.indentation.byte, repeated: 1024)
      width -= 1024
    }
    try cursor.reserve(width &+ 64)
    cursor.put(options.indentation.byte, repeated: width)
  }

  // MARK: Scalars

  @inline(__always)
  private func writeString(
    _ event: Event, _ text: RawSpan, _ verbatim: Event.Flags, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let length = Int(event.length)
    guard length <= Self.shortText, event.flags.isSuperset(of: verbatim) else {
      try writeLongString(event, text, verbatim, &cursor)
      return
    }
    try cursor.reserve(length &+ 64)
    cursor.put(UInt8(ascii: "\""))
    cursor.put(text, from: Int(event.offset), count: length)
    cursor.put(UInt8(ascii: "\""))
  }

  @inline(__always)
  private func writeNumber(
    _ event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let length = Int(event.length)
    guard length <= Self.shortText, event.flags.contains(.isPlainText) else {
      try writeLongNumber(event, text, &cursor)
      return
    }
    try cursor.reserve(length &+ 64)
    cursor.put(text, from: Int(event.offset), count: length)
  }

  @inline(never)
  private func writeLongNumber(
    _ event: Event, _ text: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard event.flags.contains(.isPlainText) else {
      throw DecantError(.malformedEvents("a number that is not in JSON's grammar"))
    }
    try cursor.write(text.extracting(event.textRange))
    try cursor.reserve(64)
  }

  @inline(__always)
  private static func writeWord(_ kind: Event.Kind, _ cursor: inout ByteCursor) {
    switch kind {
    // The letters of "true", "false" and "null", the first in the lowest bits.
    case .true: cursor.put(0x6575_7274, count: 4)
    case .false: cursor.put(0x65_736C_6166, count: 5)
    default: cursor.put(0x6C6C_756E, count: 4)
    }
  }
}
