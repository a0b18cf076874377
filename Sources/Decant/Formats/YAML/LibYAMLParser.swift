internal import CYAML

/// libyaml's event parser, which reads from a window; only this file uses C types.
///
///     Window ─YAMLFeed▶ read handler ─▶ yaml_parser_t ─▶ yaml_event_t ─▶ Kind and attributes
///
/// libyaml receives only text that YAML allows, so it never reports an error in bytes that it has read ahead.
@safe
final class LibYAMLParser {
  /// The kind of an event, in libyaml's order.
  enum Kind {
    case nothing
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  struct Step {
    let kind: Kind
    let style: Event.Style
    let start: Mark
  }

  /// A position in scalars, lines and scalars of the line, each from 0.
  struct Mark {
    let index: Int
    let line: Int
    let column: Int
  }

  struct ParserError {
    let problem: String
    let context: String
    let mark: Mark
    let contextMark: Mark
  }

  // SAFETY: libyaml keeps the parser's address between calls, so it stays on the heap until `deinit`, as do the events,
  // whose texts are read between calls.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// A ring of the current event and the preceding ones, which explain errors without being copied.
  private let events: UnsafeMutablePointer<yaml_event_t>
  private static let eventCount = 3
  /// Stored outside the class, whose properties pay for a dynamic exclusivity check on every access.
  @unsafe private struct State {
    var event: UnsafeMutablePointer<yaml_event_t>
    var window: UnsafeMutablePointer<Window>?
    var feed: UnsafeMutablePointer<YAMLFeed>?
    var preambleCount = 0
    var preambleLines = 0
  }

  private let state: UnsafeMutablePointer<State>
  private var isReady: Bool

  private(set) var failure: DecantError?

  private var preamble: ArraySlice<UInt8> = []
  private var pieceLimit = 1 << 20
  private static let firstPiece = 128
  /// The largest piece after a restart.
  ///
  /// libyaml decodes whole pieces, in vain if the fast lane reads the next document: without the limit, a stream that
  /// needs libyaml in each document took 4 % more instructions.
  private static let longestPiece = 1024

  init() {
    unsafe parser = .allocate(capacity: 1)
    unsafe events = .allocate(capacity: Self.eventCount)
    // SAFETY: each block has room for its values, and all-zero bits are a valid value of either type.
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
    // SAFETY: libyaml calls the handler only during `next`, when this object is alive.
    unsafe yaml_parser_set_input(
      parser, readInput, Unmanaged.passUnretained(self).toOpaque())
  }

  func restart(after preamble: YAMLRestart.Preamble) {
    // SAFETY: the events are initialized; a deleted one is all zeros.
    for index in 0..<Self.eventCount { unsafe yaml_event_delete(events + index) }
    if isReady { unsafe yaml_parser_delete(parser) }
    self.preamble = preamble.bytes[...]
    unsafe state.pointee.preambleCount = preamble.bytes.count
    unsafe state.pointee.preambleLines = preamble.lineCount
    pieceLimit = Self.firstPiece
    startParser()
  }

  deinit {
    // SAFETY: allocated by this object and freed once; a deleted event is all zeros.
    for index in 0..<Self.eventCount { unsafe yaml_event_delete(events + index) }
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe state.deallocate()
    unsafe events.deallocate()
    unsafe parser.deallocate()
  }

  @inline(__always)
  private var event: UnsafeMutablePointer<yaml_event_t> { unsafe state.pointee.event }

  /// Returns nil if the input or libyaml fails; precondition: neither has failed before.
  @inline(__always)
  func next(from window: inout Window, by feed: inout YAMLFeed) -> Kind? {
    // SAFETY: the next slot of the ring, whose events are all initialized.
    let last = unsafe self.event
    let event = unsafe last == events + (Self.eventCount - 1) ? events : last + 1
    unsafe state.pointee.event = event
    if unsafe Self.hasTexts(event) { unsafe yaml_event_delete(event) }
    // SAFETY: the pointers are set for each call, and the handler uses them only during the call.
    let isParsed = unsafe withUnsafeMutablePointer(to: &window) { window in
      unsafe withUnsafeMutablePointer(to: &feed) { feed in
        unsafe state.pointee.window = window
        unsafe state.pointee.feed = feed
        return unsafe yaml_parser_parse(parser, event) != 0
      }
    }
    return isParsed ? unsafe Kind(event.pointee.type) : nil
  }

  /// The number of scalars before the end of the current event, excluding those that libyaml has read ahead.
  @inline(__always)
  var scalarsTaken: Int { unsafe event.pointee.end_mark.index &- state.pointee.preambleCount }

