internal import CYAML
internal import DecantCore
internal import DecantConversion
internal import DecantSystem
internal import DecantYAML

/// libyaml's event parser as a scanner, for an independent reading of the same input; only this file uses C types.
///
///     Window ─▶ read handler ─▶ yaml_parser_t ─▶ yaml_event_t ─▶ tokens
///
/// It receives the bytes as they are, all at once, and reports errors in its own words.
@safe
struct LibYAMLScanner: YAMLTokenScanner, ~Copyable {
  /// The bytes of the window during a call, and how many of them libyaml has received.
  @unsafe private struct Input {
    var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    var given = 0
  }

  // SAFETY: libyaml keeps these addresses between calls, so they stay on the heap until `deinit`.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let input: UnsafeMutablePointer<Input>
  private let isReady: Bool

  private static let usualCount = 1024
  var output = YAMLTokens(capacity: LibYAMLScanner.usualCount + 8)
  private(set) var error: YAMLScanError?
  private(set) var start = 0
  private var marks = Marks()

  init() {
    unsafe parser = .allocate(capacity: 1)
    unsafe event = .allocate(capacity: 1)
    unsafe input = .allocate(capacity: 1)
    // SAFETY: each block has room for its value, and all-zero bits are a valid value of either C type.
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe event.initialize(to: yaml_event_t())
    unsafe input.initialize(to: Input())
    isReady = unsafe yaml_parser_initialize(parser) != 0
    guard isReady else { return }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    // SAFETY: libyaml calls the handler only during `scan`, with the input, which lives as long as the parser.
    unsafe yaml_parser_set_input(
      parser,
      { data, buffer, size, count in
        guard let data = unsafe data, let count = unsafe count else { return 0 }
        let input = unsafe data.assumingMemoryBound(to: Input.self)
        let rest = unsafe input.pointee.bytes[input.pointee.given...].prefix(size)
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size).copyBytes(from: rest)
        unsafe input.pointee.given += rest.count
        unsafe count.pointee = rest.count
        return 1
      }, input)
  }

  deinit {
    // SAFETY: allocated by this value and freed once; a deleted event is all zeros.
    unsafe yaml_event_delete(event)
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe input.deallocate()
    unsafe event.deallocate()
    unsafe parser.deallocate()
  }

  mutating func begin(in window: inout Window) throws(DecantError) {
    guard isReady else { throw DecantError(.system(.read, code: System.outOfMemory)) }
    try window.showAll()
    guard window.count < ByteStorage.limit else {
      throw DecantError(.tooLong, offset: window.origin)
    }
    start = window.origin + window.position
    marks.offset = window.position
    unsafe input.pointee.given = window.position
  }

  func keepOpenings(in window: inout Window) {}

  mutating func scan(
    _ bytes: RawSpan, from origin: Int, count: Int, isComplete: Bool, _ scratch: ByteStorage
  ) -> YAMLPause {
    unsafe bytes.extracting(0..<count).withUnsafeBytes { unsafe input.pointee.bytes = $0 }
    // SAFETY: libyaml asks for input only in the loop below, while the caller holds the bytes.
    defer { unsafe input.pointee.bytes = UnsafeRawBufferPointer(start: nil, count: 0) }
    while output.tokens.count < Self.usualCount {
      unsafe yaml_event_delete(event)
      guard unsafe yaml_parser_parse(parser, event) != 0 else {
        error = scanError(bytes, from: origin, count: count)
        return .refused
      }
      let type = unsafe event.pointee.type
      guard type != YAML_STREAM_END_EVENT else {
        start = origin + count
        return .ended
      }
      emit(type, bytes, scratch)
      start = origin + marks.offset
    }
    return .tokensFull
  }

  // MARK: Tokens

  private mutating func emit(_ type: yaml_event_type_t, _ bytes: RawSpan, _ scratch: ByteStorage) {
    let begin = unsafe event.pointee.start_mark
    marks.move(to: begin.index, bytes)
    let position = marks.offset
    // SAFETY: the type of the event selects the member of the union.
    switch type {
    case YAML_DOCUMENT_START_EVENT:
      let version = unsafe event.pointee.data.document_start.version_directive
      let words = unsafe version.map { unsafe "\($0.pointee.major).\($0.pointee.minor)" } ?? ""
      append(.beginDocument, at: position, Array(words.utf8), scratch)
    case YAML_DOCUMENT_END_EVENT:
      append(.endDocument, at: position)
    case YAML_ALIAS_EVENT:
      append(.alias, at: position, unsafe Self.text(event.pointee.data.alias.anchor), scratch)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      unsafe appendProperties(scalar.anchor, scalar.tag, at: position, scratch)
      let style = unsafe Event.Style(scalar.style)
      let end = marks.offset(of: unsafe event.pointee.end_mark.index, bytes)
      output.rewrittenLexemes.append(
        style == .literal || style == .folded
          ? bytes.lexemeOfBlock(from: position, to: end)
          : YAMLTokens.Lexeme(start: min(bytes.endOfProperties(from: position), end), end: end))
      // SAFETY: libyaml owns `length` bytes there until the event is deleted.
      let value = unsafe RawSpan(_unsafeStart: scalar.value, byteCount: scalar.length)
      append(.scalar, style, at: position, value, scratch)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.pointee.data.sequence_start
      unsafe appendProperties(start.anchor, start.tag, at: position, scratch)
      let isFlow = unsafe start.style == YAML_FLOW_SEQUENCE_STYLE
      append(.beginSequence, isFlow ? .flow : .block, at: position, column: begin.column)
    case YAML_SEQUENCE_END_EVENT:
      append(.endSequence, at: position)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.pointee.data.mapping_start
      unsafe appendProperties(start.anchor, start.tag, at: position, scratch)
      let isFlow = unsafe start.style == YAML_FLOW_MAPPING_STYLE
      append(.beginMapping, isFlow ? .flow : .block, at: position, column: begin.column)
    case YAML_MAPPING_END_EVENT:
      append(.endMapping, at: position)
    default:
      break
    }
  }

  private mutating func append(
    _ kind: YAMLToken.Kind, _ style: Event.Style = .any, at position: Int, column: Int = 0
  ) {
    output.tokens.append(YAMLToken(kind, style: style, at: position, text: 0..<column))
  }

  private mutating func append(
    _ kind: YAMLToken.Kind, _ style: Event.Style = .any, at position: Int, _ text: [UInt8],
    _ scratch: ByteStorage
  ) {
    text.withBytes { append(kind, style, at: position, $0, scratch) }
  }

  private mutating func append(
    _ kind: YAMLToken.Kind, _ style: Event.Style = .any, at position: Int, _ text: RawSpan,
    _ scratch: ByteStorage
  ) {
    let start = scratch.count
    scratch.append(next: text)
    output.tokens.append(
      YAMLToken(kind, style: style, at: position, text: start..<scratch.count, isInScratch: true))
  }

  /// Appends a tag in the notation that needs no handle.
  private mutating func appendProperties(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?,
    at position: Int, _ scratch: ByteStorage
  ) {
    if unsafe anchor != nil {
      append(.anchor, at: position, unsafe Self.text(anchor), scratch)
    }
    guard unsafe tag != nil else { return }
    let name = unsafe Self.text(tag)
    let escaped = name.flatMap { $0 == UInt8(ascii: "%") ? Array("%25".utf8) : [$0] }
    let isNonSpecific = name == [UInt8(ascii: "!")]
    append(
      .tag, at: position,
      isNonSpecific ? name : Array("!<".utf8) + escaped + Array(">".utf8), scratch)
  }

  private static func text(_ start: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8] {
    guard let start = unsafe start else { return [] }
    // SAFETY: libyaml's names end with a zero.
    var count = 0
    while unsafe start[count] != 0 { count += 1 }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  // MARK: Errors

  private mutating func scanError(_ bytes: RawSpan, from origin: Int, count: Int) -> YAMLScanError {
    // SAFETY: both texts are constants in libyaml, or null.
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    let isUnread = unsafe parser.pointee.error == YAML_READER_ERROR
    // Offsets of unreadable bytes count from the first one that libyaml has received.
    let offset =
      isUnread
      ? unsafe min(marks.first + parser.pointee.problem_offset, count)
      : marks.offset(of: unsafe parser.pointee.problem_mark.index, bytes)
    let words = [problem, context].compactMap { $0 }.joined(separator: " ")
    return YAMLScanError(at: origin + offset) { _ in
      .yaml(.other("libyaml: " + words))
    }
  }
}

