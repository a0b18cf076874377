/// Writes events as an OpenStep property list.
///
/// Where the layout is that of a table of strings the braces of the root are left out, and every text is in
/// quotes, as translators and their tools expect it.
///
/// A value in a mapping ends with a semicolon and one in a sequence does not; so the writer keeps of each
/// open collection which of the two it is itself. What is before a node, its key's `=` or a comma,
/// is written with the node.
///
///     {
///         key = word;
///         "two words" = (
///             <0fbd77>,
///             {}
///         );
///     }
struct OpenStepWriter: ~Copyable, EventWriter {
  let options: OpenStepWritingOptions
  private let isPretty: Bool
  private let isTable: Bool
  private var place = Place()
  /// Of the collections that are open, whether each is the value of a key.
  private var areValues = Buffer<Bool>(capacity: 32)

  /// Where in the document the writer is: in registers while it works through a batch.
  struct Place {
    var depth = 0
    /// Whether something is in the innermost collection.
    var hasContent = false
    /// Whether the next node follows its key, on the same line.
    var followsKey = false
  }

  /// A text longer than this does not go through the reserved room.
  static let shortText = 8192

  /// Room for what is around a text.
  static let roomForSigns = 64

  init(_ options: OpenStepWritingOptions) {
    self.options = options
    isPretty = options.indentation.width > 0
    isTable = options.layout == .table
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    let origin = batch.origin
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      try write(events, window, scratch, origin, &cursor)
    }
  }

  /// No reader of property lists accepts a `!` outside of quotes.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }

  private mutating func write(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ origin: Int,
    _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var place = self.place
    defer { self.place = place }
    let isColored = isPretty && options.palette != nil
    let verbatim: Event.Flags = options.ascii ? [.isPlainText, .isASCII] : .isPlainText
    for index in events.indices {
      let event = events[index]
      if isTable, place.depth == 0, try passRoot(event, origin, &place, &cursor) { continue }
      switch event.kind {
      case .string:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let length = Int(event.length)
        let isValue = place.followsKey
        try begin(event.isKey, &place, &cursor, keeping: length)
        // What is without quotes needs no escapes, whether that was known or not.
        let isBare =
          length <= Self.shortText && !isTable
          && OpenStepText.standsBare(text, from: Int(event.offset), count: length)
        let isShort = length <= Self.shortText && event.flags.isSuperset(of: verbatim)
        if isBare || isShort, !isColored {
          let quote = isBare ? 0 : UInt64(UInt8(ascii: "\""))
          let quoteLength = isBare ? 0 : 1
          let end = event.isKey ? keyEnd : isValue ? UInt64(UInt8(ascii: ";")) : 0
          let endLength = event.isKey ? keyEndLength : isValue ? 1 : 0
          cursor.put(
            quote, count: quoteLength, text, from: Int(event.offset), count: length,
            quote | end &<< UInt64(truncatingIfNeeded: quoteLength &* 8),
            count: quoteLength &+ endLength)
        } else {
          try writeScalar(event, text, isBare: isBare, &cursor)
          if isValue { cursor.put(UInt8(ascii: ";")) }
          if event.isKey { cursor.put(keyEnd, count: keyEndLength) }
        }
        place.followsKey = event.isKey
        place.hasContent = true
      case .beginSequence, .beginMapping:
        let isValue = place.followsKey
        try begin(event.isKey, &place, &cursor)
        cursor.put(UInt8(ascii: event.kind == .beginMapping ? "{" : "("))
        areValues.append(isValue)
        place.depth &+= 1
        place.hasContent = false
        place.followsKey = false
      case .endSequence, .endMapping:
        guard !areValues.isEmpty else {
          throw DecantError(.malformedEvents("an end without a beginning"))
        }
        place.depth &-= 1
        if isTable, place.depth == 0 {
          areValues.removeLast()
          continue
        }
        if isPretty, place.hasContent { try beginLine(place.depth, &cursor) }
        try cursor.reserve(Self.roomForSigns)
        cursor.put(UInt8(ascii: event.kind == .endMapping ? "}" : ")"))
        if areValues.removeLast() { cursor.put(UInt8(ascii: ";")) }
        place.hasContent = true
      case .beginDocument:
        place = Place()
        areValues.removeAll()
      case .endDocument:
        try endLine(&cursor)
        cursor.completeDocument()
      default:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let isValue = place.followsKey
        try begin(event.isKey, &place, &cursor)
        try writeScalar(event, text, isBare: false, &cursor)
        if isValue { cursor.put(UInt8(ascii: ";")) }
        place.followsKey = false
        place.hasContent = true
      }
    }
  }

  // MARK: Between nodes

  // `=`, and ` = `, the first byte lowest.
  private var keyEnd: UInt64 { isPretty ? 0x20_3D20 : 0x3D }
  private var keyEndLength: Int { isPretty ? 3 : 1 }

  /// Writes what is between a node and the one before it, and makes room for a short text.
  @inline(__always)
  private func begin(
    _ isKey: Bool, _ place: inout Place, _ cursor: inout ByteCursor, keeping length: Int = 0
  ) throws(DecantError) {
    try cursor.reserve(Swift.min(length, Self.shortText) &+ Self.roomForSigns)
    guard !place.followsKey, place.depth > 0 else { return }
    if !isKey, place.hasContent { cursor.put(UInt8(ascii: ",")) }
    if isPretty, place.hasContent || !isTable || place.depth > 1 {
      try beginLine(place.depth, &cursor)
    }
  }

  /// Handles an event outside the table that is to be written; false for what both layouts have in common.
  @inline(never)
  private mutating func passRoot(
    _ event: Event, _ origin: Int, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    switch event.kind {
    case .beginDocument:
      return false
    case .beginMapping:
      areValues.append(false)
      place.depth = 1
    case .endDocument:
      // A table without pairs is an empty file.
      if place.hasContent { try endLine(&cursor) }
      cursor.completeDocument()
    default:
      throw DecantError(
        .openStep(.notAStringsTable), offset: origin + Int(event.position))
    }
    return true
  }

  private func endLine(_ cursor: inout ByteCursor) throws(DecantError) {
    try cursor.reserve(Self.roomForSigns)
    cursor.put(UInt8(ascii: "\n"))
  }

  private func beginLine(_ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    try endLine(&cursor)
    let level = isTable ? depth &- 1 : depth
    try cursor.putIndentation(
      options.indentation.byte, width: level &* options.indentation.width,
      keeping: Self.shortText &+ Self.roomForSigns)
  }

  // MARK: Scalars

  /// Writes a scalar that is not short plain text, and makes room for signs after it.
  @inline(never)
  private func writeScalar(
    _ event: Event, _ text: RawSpan, isBare: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard event.kind == .string || !event.isKey else {
      throw DecantError(.malformedEvents("a key that is not a string"))
    }
    let palette = isPretty ? options.palette : nil
    if let palette { OpenStepScalar.put(palette.code(for: event), &cursor) }
    let isLongAndBare =
      !isTable && event.kind == .string && Int(event.length) > Self.shortText
      && OpenStepText.standsBare(text, from: Int(event.offset), count: Int(event.length))
    let content = text.extracting(event.textRange)
    if isBare || isLongAndBare {
      try cursor.write(content)
    } else {
      try OpenStepScalar.write(event, content, ascii: options.ascii, &cursor)
    }
    try cursor.reserve(Self.roomForSigns)
    if let palette {
      OpenStepScalar.put(palette.end, &cursor)
      try cursor.reserve(Self.roomForSigns)
    }
  }
}

extension Palette {
  /// What begins the color of a scalar.
  fileprivate func code(for event: Event) -> String {
    switch event.kind {
    case .string: event.isKey ? key : string
    case .integer, .real: number
    case .true, .false: word
    default: string
    }
  }
}
