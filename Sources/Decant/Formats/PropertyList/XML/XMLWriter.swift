/// Writes events as an XML property list: what Foundation writes for the same data, byte for byte.
///
/// Where Foundation is wrong this is right: a carriage return is written `&#13;`, because readers of XML
/// take a bare one for a line feed, and a number keeps its digits.
///
/// A collection is empty if its end comes right behind its beginning. So a start tag of a collection is
/// left without its last character, which the next event supplies.
struct XMLWriter: EventWriter {
  let indentation: Indentation
  /// Whether everything that is not ASCII is written as a reference.
  let ascii: Bool
  private var place = Place()

  /// Where in the document the writer is: in registers while it works through a batch.
  struct Place {
    var depth = 0
    /// Whether the last thing written is the start tag of a collection, but for its end.
    var isInTag = false
  }

  /// A text longer than this does not go through the reserved room.
  static let shortText = 4096
  /// Room for the tags around a text, and what ends a tag before it.
  static let roomForTags = 64

  init(_ options: WritingOptions) {
    indentation = options.indentation ?? .tab
    ascii = options.ascii
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      try write(events, window, scratch, sink)
    }
  }

  private mutating func write(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    var place = self.place
    defer { self.place = place }
    for index in events.indices {
      let event = events[index]
      switch event.kind {
      case .string:
        try beginLine(&place, &cursor)
        let text = event.flags.contains(.inScratch) ? scratch : window
        let tag = event.isKey ? XMLTags.key : XMLTags.string
        let length = Int(event.length)
        if length <= Self.shortText, isVerbatim(event, text) {
          cursor.put(tag.start, count: tag.startLength)
          cursor.put(text, from: Int(event.offset), count: length)
        } else {
          cursor = try writeOddString(event, text, tag, cursor)
        }
        endElement(tag, &cursor)
      case .integer:
        try beginLine(&place, &cursor)
        cursor.put(XMLTags.integer.start, count: 8)
        cursor.put(UInt8(ascii: ">"))
        let text = event.flags.contains(.inScratch) ? scratch : window
        cursor = try writeNumber(event, text, Int(event.length), cursor)
        endElement(XMLTags.integer, &cursor)
      case .real:
        try beginLine(&place, &cursor)
        cursor.put(XMLTags.real.start, count: XMLTags.real.startLength)
        let text = event.flags.contains(.inScratch) ? scratch : window
        if event.flags.contains(.isNonFinite) {
          cursor = try writeNonFinite(event, text, cursor)
        } else {
          let length = Self.lengthOfReal(event, text)
          cursor = try writeNumber(event, text, length, cursor)
        }
        endElement(XMLTags.real, &cursor)
      case .true, .false:
        try beginLine(&place, &cursor)
        let tag = event.kind == .true ? XMLTags.true : XMLTags.false
        cursor.put(tag.start, count: tag.startLength)
        endLine(&cursor)
      case .beginSequence, .beginMapping:
        try beginLine(&place, &cursor)
        let tag = event.kind == .beginMapping ? XMLTags.dict : XMLTags.array
        cursor.put(tag.start, count: tag.startLength)
        place.depth &+= 1
        place.isInTag = true
      case .endSequence, .endMapping:
        place.depth &-= 1
        if place.isInTag {
          try cursor.reserve(Self.roomForTags)
          cursor.put(0x3E2F, count: 2)
          place.isInTag = false
        } else {
          try beginLine(&place, &cursor)
          let tag = event.kind == .endMapping ? XMLTags.dict : XMLTags.array
          cursor.put(tag.end, count: tag.endLength)
        }
        endLine(&cursor)
      case .date, .data, .uid:
        try beginLine(&place, &cursor)
        let text = event.flags.contains(.inScratch) ? scratch : window
        cursor = try writeTyped(event, text, depth: place.depth, cursor)
      case .beginDocument:
        place = Place()
        try cursor.reserve(XMLTags.header.utf8.count)
        for byte in XMLTags.header.utf8 { cursor.put(byte) }
        endLine(&cursor)
      case .endDocument:
        try cursor.reserve(Self.roomForTags)
        for byte in "</plist>\n".utf8 { cursor.put(byte) }
      case .null, .anchor, .tag, .alias:
        throw DecantError(.malformedEvents("XML property lists have no \(event.kind)"))
      }
    }
  }

  // MARK: Lines

  @inline(__always)
  private func beginLine(_ place: inout Place, _ cursor: inout ByteCursor) throws(DecantError) {
    let room = Self.shortText &+ 2 &* Self.roomForTags
    try cursor.reserve(room)
    if place.isInTag {
      cursor.put(UInt8(ascii: ">"))
      endLine(&cursor)
      place.isInTag = false
    }
    try indent(place.depth, &cursor, keeping: room)
  }

  /// Writes the indentation of a line, and makes `room` behind it.
  @inline(__always)
  func indent(
    _ depth: Int, _ cursor: inout ByteCursor, keeping room: Int
  ) throws(DecantError) {
    guard indentation.width > 0 else { return }
    let width = depth &* indentation.width
    if width <= 8 {
      // Room for it is among that for tags.
      cursor.put(WordScanning.repeated(indentation.byte), count: width)
    } else {
      try cursor.putIndentation(indentation.byte, width: width, keeping: room)
    }
  }

  @inline(__always)
  func endLine(_ cursor: inout ByteCursor) {
    if indentation.width > 0 { cursor.put(0x0A) }
  }

  @inline(__always)
  private func endElement(_ tag: XMLTags, _ cursor: inout ByteCursor) {
    cursor.put(tag.end, count: min(tag.endLength, 8))
    if tag.endLength > 8 { cursor.put(tag.rest, count: tag.endLength &- 8) }
    endLine(&cursor)
  }

  // MARK: Numbers

  /// How many bytes of a real are written: Foundation leaves `.0` out, but for zero.
  @inline(__always)
  private static func lengthOfReal(_ event: Event, _ text: RawSpan) -> Int {
    let length = Int(event.length)
    let end = Int(event.offset) &+ length
    guard length > 2, text.byte(at: end &- 1) == UInt8(ascii: "0"),
      text.byte(at: end &- 2) == UInt8(ascii: ".")
    else { return length }
    let isZero =
      text.byte(at: end &- 3) == UInt8(ascii: "0")
      && (length == 3 || (length == 4 && text.byte(at: end &- 4) == UInt8(ascii: "-")))
    return isZero ? length : length &- 2
  }

  @inline(__always)
  private func writeNumber(
    _ event: Event, _ text: RawSpan, _ length: Int, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    guard event.flags.contains(.isPlainText) else {
      throw DecantError(.malformedEvents("a number that is not in JSON's grammar"))
    }
    if length <= Self.shortText {
      cursor.put(text, from: Int(event.offset), count: length)
    } else {
      let start = Int(event.offset)
      try cursor.write(text.extracting(start..<start &+ length))
      try cursor.reserve(Self.roomForTags)
    }
    return cursor
  }

  @inline(never)
  private func writeNonFinite(
    _ event: Event, _ text: RawSpan, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    let word =
      switch text.byte(at: Int(event.offset)) {
      case UInt8(ascii: "n"): "nan"
      case UInt8(ascii: "-"): "-infinity"
      default: "+infinity"
      }
    for byte in word.utf8 { cursor.put(byte) }
    return cursor
  }
}
