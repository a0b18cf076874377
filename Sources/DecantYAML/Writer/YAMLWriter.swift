internal import DecantCore

/// A writer of YAML that readers of 1.1 and 1.2 parse alike.
///
/// The beginning of a collection is delayed until the next event shows whether it is empty, anchors and tags until
/// their node, and a line with its indentation until something is written on it. A *fresh* position needs no separator:
///
///     - ▏- key:          after "- " and "? ", at the beginning of a document,
///     [▏1, 2]            and after an opening bracket
///
/// Methods are mutating even if they change nothing, because a borrowing call would copy the whole writer.
///
/// Numbers keep their lexeme, except reals with an exponent: YAML 1.1 requires a point and a sign, and parses `1e3` as
/// a string, so it becomes `1.0e+3`.
struct YAMLWriter: ~Copyable, EventWriter {
  static let usualWidth = 2

  /// The spaces per level; 0 for flow style, with one line per document.
  let indentWidth: Int
  /// Whether the width was asked for, so that it applies also to what the input indents otherwise.
  let isFixed: Bool
  let ascii: Bool
  let palette: Palette?
  let isColored: Bool
  private var state = State()
  var levels = Buffer<State.Level>(capacity: 32)
  var annotations = Buffer<UInt8>(capacity: 32)
  var comments = YAMLComments()
  /// The notation of the next scalar; see `YAMLComposer`.
  var notation = Buffer<UInt8>(capacity: 128)
  private var hasBegun = false

  /// The state of a document, kept in registers during a batch.
  struct State {
    enum Kind: UInt8, BitwiseCopyable {
      case root, blockSequence, blockMapping, flowSequence, flowMapping
    }

    struct Level: BitwiseCopyable {
      var kind: Kind
      var hasExplicitKey = false
      /// Whether the collection begins on the line of the dash before it.
      var isCompact = false
      var indent: Int
      /// Where a comment after the key or dash would be in the output; -1 if none can follow it.
      var head = -1

      @inline(__always)
      var isFlow: Bool { kind == .flowSequence || kind == .flowMapping }
    }

    var level = Level(kind: .root, indent: 0)
    var isFresh = true
    /// The beginning of a collection that is delayed.
    var pending: Event?
    /// The space before it, unless comments have replaced it.
    var pendingGap = 0
    var hasTag = false
    /// Whether the notation of the next scalar is kept, after its anchor and tag.
    var hasNotation = false
    /// The space before the next node, as `Event.Flags.gap`.
    var gap = 0
    var isFirstDocument = false
    /// Whether no comment can follow on the line of the last node: a block scalar or block collection.
    var isOffLine = false
    /// The last block collection; without a head after a block scalar.
    var closed = Level(kind: .root, indent: 0)
    /// Whether the last node is a block scalar to which blank lines after it would belong.
    var keepsBreaks = false

    @inline(__always)
    var isFlow: Bool { level.isFlow }

    @inline(__always)
    var context: YAMLPlainText.Context { isFlow ? .flow : .block }

    /// Whether a node after a key without a question mark is next, unless it is a key itself.
    var isAfterKey: Bool { level.kind == .blockMapping && !level.hasExplicitKey }
  }

  static let shortText = 8192

  /// Less than the 1024 characters after which readers may stop looking for the colon of a key.
  static let longestKey = 1000

  static let roomForSigns = 192

