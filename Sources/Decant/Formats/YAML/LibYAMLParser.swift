internal import CYAML

/// libyaml's event parser, fed from a window: the one file that knows C's types.
///
///     Window ─YAMLFeed▶ read handler ─▶ yaml_parser_t ─▶ yaml_event_t ─▶ Kind, and what it has
///
/// libyaml asks for bytes when it needs them, in the middle of an event; it is given what the window has,
/// already known to be text that YAML allows, so that it never complains of bytes that it has
/// read ahead.
@safe
final class LibYAMLParser {
  /// What an event is, in libyaml's order.
  enum Kind {
    case nothing
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// An event that has been read before, without its texts.
  struct Step {
    let kind: Kind
    let style: Event.Style
    let start: Mark
  }

  /// A place, in scalars, lines and scalars of the line, each from 0.
  struct Mark {
    let index: Int
    let line: Int
    let column: Int
  }

  /// What libyaml says when it gives up.
  struct Complaint {
    let problem: String
    let context: String
    let mark: Mark
    /// Where what the context names begins.
    let contextMark: Mark
  }

  // SAFETY: libyaml keeps the parser's address between calls, so it stays put on the heap until
  // `deinit`, as do the events, whose texts are read between calls.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The event at hand, and those before it, in a ring: what has been read explains errors, and need not be
  /// copied for that as long as it stays where it is.
  private let events: UnsafeMutablePointer<yaml_event_t>
  private static let eventCount = 3
  /// What changes with each event.
  ///
  /// It is not in the class itself, whose properties pay for a dynamic exclusivity check on every access.
  @unsafe private struct State {
    /// The event at hand.
    var event: UnsafeMutablePointer<yaml_event_t>
    /// The window of the call that is under way, or was the last, and what keeps count of it.
    var window: UnsafeMutablePointer<Window>?
    var feed: UnsafeMutablePointer<YAMLFeed>?
    /// How many characters and lines of the preamble are before the input: marks do not count them.
    var preambleCount = 0
    var preambleLines = 0
  }

  private let state: UnsafeMutablePointer<State>
  private var isReady: Bool

  /// Why no more bytes could be given.
  private(set) var failure: DecantError?

  /// The bytes that libyaml is given before those of the input.
  private var preamble: ArraySlice<UInt8> = []
  /// How many bytes libyaml is given at most when it asks for more.
  private var pieceLimit = 1 << 20
  /// The first piece after a restart: a document may be short, and what follows it is not libyaml's.
  private static let firstPiece = 128

  init() {
    unsafe parser = .allocate(capacity: 1)
    unsafe events = .allocate(capacity: Self.eventCount)
    // SAFETY: the blocks hold so many values, and all bits zero are a value of either.
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe events.initialize(repeating: yaml_event_t(), count: Self.eventCount)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(event: events))
    isReady = false
    startParser()
  }

