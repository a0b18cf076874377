internal import DecantCore

/// A writer of OpenStep property lists and strings tables.
///
/// In a table the root has no braces, and all text is in quotes, as its tools expect. A semicolon
/// is written with the value of a key, but a comma with the element after it.
struct OpenStepWriter: ~Copyable, EventWriter {
  let indentation: Indentation
  private let ascii: Bool
  private let palette: Palette?
  let isPretty: Bool
  let isTable: Bool
  private var state = State()
  private var areValues = Buffer<Bool>(capacity: 32)
  var gathered = GatheredComments()
  private var project: XcodeProjectWriter
  private var kind = Kind.unknown

  private enum Kind {
    case unknown, usual, project
  }

  /// The state of a document, kept in registers during a batch.
  struct State {
    var depth = 0
    var hasContent = false
    var followsKey = false
    var hasComments = false
  }

  static let shortText = 8192

  static let roomForSigns = 64

  init(
    _ options: WritingOptions = WritingOptions(), layout: OpenStepLayout = .braces,
    isProject: Bool = false
  ) {
    let indentation = options.indentation ?? .spaces(4)
    self.indentation = indentation
    ascii = options.ascii
    palette = options.palette
    isPretty = indentation.width > 0
    isTable = layout == .table
    project = XcodeProjectWriter(ascii: options.ascii)
    if isProject { kind = .project }
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    if kind == .unknown { kind = kind(of: batch) }
    if kind == .project { return try project.write(batch, to: sink) }
    var cursor = sink.cursor()
    let origin = batch.origin
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      try write(events, window, scratch, origin, &cursor)
    }
  }

  private func kind(of batch: borrowing EventBatch) -> Kind {
    guard isPretty, !isTable else { return .usual }
    guard let index = (0..<batch.count).first(where: { batch[$0].kind != .beginDocument }) else {
      return .unknown
    }
    guard batch[index].kind == .comment else { return .usual }
    return batch.string(of: batch[index]) == XcodeProjectWriter.signature ? .project : .usual
  }

  /// Makes the output malformed: readers accept `!` only in quotes.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }

  private mutating func write(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ origin: Int,
    _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var state = self.state
    defer { self.state = state }
    let isColored = isPretty && palette != nil
    let verbatim: Event.Flags = ascii ? [.needsNoJSONEscape, .isASCII] : .needsNoJSONEscape
    for index in events.indices {
      let event = events[index]
      if isTable, state.depth == 0, try writeTableRoot(event, origin, &state, &cursor) { continue }
      switch event.kind {
      case .string:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let length = Int(event.length)
        let isValue = state.followsKey
        try begin(event.isKey, &state, &cursor, keeping: length)
        // Text without quotes needs no escapes, even if it is not flagged as plain.
        let isBare =
          length <= Self.shortText && !isTable
          && OpenStepText.needsNoQuotes(text, from: Int(event.offset), count: length)
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
        state.followsKey = event.isKey
        state.hasContent = true
      case .notation:
        break
      case .comment, .blankLine, .trailingComment:
        let text = event.flags.contains(.inScratch) ? scratch : window
        gather(event, text.extracting(event.textRange), &state)
      case .beginSequence, .beginMapping:
        let isValue = state.followsKey
        try begin(event.isKey, &state, &cursor)
        cursor.put(UInt8(ascii: event.kind == .beginMapping ? "{" : "("))
        areValues.append(isValue)
        state.depth &+= 1
        state.hasContent = false
        state.followsKey = false
      case .endSequence, .endMapping:
        guard !areValues.isEmpty else {
          throw DecantError(.malformedEvents("an end without a beginning"))
        }
        let hasContent = state.hasContent || state.hasComments
        if state.hasComments {
          try putGathered(&state, &cursor, afterWord: event.kind == .endSequence)
        }
        state.depth &-= 1
        if isTable, state.depth == 0 {
          areValues.removeLast()
          state.hasContent = hasContent
          continue
        }
        if isPretty, hasContent { try beginLine(state.depth, &cursor) }
        try cursor.reserve(Self.roomForSigns)
        cursor.put(UInt8(ascii: event.kind == .endMapping ? "}" : ")"))
        if areValues.removeLast() { cursor.put(UInt8(ascii: ";")) }
        state.hasContent = true
      case .beginDocument:
        state = State()
        areValues.removeAll()
        gathered.removeAll()
      case .endDocument:
        if state.hasComments { try putGathered(&state, &cursor, afterWord: true) }
        try endLine(&cursor)
        cursor.completeDocument()
      default:
        let text = event.flags.contains(.inScratch) ? scratch : window
        let isValue = state.followsKey
        try begin(event.isKey, &state, &cursor)
        try writeScalar(event, text, isBare: false, &cursor)
        if isValue { cursor.put(UInt8(ascii: ";")) }
        state.followsKey = false
        state.hasContent = true
      }
    }
  }

  // MARK: Between nodes

  // `=`, and ` = `, the first character in the lowest byte.
  private var keyEnd: UInt64 { isPretty ? 0x20_3D20 : 0x3D }
  private var keyEndLength: Int { isPretty ? 3 : 1 }

  @inline(__always)
  private mutating func begin(
    _ isKey: Bool, _ state: inout State, _ cursor: inout ByteCursor, keeping length: Int = 0
  ) throws(DecantError) {
    try cursor.reserve(Swift.min(length, Self.shortText) &+ Self.roomForSigns)
    if state.hasComments { return try beginAfterComments(isKey, &state, &cursor, keeping: length) }
    guard !state.followsKey, state.depth > 0 else { return }
    if !isKey, state.hasContent { cursor.put(UInt8(ascii: ",")) }
    if isPretty, state.hasContent || !isTable || state.depth > 1 {
      try beginLine(state.depth, &cursor)
    }
  }

  @inline(never)
  private mutating func writeTableRoot(
    _ event: Event, _ origin: Int, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    switch event.kind {
    case .beginDocument:
      return false
    case .beginMapping:
      areValues.append(false)
      state.depth = 1
    case .comment, .notation, .blankLine, .trailingComment:
      return false
    case .endDocument:
      let hasContent = state.hasContent || state.hasComments
      if state.hasComments { try putGathered(&state, &cursor) }
      if hasContent { try endLine(&cursor) }
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

  func beginLine(_ depth: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    try endLine(&cursor)
    let level = isTable ? depth &- 1 : depth
    try cursor.putIndentation(
      indentation.byte, width: level &* indentation.width,
      keeping: Self.shortText &+ Self.roomForSigns)
  }

  // MARK: Scalars

  @inline(never)
  private func writeScalar(
    _ event: Event, _ text: RawSpan, isBare: Bool, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard event.kind == .string || !event.isKey else {
      throw DecantError(.malformedEvents("a key that is not a string"))
    }
    let palette = isPretty ? self.palette : nil
    if let palette { OpenStepScalar.put(palette.code(for: event), &cursor) }
    let isLongAndBare =
      !isTable && event.kind == .string && Int(event.length) > Self.shortText
      && OpenStepText.needsNoQuotes(text, from: Int(event.offset), count: Int(event.length))
    let content = text.extracting(event.textRange)
    if isBare || isLongAndBare {
      try cursor.write(content)
    } else {
      try OpenStepScalar.write(event, content, ascii: ascii, &cursor)
    }
    try cursor.reserve(Self.roomForSigns)
    if let palette {
      OpenStepScalar.put(palette.end, &cursor)
      try cursor.reserve(Self.roomForSigns)
    }
  }
}

extension Palette {
  fileprivate func code(for event: Event) -> String {
    switch event.kind {
    case .string: event.isKey ? key : string
    case .integer, .real: number
    case .true, .false: word
    default: string
    }
  }
}
