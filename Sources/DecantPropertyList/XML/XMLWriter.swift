internal import DecantCore

/// A writer of XML property lists whose output equals Foundation's, byte for byte, except that a
/// carriage return becomes `&#13;`, since readers turn it into a line feed, and numbers keep digits.
struct XMLWriter: EventWriter {
  let indentation: Indentation
  let ascii: Bool
  let calendar: PropertyListCalendar
  /// The depth of the value in a document of which only it is written.
  var outerDepth = 0
  private let encoding: String
  private var depth = 0
  /// Whether the output ends with a start tag without `>`: the next batch shows if it is empty.
  private var isInTag = false
  /// Whether the last line has no end yet: the next batch shows if a comment follows on it.
  private var isInLine = false
  private var lastKind = Event.Kind.beginDocument
  private var commentLine = CommentLine.ownAtBeginning

  static let shortText = 4096
  static let roomForTags = 64

  var lineFeeds: Int { indentation.width > 0 ? 1 : 0 }

  init(_ options: WritingOptions) {
    indentation = options.indentation ?? .tab
    ascii = options.ascii
    calendar = options[PropertyListCalendar.self]
    encoding = options.textForm.encodingName
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      try write(events, window, scratch, sink)
    }
  }

  /// Makes the output malformed: XML does not have this declaration.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n<!incomplete>\n")
  }

  private mutating func write(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ sink: ByteSink
  ) throws(DecantError) {
    var cursor = sink.cursor()
    var depth = self.depth
    defer { self.depth = depth }
    var commentLine = self.commentLine
    defer { self.commentLine = commentLine }
    let lineFeeds = lineFeeds
    var index = 0
    if isInLine, !events.isEmpty {
      isInLine = false
      try cursor.reserve(1)
      endLine(&cursor)
    }
    if isInTag, !events.isEmpty {
      isInTag = false
      index = try endOfTag(events, at: 0, &depth, &cursor)
    }
    while index < events.count {
      let event = events[index]
      index &+= 1
      switch event.kind {
      case .string:
        let text = event.flags.contains(.inScratch) ? scratch : window
        guard Int(event.length) <= Self.shortText, isVerbatim(event, text) else {
          let tag = event.isKey ? XMLTags.key : XMLTags.string
          cursor = try writeOddString(event, text, tag, depth, cursor)
          continue
        }
        // Separate calls, so that the tags are constants.
        if event.isKey {
          try put(event, text, in: .key, depth, &cursor)
        } else {
          try put(event, text, in: .string, depth, &cursor)
        }
      case .integer:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let tag = XMLTags.integer
        let length = Int(event.length)
        guard length <= Self.shortText, event.flags.contains(.needsNoJSONEscape) else {
          cursor = try writeOddNumber(event, text, depth, cursor)
          continue
        }
        let prefix = try beginLine(depth, &cursor)
        cursor.put(prefix.word, count: prefix.count)
        cursor.put(
          tag.start, count: tag.startLength, UInt64(UInt8(ascii: ">")), count: 1,
          text, from: Int(event.offset), count: length,
          tag.end, count: tag.endLength, tag.rest, count: tag.restLength &+ lineFeeds)
      case .real:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let tag = XMLTags.real
        let length = Self.lengthOfReal(event, text)
        guard length <= Self.shortText, event.flags.contains(.needsNoJSONEscape),
          !event.flags.contains(.isNonFinite)
        else {
          cursor = try writeOddNumber(event, text, depth, cursor)
          continue
        }
        let prefix = try beginLine(depth, &cursor)
        cursor.put(
          prefix.word, count: prefix.count, tag.start, count: tag.startLength,
          text, from: Int(event.offset), count: length,
          tag.end, count: tag.endLength, tag.rest, count: lineFeeds)
      case .true, .false:
        if event.kind == .true {
          try put(.true, depth, &cursor)
        } else {
          try put(.false, depth, &cursor)
        }
      case .beginSequence, .beginMapping:
        let prefix = try beginLine(depth, &cursor)
        cursor.put(prefix.word, count: prefix.count)
        if event.kind == .beginMapping {
          cursor.put(XMLTags.dict.start, count: XMLTags.dict.startLength)
        } else {
          cursor.put(XMLTags.array.start, count: XMLTags.array.startLength)
        }
        depth &+= 1
        if index == events.count {
          isInTag = true
        } else {
          index = try endOfTag(events, at: index, &depth, &cursor)
        }
      case .endSequence, .endMapping:
        depth &-= 1
        if event.kind == .endMapping {
          try put(.dict, depth, &cursor)
        } else {
          try put(.array, depth, &cursor)
        }
      case .date, .localTime, .data, .uid:
        let text = event.flags.contains(.inScratch) ? scratch : window
        cursor = try writeTyped(event, text, depth: depth, cursor)
      case .beginDocument:
        depth = 0
        try write("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n" + XMLTags.header, &cursor)
        endLine(&cursor)
      case .endDocument:
        try write("</plist>\n", &cursor)
        cursor.completeDocument()
      case .notation:
        break
      case .comment, .blankLine, .trailingComment:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let last = index > 1 ? events[index &- 2].kind : lastKind
        cursor = try writeTrivia(
          event, text.extracting(event.textRange), after: last, &commentLine, depth, cursor)
      case .null, .anchor, .tag, .alias:
        throw DecantError(.malformedEvents("XML property lists have no \(event.kind)"))
      }
    }
    guard !events.isEmpty else { return }
    lastKind = events[events.count &- 1].kind
    if lastKind != .endDocument { isInLine = cursor.removeLast(0x0A, after: 0) }
  }

  @inline(__always)
  private func endOfTag(
    _ events: Span<Event>, at index: Int, _ depth: inout Int, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Int {
    try cursor.reserve(Self.roomForTags)
    switch events[index].kind {
    case .endSequence, .endMapping:
      cursor.put(XMLTags.endOfEmptyTag, count: 2 &+ lineFeeds)
      depth &-= 1
      return index &+ 1
    default:
      cursor.put(XMLTags.endOfTag, count: 1 &+ lineFeeds)
      return index
    }
  }

  // MARK: Lines

  struct Prefix {
    var word: UInt64
    var count: Int
  }

  /// Returns the last bytes of the indentation unwritten.
  @inline(__always)
  func beginLine(_ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) -> Prefix {
    let room = Self.shortText &+ 2 &* Self.roomForTags
    try cursor.reserve(room)
    let width = depth &* indentation.width
    if width > 8 {
      try cursor.putIndentation(indentation.byte, width: width &- 8, keeping: room)
    }
    return Prefix(word: WordScanning.repeated(indentation.byte), count: min(width, 8))
  }

  @inline(__always)
  private func put(
    _ event: Event, _ text: RawSpan, in tag: XMLTags, _ depth: Int, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    let prefix = try beginLine(depth, &cursor)
    cursor.put(
      prefix.word, count: prefix.count, tag.start, count: tag.startLength,
      text, from: Int(event.offset), count: Int(event.length),
      tag.end, count: tag.endLength, tag.rest, count: tag.restLength &+ lineFeeds)
  }

  @inline(__always)
  private func put(_ tag: XMLTags, _ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    let prefix = try beginLine(depth, &cursor)
    cursor.put(prefix.word, count: prefix.count)
    cursor.put(tag.end, count: tag.endLength)
    cursor.put(tag.rest, count: lineFeeds)
  }

  func endLine(_ cursor: inout ByteCursor) {
    if indentation.width > 0 { cursor.put(0x0A) }
  }

  func write(_ text: String, _ cursor: inout ByteCursor) throws(DecantError) {
    try text.withBytes { (bytes) throws(DecantError) in try cursor.write(bytes) }
    try cursor.reserve(Self.roomForTags)
  }

  func indent(_ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    let prefix = try beginLine(depth, &cursor)
    cursor.put(prefix.word, count: prefix.count)
  }

  // MARK: Numbers

  /// Returns the length without `.0`, which Foundation omits except in zero.
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

  @inline(never)
  private func writeOddNumber(
    _ event: Event, _ text: RawSpan, _ depth: Int, _ cursor: consuming ByteCursor
  ) throws(DecantError) -> ByteCursor {
    var cursor = cursor
    guard event.flags.contains(.needsNoJSONEscape) || event.flags.contains(.isNonFinite) else {
      throw DecantError(.malformedEvents("a number that is not in JSON's grammar"))
    }
    try indent(depth, &cursor)
    try write(event.kind == .real ? "<real>" : "<integer>", &cursor)
    if event.flags.contains(.isNonFinite) {
      switch text.byte(at: Int(event.offset)) {
      case UInt8(ascii: "n"): try write("nan", &cursor)
      case UInt8(ascii: "-"): try write("-infinity", &cursor)
      default: try write("+infinity", &cursor)
      }
    } else {
      let start = Int(event.offset)
      let length = event.kind == .real ? Self.lengthOfReal(event, text) : Int(event.length)
      try cursor.write(text.extracting(start..<start &+ length))
    }
    try write(event.kind == .real ? "</real>" : "</integer>", &cursor)
    endLine(&cursor)
    return cursor
  }
}