  private func startParser() {
    isReady = unsafe yaml_parser_initialize(parser) != 0
    guard isReady else {
      failure = DecantError(.system(.read, code: System.outOfMemory))
      return
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    // SAFETY: libyaml calls the handler during `next` only, when this object is alive.
    unsafe yaml_parser_set_input(
      parser, readInput, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Starts anew at a place of the input, in the state that a preamble leads to.
  func restart(after preamble: YAMLRestart.Preamble) {
    // SAFETY: the events are initialized, and one that is deleted is all zeros.
    for index in 0..<Self.eventCount { unsafe yaml_event_delete(events + index) }
    if isReady { unsafe yaml_parser_delete(parser) }
    self.preamble = preamble.bytes[...]
    unsafe state.pointee.preambleCount = preamble.bytes.count
    unsafe state.pointee.preambleLines = preamble.lineCount
    pieceLimit = Self.firstPiece
    startParser()
  }

  deinit {
    // SAFETY: made by this object, and given back once; an event that is deleted is all zeros.
    for index in 0..<Self.eventCount { unsafe yaml_event_delete(events + index) }
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe state.deallocate()
    unsafe events.deallocate()
    unsafe parser.deallocate()
  }

  /// The event at hand.
  @inline(__always)
  private var event: UnsafeMutablePointer<yaml_event_t> { unsafe state.pointee.event }

  /// Goes to the next event, and says what it is; nil if the input, or libyaml, fails.
  ///
  /// - Precondition: neither has failed before.
  @inline(__always)
  func next(from window: inout Window, by feed: inout YAMLFeed) -> Kind? {
    // SAFETY: the next place of the ring, whose events are all initialized.
    let last = unsafe self.event
    let event = unsafe last == events + (Self.eventCount - 1) ? events : last + 1
    unsafe state.pointee.event = event
    if unsafe Self.hasTexts(event) { unsafe yaml_event_delete(event) }
    // SAFETY: the pointers are set for each call, during which alone the handler uses them.
    let isParsed = unsafe withUnsafeMutablePointer(to: &window) { window in
      unsafe withUnsafeMutablePointer(to: &feed) { feed in
        unsafe state.pointee.window = window
        unsafe state.pointee.feed = feed
        return unsafe yaml_parser_parse(parser, event) != 0
      }
    }
    return isParsed ? unsafe Kind(event.pointee.type) : nil
  }

  /// How many scalars are before the end of the event at hand.
  ///
  /// libyaml may have looked at some after it, white space above all. What its buffers hold is its own
  /// business: it does not promise to keep the members of its parser.
  @inline(__always)
  var scalarsTaken: Int { unsafe event.pointee.end_mark.index &- state.pointee.preambleCount }

  /// What libyaml says of its failure.
  var complaint: Complaint {
    // SAFETY: both texts are constants of libyaml's, or null.
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    return Complaint(
      problem: problem ?? "", context: context ?? "",
      mark: unsafe mark(parser.pointee.problem_mark),
      contextMark: unsafe mark(parser.pointee.context_mark))
  }

  // MARK: Texts of the event at hand

  /// Calls `body` with the content of the scalar.
  @inline(__always)
  func withValue<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: asked of scalars only.
    let (value, length) = unsafe (decant_scalar_value(event), decant_scalar_length(event))
    return try unsafe Self.withBytes(at: value, count: length, body)
  }

  /// Calls `body` with the name of the anchor, or with nothing if there is none.
  func withAnchor<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    let anchor =
      switch unsafe event.pointee.type {
      case YAML_ALIAS_EVENT: unsafe event.pointee.data.alias.anchor
      case YAML_SCALAR_EVENT: unsafe event.pointee.data.scalar.anchor
      case YAML_SEQUENCE_START_EVENT: unsafe event.pointee.data.sequence_start.anchor
      default: unsafe event.pointee.data.mapping_start.anchor
      }
    return try unsafe Self.withBytes(at: anchor, count: Self.length(of: anchor), body)
  }

  /// The tag, its handle replaced by what that represents; empty if there is none.
  var tag: [UInt8] {
    let tag =
      switch unsafe event.pointee.type {
      case YAML_SCALAR_EVENT: unsafe event.pointee.data.scalar.tag
      case YAML_SEQUENCE_START_EVENT: unsafe event.pointee.data.sequence_start.tag
      default: unsafe event.pointee.data.mapping_start.tag
      }
    return unsafe Self.withBytes(at: tag, count: Self.length(of: tag)) { [UInt8]($0) }
  }

  private static func length(of text: UnsafeMutablePointer<yaml_char_t>?) -> Int {
    guard let text = unsafe text else { return 0 }
    // SAFETY: libyaml ends its texts with a zero.
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return count
  }

  @inline(__always)
  private static func withBytes<R, E>(
    at start: UnsafeMutablePointer<yaml_char_t>?, count: Int, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: libyaml owns so many bytes there until the event is deleted, after `body`.
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  // MARK: C's types and ours

  /// Whether the event may have texts that must be given back: most of those around collections have none.
  @inline(__always)
  private static func hasTexts(_ event: UnsafePointer<yaml_event_t>) -> Bool {
    // SAFETY: C lets any member be looked at for what it has in common with the others: whatever an event
    // other than a scalar owns, the first two pointers tell.
    unsafe event.pointee.type == YAML_SCALAR_EVENT || decant_scalar_anchor(event) != nil
      || decant_scalar_tag(event) != nil
  }

  /// An event that was read a few events before the one at hand.
  func earlier(by distance: Int) -> Step {
    precondition(distance > 0 && distance < Self.eventCount)
    let place = unsafe (event - events + Self.eventCount - distance) % Self.eventCount
    // SAFETY: the place is one of the ring, whose events are all initialized.
    let earlier = unsafe events + place
    let kind = unsafe Kind(earlier.pointee.type)
    return Step(
      kind: kind, style: kind == .scalar ? unsafe Event.Style(decant_scalar_style(earlier)) : .any,
      start: unsafe mark(earlier.pointee.start_mark))
  }
}

extension LibYAMLParser.Kind {
  @inline(__always)
  fileprivate init(_ type: yaml_event_type_t) {
    self =
      switch type {
      case YAML_STREAM_START_EVENT: .streamStart
      case YAML_STREAM_END_EVENT: .streamEnd
      case YAML_DOCUMENT_START_EVENT: .documentStart
      case YAML_DOCUMENT_END_EVENT: .documentEnd
      case YAML_ALIAS_EVENT: .alias
      case YAML_SCALAR_EVENT: .scalar
      case YAML_SEQUENCE_START_EVENT: .sequenceStart
      case YAML_SEQUENCE_END_EVENT: .sequenceEnd
      case YAML_MAPPING_START_EVENT: .mappingStart
      case YAML_MAPPING_END_EVENT: .mappingEnd
      default: .nothing
      }
  }
}

/// What the event at hand has beside its texts.
extension LibYAMLParser {
  /// Where the event begins.
  var start: Mark {
    @inline(__always) get { unsafe mark(event.pointee.start_mark) }
  }

  /// Where the event ends.
  var end: Mark { unsafe mark(event.pointee.end_mark) }

  // The members of a scalar begin with an anchor and a tag, as do those of the beginnings of collections.

  /// Whether a scalar or the beginning of a collection has an anchor.
  var hasAnchor: Bool {
    // SAFETY: asked of these only, and C lets any of them be looked at for what all begin with.
    @inline(__always) get { unsafe decant_scalar_anchor(event) != nil }
  }

  /// Whether a scalar or the beginning of a collection has a tag.
  var hasTag: Bool {
    // SAFETY: as above.
    @inline(__always) get { unsafe decant_scalar_tag(event) != nil }
  }

  /// The version that a directive names for the document that begins; nil if none does.
  var version: String? {
    // SAFETY: asked of beginnings of documents only; the directive lives as long as the event.
    guard let directive = unsafe event.pointee.data.document_start.version_directive else {
      return nil
    }
    return unsafe "\(directive.pointee.major).\(directive.pointee.minor)"
  }

  /// Whether the scalar is plain and has no tag, or only `!`.
  var isImplicit: Bool {
    // SAFETY: asked of scalars only.
    unsafe event.pointee.data.scalar.plain_implicit != 0
  }

  /// How the scalar is written.
  var scalarStyle: Event.Style {
    // SAFETY: asked of scalars only.
    @inline(__always) get { unsafe Event.Style(decant_scalar_style(event)) }
  }

  /// How the collection that begins is written.
  var collectionStyle: Event.Style {
    @inline(__always) get {
      // SAFETY: asked of beginnings only; which member is there, the kind tells.
      let isFlow =
        unsafe event.pointee.type == YAML_MAPPING_START_EVENT
        ? unsafe decant_mapping_style(event) == YAML_FLOW_MAPPING_STYLE
        : unsafe decant_sequence_style(event) == YAML_FLOW_SEQUENCE_STYLE
      return isFlow ? .flow : .block
    }
  }
}

extension Event.Style {
  @inline(__always)
  fileprivate init(_ style: yaml_scalar_style_t) {
    self =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
  }
}

// MARK: - Feeding

extension LibYAMLParser {
  /// Copies bytes of the window, or a stand-in, to `buffer`; returns the count, 0 at the end, nil after a failure.
  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let window = unsafe state.pointee.window, let feed = unsafe state.pointee.feed else {
      return nil
    }
    if !preamble.isEmpty {
      let piece = preamble.prefix(buffer.count)
      preamble = preamble.dropFirst(piece.count)
      // SAFETY: the piece is no longer than the buffer.
      unsafe buffer.copyBytes(from: piece)
      return piece.count
    }
    let limit = min(buffer.count, pieceLimit)
    if limit == pieceLimit { pieceLimit &*= 2 }
    do {
      switch unsafe try feed.pointee.take(from: &window.pointee, atMost: limit) {
      case .bytes(let range):
        // SAFETY: `take` gives no more than there is room for in the buffer.
        unsafe window.pointee.withBytes { bytes in
          unsafe bytes.extracting(range).withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        }
        return range.count
      case .standIn:
        let bytes = YAMLHiddenScalars.standInBytes
        precondition(
          buffer.count >= bytes.count, "libyaml has room for a scalar when it asks for one")
        // SAFETY: as checked.
        unsafe buffer.copyBytes(from: bytes)
        return bytes.count
      }
    } catch {
      failure = error
      return nil
    }
  }
}

extension LibYAMLParser {
  @inline(__always)
  private func mark(_ mark: yaml_mark_t) -> Mark {
    unsafe Mark(
      index: mark.index &- state.pointee.preambleCount,
      line: mark.line &- state.pointee.preambleLines, column: mark.column)
  }
}

/// What libyaml calls for more bytes: 1 if all is well.
private func readInput(
  _ data: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let data = unsafe data, let count = unsafe count else { return 0 }
  // SAFETY: `data` is the parser that is being asked for an event, which its caller holds.
  let parser = unsafe Unmanaged<LibYAMLParser>.fromOpaque(data).takeUnretainedValue()
  let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
  guard let given = unsafe parser.read(into: room) else { return 0 }
  unsafe count.pointee = given
  return 1
}
