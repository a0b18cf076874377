internal import CYAML

/// libyaml's event parser, fed from a window: the one file that knows C's types.
///
///     Window ─YAMLFeed▶ read handler ─▶ yaml_parser_t ─▶ yaml_event_t ─▶ Step, and its texts
///
/// libyaml asks for bytes when it needs them, in the middle of an event; it is given what the window has,
/// already known to be text that YAML allows, so that it never complains of bytes that it has
/// read ahead.
@safe
final class LibYAMLParser {
  /// What an event is.
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// An event, without its texts.
  struct Step {
    let kind: Kind
    var style = Event.Style.any
    var hasAnchor = false
    var hasTag = false
    /// Whether the scalar is plain and has no tag, or only `!`.
    var isImplicit = false
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
  // `deinit`, as does the event, whose texts are read between calls.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  /// The window of the call that is under way, and what keeps count of it.
  private var window: UnsafeMutablePointer<Window>?
  private var feed: UnsafeMutablePointer<YAMLFeed>?
  private let isReady: Bool

  /// Why no more bytes could be given.
  private(set) var failure: DecantError?
  /// Whether there is a failure: asked for each event, and cheaper than the failure itself.
  private var hasFailed = false

  init() {
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    // SAFETY: both blocks hold one value, and all bits zero are a value of either.
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event.initialize(to: yaml_event_t())
    unsafe window = nil
    unsafe feed = nil
    isReady = unsafe yaml_parser_initialize(parser) != 0
    guard isReady else {
      failure = DecantError(.system(.read, code: System.outOfMemory))
      hasFailed = true
      return
    }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    // SAFETY: libyaml calls the handler during `next` only, when this object is alive.
    unsafe yaml_parser_set_input(
      parser, readInput, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    // SAFETY: made by this object, and given back once; an event that is deleted is all zeros.
    unsafe yaml_event_delete(event)
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe event.deallocate()
    unsafe parser.deallocate()
  }

  /// The next event; nil if the input, or libyaml, has failed.
  @inline(__always)
  func next(from window: inout Window, by feed: inout YAMLFeed) -> Step? {
    guard !hasFailed else { return nil }
    // SAFETY: the pointers are used by the handler, during this call only.
    let isParsed = unsafe withUnsafeMutablePointer(to: &window) { window in
      unsafe withUnsafeMutablePointer(to: &feed) { feed in
        unsafe yaml_event_delete(event)
        unsafe self.window = window
        unsafe self.feed = feed
        defer {
          unsafe self.window = nil
          unsafe self.feed = nil
        }
        return unsafe yaml_parser_parse(parser, event) != 0
      }
    }
    return isParsed ? step : nil
  }

  /// How many scalars stand before the end of the last event.
  ///
  /// libyaml may have looked at some behind it, white space above all. What its buffers hold is its own
  /// business: the members of its parser are no part of what it promises.
  @inline(__always)
  var scalarsTaken: Int { unsafe event.pointee.end_mark.index }

  /// What libyaml says of its failure.
  var complaint: Complaint {
    // SAFETY: both texts are constants of libyaml's, or null.
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    return Complaint(
      problem: problem ?? "", context: context ?? "",
      mark: unsafe Mark(parser.pointee.problem_mark),
      contextMark: unsafe Mark(parser.pointee.context_mark))
  }

  // MARK: Texts of the last event

  /// Calls `body` with the content of the scalar.
  @inline(__always)
  func withValue<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    let scalar = unsafe event.pointee.data.scalar
    return try unsafe Self.withBytes(at: scalar.value, count: scalar.length, body)
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

  /// The tag, its handle replaced by what that stands for; empty if there is none.
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

  @inline(__always)
  private var step: Step {
    let start = unsafe Mark(event.pointee.start_mark)
    // SAFETY: the type of the event tells which member of the union is there.
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      return unsafe Step(
        kind: .scalar, style: Self.style(scalar.style), hasAnchor: scalar.anchor != nil,
        hasTag: scalar.tag != nil, isImplicit: scalar.plain_implicit != 0, start: start)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.pointee.data.sequence_start
      return unsafe Step(
        kind: .sequenceStart,
        style: sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
        hasAnchor: sequence.anchor != nil, hasTag: sequence.tag != nil, start: start)
    case YAML_MAPPING_START_EVENT:
      let mapping = unsafe event.pointee.data.mapping_start
      return unsafe Step(
        kind: .mappingStart, style: mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block,
        hasAnchor: mapping.anchor != nil, hasTag: mapping.tag != nil, start: start)
    case YAML_SEQUENCE_END_EVENT: return Step(kind: .sequenceEnd, start: start)
    case YAML_MAPPING_END_EVENT: return Step(kind: .mappingEnd, start: start)
    case YAML_ALIAS_EVENT: return Step(kind: .alias, hasAnchor: true, start: start)
    case YAML_DOCUMENT_START_EVENT: return Step(kind: .documentStart, start: start)
    case YAML_DOCUMENT_END_EVENT: return Step(kind: .documentEnd, start: start)
    case YAML_STREAM_START_EVENT: return Step(kind: .streamStart, start: start)
    default: return Step(kind: .streamEnd, start: start)
    }
  }

  @inline(__always)
  private static func style(_ style: yaml_scalar_style_t) -> Event.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  // MARK: Feeding

  /// Copies bytes of the window to `buffer`; gives how many, 0 at the end, nil after a failure.
  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let window = unsafe window, let feed = unsafe feed else { return nil }
    do {
      let range = unsafe try feed.pointee.take(from: &window.pointee, atMost: buffer.count)
      // SAFETY: `take` gives no more than there is room for in the buffer.
      unsafe window.pointee.withBytes { bytes in
        unsafe bytes.extracting(range).withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
      }
      return range.count
    } catch {
      failure = error
      hasFailed = true
      return nil
    }
  }
}

extension LibYAMLParser.Mark {
  @inline(__always)
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(index: mark.index, line: mark.line, column: mark.column)
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
