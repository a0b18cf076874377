/// Writes events as YAML that readers of 1.1 and 1.2 understand alike.
///
/// A collection that has begun is held back until the next event tells whether it is empty; anchors and
/// tags are, until their node is there, because a key that is a collection begins with `? ` before them.
/// Every line is begun, with its indentation, when something is to be on it; what is at the place
/// then is *fresh*:
///
///     - ▏- key:          after "- " and "? ", at the beginning of a document,
///     [▏1, 2]            and after an opening bracket
///
/// Numbers keep their lexeme, save reals with an exponent: YAML 1.1 wants a point and a sign, and takes
/// `1e3` for a string, so that becomes `1.0e+3`. What was a plain scalar in YAML keeps its spelling, which
/// is right for readers of either version.
struct YAMLWriter: ~Copyable, EventWriter {
  let options: YAMLWritingOptions
  let isColored: Bool
  private var place = Place()
  /// The collections around the innermost one.
  var levels = Buffer<Place.Level>(capacity: 32)
  /// The anchor and the tag of the next node, a space after each.
  var annotations = Buffer<UInt8>(capacity: 32)
  private var hasBegun = false

  /// Where in the document the writer is: in registers while it works through a batch.
  struct Place {
    enum Kind: UInt8, BitwiseCopyable {
      case root, blockSequence, blockMapping, flowSequence, flowMapping
    }

    /// A collection that is open.
    struct Level: BitwiseCopyable {
      var kind: Kind
      /// Whether the value that comes next has an explicit key, `? key`.
      var hasExplicitKey = false
      /// The column of the keys or elements, of a block.
      var indent: Int
    }

    /// A collection that has begun, of which nothing is written yet.
    enum Pending: UInt8, BitwiseCopyable {
      case none, sequence, mapping
    }

    var level = Level(kind: .root, indent: 0)
    var isFresh = true
    var pending = Pending.none
    var pendingIsKey = false
    var pendingIsFlow = false
    var hasAnnotations = false
    var hasTag = false

    @inline(__always)
    var isFlow: Bool { level.kind == .flowSequence || level.kind == .flowMapping }
  }

  /// A text longer than this does not go through the reserved room.
  static let shortText = 8192

  /// Readers need not look for the colon further than 1024 characters after the beginning of a key.
  static let longestKey = 1000

  /// Room for what is around a text, and for the words.
  static let roomForSigns = 192