/// The offsets of libyaml's marks, which count scalars and hardly ever go back.
private struct Marks {
  /// The offset of the first byte that libyaml has received.
  private(set) var first = 0
  private var index = 0
  var offset = 0 {
    didSet { if index == 0 { first = offset } }
  }

  mutating func move(to target: Int, _ bytes: RawSpan) {
    guard target > index else { return }
    let next = offset(of: target, bytes)
    index = target
    offset = next
  }

  func offset(of target: Int, _ bytes: RawSpan) -> Int {
    var result = target < index ? first : offset
    var rest = target < index ? target : target - index
    // Eight ASCII characters at a time.
    while rest >= 8, result + 8 <= bytes.byteCount,
      bytes.word(at: result) & WordScanning.highBits == 0
    {
      result += 8
      rest -= 8
    }
    while rest > 0, result < bytes.byteCount {
      result += max(UTF8Scanning.length(bytes, at: result), 1)
      rest -= 1
    }
    return result
  }
}

extension Event.Style {
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

extension RawSpan {
  /// Returns the offset after anchors, tags, blanks and comments.
  fileprivate func endOfProperties(from start: Int) -> Int {
    var p = start
    while p < byteCount {
      switch byte(at: p) {
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        while p < byteCount, byte(at: p) > 0x20 { p += 1 }
      case UInt8(ascii: "#"):
        p = endOfLine(from: p)
      // Zeros replace what a truncated file has lost.
      case 1...0x20:
        p += 1
      default:
        return p
      }
    }
    return p
  }

  /// Returns the lexeme of block text without the blank lines after it, unless its header keeps them.
  fileprivate func lexemeOfBlock(from start: Int, to end: Int) -> YAMLTokens.Lexeme {
    let indicator = endOfProperties(from: start)
    let header = min(endOfLine(from: indicator), end)
    let sign = (indicator..<max(header, indicator)).first { "+#".utf8.contains(byte(at: $0)) }
    var last = end
    if let sign, byte(at: sign) == UInt8(ascii: "+") {
      if last > 0, byte(at: last - 1) == 0x0A { last -= 1 }
    } else {
      while last > header, byte(at: last - 1) <= 0x20 { last -= 1 }
    }
    return YAMLTokens.Lexeme(start: header, end: last)
  }
}