  var error: ParserError {
    // SAFETY: both texts are constants in libyaml, or null.
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    return ParserError(
      problem: problem ?? "", context: context ?? "",
      mark: unsafe mark(parser.pointee.problem_mark),
      contextMark: unsafe mark(parser.pointee.context_mark))
  }

  // MARK: Texts of the current event

  @inline(__always)
  func withValue<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: only called for scalars.
    let (value, length) = unsafe (decant_scalar_value(event), decant_scalar_length(event))
    return try unsafe Self.withBytes(at: value, count: length, body)
  }

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
    // SAFETY: libyaml's texts end with a zero.
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return count
  }

  @inline(__always)
  private static func withBytes<R, E>(
    at start: UnsafeMutablePointer<yaml_char_t>?, count: Int, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: libyaml owns `count` bytes there until the event is deleted, after `body`.
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  // MARK: C types

  @inline(__always)
  private static func hasTexts(_ event: UnsafePointer<yaml_event_t>) -> Bool {
    // SAFETY: the members of the union have a common initial sequence: if an event other than a scalar owns texts, one
    // of the first two pointers is set.
    unsafe event.pointee.type == YAML_SCALAR_EVENT || decant_scalar_anchor(event) != nil
      || decant_scalar_tag(event) != nil
  }

  func earlier(by distance: Int) -> Step {
    precondition(distance > 0 && distance < Self.eventCount)
    let place = unsafe (event - events + Self.eventCount - distance) % Self.eventCount
    // SAFETY: a slot of the ring, whose events are all initialized.
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

extension LibYAMLParser {
  var start: Mark {
    @inline(__always) get { unsafe mark(event.pointee.start_mark) }
  }

  var end: Mark { unsafe mark(event.pointee.end_mark) }

  // Precondition: only valid for scalars and beginnings of collections.

  var hasAnchor: Bool {
    // SAFETY: only called for scalars and beginnings of collections, whose C structures start with an anchor and a tag.
    @inline(__always) get { unsafe decant_scalar_anchor(event) != nil }
  }

  var hasTag: Bool {
    // SAFETY: as above.
    @inline(__always) get { unsafe decant_scalar_tag(event) != nil }
  }

  var version: String? {
    // SAFETY: only called for beginnings of documents; the directive lives as long as the event.
    guard let directive = unsafe event.pointee.data.document_start.version_directive else {
      return nil
    }
    return unsafe "\(directive.pointee.major).\(directive.pointee.minor)"
  }

  var scalarStyle: Event.Style {
    // SAFETY: only called for scalars.
    @inline(__always) get { unsafe Event.Style(decant_scalar_style(event)) }
  }

  var collectionStyle: Event.Style {
    @inline(__always) get {
      // SAFETY: only called for beginnings of collections; the kind selects the member.
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
  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let window = unsafe state.pointee.window, let feed = unsafe state.pointee.feed else {
      return nil
    }
    if !preamble.isEmpty {
      let piece = preamble.prefix(buffer.count)
      preamble = preamble.dropFirst(piece.count)
      // SAFETY: the piece is at most as long as the buffer.
      unsafe buffer.copyBytes(from: piece)
      return piece.count
    }
    let limit = min(buffer.count, pieceLimit)
    if pieceLimit < Self.longestPiece { pieceLimit &*= 2 }
    do {
      switch unsafe try feed.pointee.take(from: &window.pointee, atMost: limit) {
      case .bytes(let range):
        // SAFETY: `take` returns at most `limit` bytes, which fit in the buffer.
        unsafe window.pointee.withBytes { bytes in
          unsafe bytes.extracting(range).withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        }
        let first = unsafe window.pointee.origin + range.lowerBound
        for (offset, byte) in unsafe feed.pointee.replacements(in: first..<first + range.count) {
          unsafe buffer[offset - first] = byte
        }
        return range.count
      case .standIn:
        let bytes = YAMLHiddenScalars.standInBytes
        precondition(
          buffer.count >= bytes.count, "libyaml has room for a scalar when it asks for one")
        // SAFETY: the precondition above.
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

private func readInput(
  _ data: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
  guard let data = unsafe data, let count = unsafe count else { return 0 }
  // SAFETY: `data` is the parser whose `next` is running, which its caller holds.
  let parser = unsafe Unmanaged<LibYAMLParser>.fromOpaque(data).takeUnretainedValue()
  let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
  guard let given = unsafe parser.read(into: room) else { return 0 }
  unsafe count.pointee = given
  return 1
}