  init(_ options: YAMLWritingOptions) {
    self.options = options
    isColored = options.palette != nil
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      try write(events, window, scratch, &cursor)
    }
  }

  /// The colon ends a plain scalar that would go on, the column a block, and no token begins with an `@`.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n: @incomplete\n")
  }

  private mutating func write(
    _ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    var place = self.place
    defer { self.place = place }
    let ascii = options.ascii
    for index in events.indices {
      let event = events[index]
      let text = event.flags.contains(.inScratch) ? scratch : window
      if place.pending != .none, event.kind != .endSequence, event.kind != .endMapping {
        try open(&place, &cursor)
      }
      switch event.kind {
      case .string:
        let length = Int(event.length)
        if length <= (event.isKey ? Self.longestKey : Self.shortText), !isColored,
          !place.hasAnnotations, event.style.rawValue <= Event.Style.plain.rawValue,
          !event.flags.contains(.isEscaped),
          YAMLPlainText.allows(
            text, from: Int(event.offset), count: length,
            in: place.isFlow ? .flow : .block, ascii: ascii)
        {
          try put(event, text, &place, &cursor)
        } else {
          try writeString(event, text, &place, &cursor)
        }
      case .integer, .real:
        let length = Int(event.length)
        if length <= (event.isKey ? Self.longestKey : Self.shortText), !isColored,
          !place.hasAnnotations, !event.flags.contains(.isNonFinite),
          event.kind == .integer || event.style == .plain
            || !YAMLNumber.hasExponent(text, event.textRange)
        {
          try put(event, text, &place, &cursor)
        } else {
          try writeNumber(event, text.extracting(event.textRange), &place, &cursor)
        }
      case .null, .true, .false:
        try begin(isKey: event.isKey, &place, &cursor)
        if isColored { color(event, &cursor) }
        cursor.putWord(of: event.kind)
        if isColored { endColor(&cursor) }
        if event.isKey { endKey(place, &cursor) }
      case .beginSequence, .beginMapping:
        place.pending = event.kind == .beginSequence ? .sequence : .mapping
        place.pendingIsKey = event.isKey
        place.pendingIsFlow = event.style == .flow
      case .endSequence, .endMapping:
        try close(&place, &cursor)
      case .beginDocument:
        try cursor.reserve(Self.roomForSigns)
        if hasBegun { cursor.put(0x0A_2D2D2D, count: 4) }
        hasBegun = true
        startOver(&place)
      case .endDocument:
        try cursor.reserve(Self.roomForSigns)
        cursor.put(UInt8(ascii: "\n"))
        cursor.completeDocument()
      case .anchor, .tag:
        annotate(event, text.extracting(event.textRange), &place)
      case .alias:
        try writeAlias(event, text.extracting(event.textRange), &place, &cursor)
      case .date, .data:
        try writeTyped(event, text.extracting(event.textRange), &place, &cursor)
      case .uid:
        throw DecantError(.malformedEvents("YAML has no \(event.kind)"))
      }
    }
  }

  /// Forgets a document that broke off.
  private mutating func startOver(_ place: inout Place) {
    place = Place()
    levels.removeAll()
    annotations.removeAll()
  }

  /// Writes a short scalar as it is, with what is before and after it.
  @inline(__always)
  private func put(
    _ event: Event, _ text: RawSpan, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    try cursor.reserve(Int(event.length) &+ Self.roomForSigns)
    let prefix = try separate(
      isKey: event.isKey, isExplicit: false, &place, &cursor)
    cursor.put(
      prefix.word, count: Int(prefix.count), text, from: Int(event.offset),
      count: Int(event.length), UInt64(UInt8(ascii: ":")), count: event.isKey ? 1 : 0)
  }

  // MARK: Between nodes

  /// Up to eight bytes that are to be before a node.
  struct Prefix {
    var word: UInt64
    var count: UInt64

    @inline(__always)
    init(_ word: UInt64, count: UInt64) {
      self.word = word
      self.count = count
    }

    static var none: Prefix { Prefix(0, count: 0) }
  }

  /// Begins a line if one must be begun, and gives what is before the node on it.
  @inline(__always)
  func separate(
    isKey: Bool, isExplicit: Bool, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Prefix {
    let isFresh = place.isFresh
    place.isFresh = false
    // The signs below, the first byte lowest.
    switch place.level.kind {
    case .blockMapping:
      if !isKey {
        guard place.level.hasExplicitKey else { return Prefix(0x20, count: 1) }  // " "
        place.level.hasExplicitKey = false
        try beginLine(place.level.indent, &cursor)
        return Prefix(0x203A, count: 2)  // ": "
      }
      if !isFresh { try beginLine(place.level.indent, &cursor) }
      guard isExplicit else { return .none }
      place.level.hasExplicitKey = true
      return Prefix(0x203F, count: 2)  // "? "
    case .blockSequence:
      if !isFresh { try beginLine(place.level.indent, &cursor) }
      return Prefix(0x202D, count: 2)  // "- "
    case .flowSequence:
      if !isFresh { putComma(&cursor) }
      return .none
    case .flowMapping:
      if !isKey {
        guard place.level.hasExplicitKey else { return Prefix(0x20, count: 1) }  // " "
        place.level.hasExplicitKey = false
        return Prefix(0x20_3A20, count: 3)  // " : "
      }
      if !isFresh { putComma(&cursor) }
      guard isExplicit else { return .none }
      place.level.hasExplicitKey = true
      return Prefix(0x203F, count: 2)  // "? "
    case .root:
      return .none
    }
  }

  @inline(__always)
  private func putComma(_ cursor: inout ByteCursor) {
    cursor.put(0x202C, count: options.width > 0 ? 2 : 1)  // ", "
  }

  /// Begins a line, with room after its indentation for signs and a short text.
  @inline(__always)
  func beginLine(_ indent: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    guard indent <= 63 else { return try beginDeepLine(indent, &cursor) }
    cursor.put(0x2020_2020_2020_200A, count: min(indent &+ 1, 8))
    var done = 7
    while done < indent {
      cursor.put(0x2020_2020_2020_2020, count: min(indent &- done, 8))
      done &+= 8
    }
  }

  @inline(never)
  private func beginDeepLine(_ indent: Int, _ cursor: inout ByteCursor) throws(DecantError) {
    cursor.put(UInt8(ascii: "\n"))
    try cursor.putIndentation(
      UInt8(ascii: " "), width: indent, keeping: Self.shortText + Self.roomForSigns)
  }

  /// Makes room, and writes what is before a scalar that is short enough for a simple key.
  @inline(__always)
  private mutating func begin(
    isKey: Bool, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    if place.hasAnnotations {
      return try beginScalar(isKey: isKey, atMost: 8, &place, &cursor)
    }
    try cursor.reserve(Self.roomForSigns)
    let prefix = try separate(isKey: isKey, isExplicit: false, &place, &cursor)
    cursor.put(prefix.word, count: Int(prefix.count))
  }

  /// Writes the colon after a key that is not explicit.
  @inline(__always)
  func endKey(_ place: Place, _ cursor: inout ByteCursor) {
    if !place.level.hasExplicitKey { cursor.put(UInt8(ascii: ":")) }
  }
}