  init(_ options: WritingOptions) {
    // YAML does not allow tabs as indentation.
    let spaces = options.indentation.flatMap { $0.byte == UInt8(ascii: " ") ? $0.width : nil }
    indentWidth = spaces ?? Self.usualWidth
    isFixed = options.indentation != nil
    ascii = options.ascii
    palette = spaces == 0 ? nil : options.palette
    isColored = palette != nil
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      try write(events, window, scratch, &cursor)
    }
  }

  /// Makes the output malformed: the colon ends a plain scalar, its column a block, and no token begins with `@`.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n: @incomplete\n")
  }

  private mutating func write(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var state = self.state
    defer { self.state = state }
    let ascii = self.ascii
    for index in events.indices {
      let event = events[index]
      let text = event.flags.contains(.inScratch) ? scratch : window
      if state.pending != nil, event.kind != .endSequence, event.kind != .endMapping,
        !event.isTrivia
      {
        try open(&state, &cursor)
      }
      state.gap = event.flags.gap
      if !event.isTrivia {
        if !comments.isEmpty || state.keepsBreaks {
          try placeComments(before: event, text, &state, &cursor)
        }
        state.isOffLine = false
      }
      if state.hasNotation, !event.isAnnotation, !event.isTrivia,
        try writeAsWritten(event, text, &state, &cursor)
      {
        continue
      }
      switch event.kind {
      case .string:
        let length = Int(event.length)
        if length <= (event.isKey ? Self.longestKey : Self.shortText), !isColored,
          annotations.isEmpty, event.style.rawValue <= Event.Style.plain.rawValue,
          !event.flags.contains(.isEscaped),
          YAMLPlainText.allows(
            text, from: Int(event.offset), count: length,
            in: state.context, ascii: ascii)
        {
          try put(event, text, &state, &cursor)
        } else {
          try writeString(event, text, &state, &cursor)
        }
      case .integer, .real:
        let length = Int(event.length)
        if length <= (event.isKey ? Self.longestKey : Self.shortText), !isColored,
          annotations.isEmpty, !event.flags.contains(.isNonFinite),
          event.kind == .integer || event.style == .plain
            || !YAMLNumber.hasExponent(text, event.textRange)
        {
          try put(event, text, &state, &cursor)
        } else {
          try writeNumber(event, text.extracting(event.textRange), &state, &cursor)
        }
      case .null, .true, .false:
        try begin(isKey: event.isKey, &state, &cursor)
        if isColored { color(event, &cursor) }
        cursor.putWord(of: event.kind)
        if isColored { endColor(&cursor) }
        if event.isKey { endKey(state, &cursor) }
      case .beginSequence, .beginMapping:
        state.pending = event
        state.pendingGap = state.gap
      case .endSequence, .endMapping:
        try close(event, &state, &cursor)
      case .beginDocument:
        try cursor.reserve(Self.roomForSigns)
        if hasBegun { cursor.put(0x0A_2D2D2D, count: 4) }
        reset(&state)
        state.isFirstDocument = !hasBegun
        hasBegun = true
      case .endDocument:
        try cursor.reserve(Self.roomForSigns)
        cursor.put(UInt8(ascii: "\n"))
        cursor.completeDocument()
      case .anchor, .tag:
        annotate(event, text.extracting(event.textRange), &state)
      case .alias:
        try writeAlias(event, text.extracting(event.textRange), &state, &cursor)
      case .date, .localTime, .data:
        try writeTyped(event, text.extracting(event.textRange), &state, &cursor)
      case .comment, .blankLine, .trailingComment:
        try gather(event, text.extracting(event.textRange), &state, &cursor)
      case .notation:
        keepNotation(event, text.extracting(event.textRange), &state)
      case .uid:
        throw DecantError(.malformedEvents("YAML has no \(event.kind)"))
      }
    }
  }

  private mutating func reset(_ state: inout State) {
    state = State()
    levels.removeAll()
    annotations.removeAll()
    comments.removeAll()
  }

  @inline(__always)
  private mutating func put(
    _ event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Int(event.length) &+ Self.roomForSigns)
    let prefix = try separate(
      isKey: event.isKey, isExplicit: false, &state, &cursor)
    cursor.put(
      prefix.word, count: Int(prefix.count), text, from: Int(event.offset),
      count: Int(event.length), UInt64(UInt8(ascii: ":")), count: event.isKey ? 1 : 0)
  }

  // MARK: Between nodes

  struct Prefix {
    var word: UInt64
    var count: UInt64

    static var none: Prefix { Prefix(word: 0, count: 0) }
  }

  @inline(__always)
  mutating func separate(
    isKey: Bool, isExplicit: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Prefix {
    let isFresh = state.isFresh
    state.isFresh = false
    if state.gap != 0, !isExplicit,
      try separateAsWritten(isKey: isKey, isFresh: isFresh, &state, &cursor)
    {
      return .none
    }
    // In each word, the first byte is the lowest.
    switch state.level.kind {
    case .blockMapping:
      if !isKey {
        guard state.level.hasExplicitKey else { return Prefix(word: 0x20, count: 1) }  // " "
        state.level.hasExplicitKey = false
        try beginLine(state.level.indent, &cursor)
        return Prefix(word: 0x203A, count: 2)  // ": "
      }
      if !isFresh { try beginLine(state.level.indent, &cursor) }
      guard isExplicit else { return .none }
      state.level.hasExplicitKey = true
      return Prefix(word: 0x203F, count: 2)  // "? "
    case .blockSequence:
      if !isFresh { try beginLine(state.level.indent, &cursor) }
      return Prefix(word: 0x202D, count: 2)  // "- "
    case .flowSequence:
      if !isFresh { putComma(&cursor) }
      return .none
    case .flowMapping:
      if !isKey {
        guard state.level.hasExplicitKey else { return Prefix(word: 0x20, count: 1) }  // " "
        state.level.hasExplicitKey = false
        return Prefix(word: 0x20_3A20, count: 3)  // " : "
      }
      if !isFresh { putComma(&cursor) }
      guard isExplicit else { return .none }
      state.level.hasExplicitKey = true
      return Prefix(word: 0x203F, count: 2)  // "? "
    case .root:
      return .none
    }
  }

  @inline(__always)
  private mutating func putComma(_ cursor: inout ByteCursor) {
    cursor.put(0x202C, count: indentWidth > 0 ? 2 : 1)  // ", "
  }

  /// Reserves room for signs and a short text after the indentation.
  @inline(__always)
  mutating func beginLine(_ indent: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    guard indent <= 63 else { return try beginDeepLine(indent, &cursor) }
    cursor.put(0x2020_2020_2020_200A, count: min(indent &+ 1, 8))
    var done = 7
    while done < indent {
      cursor.put(0x2020_2020_2020_2020, count: min(indent &- done, 8))
      done &+= 8
    }
  }

  @inline(never)
  private mutating func beginDeepLine(_ indent: Int, _ cursor: inout ByteCursor) throws(DecantError)
  {
    cursor.put(UInt8(ascii: "\n"))
    try cursor.putIndentation(
      UInt8(ascii: " "), width: indent, keeping: Self.shortText + Self.roomForSigns)
  }

  @inline(__always)
  private mutating func begin(
    isKey: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    if !annotations.isEmpty {
      return try beginNode(isKey: isKey, atMost: 8, &state, &cursor)
    }
    try cursor.reserve(Self.roomForSigns)
    let prefix = try separate(isKey: isKey, isExplicit: false, &state, &cursor)
    cursor.put(prefix.word, count: Int(prefix.count))
  }

  @inline(__always)
  mutating func endKey(_ state: State, _ cursor: inout ByteCursor) {
    if !state.level.hasExplicitKey { cursor.put(UInt8(ascii: ":")) }
  }
}
