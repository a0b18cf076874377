package import DecantCore

/// A scanner of YAML 1.2, which reads directly from the window.
///
///     Window ─▶ YAMLScanner ─tokens─▶ YAMLComposer
///
///     mode     what may come next
///     frames   the open collections, by which the indentation of a line decides what it continues
///
/// A function that throws `.windowEmpty` leaves `position` before the token that the window cuts off, which is scanned
/// again after a refill. The first mistake ends the scan: `error` holds it.
///
/// Methods are mutating even if they change nothing, because a borrowing call would copy the whole scanner.
package struct YAMLScanner: YAMLTokenScanner, ~Copyable {
  enum Mode: UInt8 {
    case betweenDocuments
    case lineStart
    /// At a node that may be a block collection, and so begin with a key or a dash.
    case node
    /// At the first letter of a key of the innermost mapping.
    case key
    case explicitValue
    case value
    /// After a node, or before one that begins on a later line.
    case lineEnd
    case keyEnd
    /// After `[`, `{` or a comma; after `?`; after a colon; after an entry.
    case flowEntry, flowExplicitKey, flowValue, flowComma
    /// After a key, before its colon, which needs no space after a quote or bracket.
    case flowKeyEnd, flowClosedKeyEnd
  }

  struct Frame: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case blockSequence, blockMapping, flowSequence, flowMapping
      case flowPair
    }

    let kind: Kind
    /// Whether the node after the last key, dash or question mark has not begun.
    var awaitsValue = false
    /// Whether a `?` key still lacks its value.
    var hasExplicitKey = false
    var isInKey = false
    let column: Int
    /// The input offset of the first entry of a block, or of the bracket.
    let start: Int
    /// The input offset after the indicator whose node is awaited.
    var offset = 0

    var isFlow: Bool { kind.rawValue >= Kind.flowSequence.rawValue }

    @inline(__always)
    func isBeforeEntry(in column: Int, isElement: Bool) -> Bool {
      self.column == column && !awaitsValue && !hasExplicitKey
        && kind == (isElement ? .blockSequence : .blockMapping)
    }
  }

  /// The anchor and tag of a node, as ranges of input offsets.
  struct Properties {
    var start = -1
    var anchor = 0..<0
    var tag = 0..<0
    /// Whether the node, in a flow collection, begins on a later line.
    var isOnLineBefore = false

    var isEmpty: Bool { start < 0 }
  }

  private static let usualCount = 1024
  /// The longest key, in bytes, that needs no comparison with the limit of 1024 characters.
  static let longestKey = 1000

  package var output = YAMLTokens(capacity: YAMLScanner.usualCount + 64)
  var text = Buffer<UInt8>(capacity: 256)
  /// The tokens for what is unusual in the scalar being scanned.
  var remarks = Buffer<YAMLToken>()
  var frames = Buffer<Frame>(capacity: 64)
  var properties = Properties()
  package var error: YAMLScanError?

  var mode = Mode.betweenDocuments
  var column = 0
  var hasRoot = false
  /// Whether a document may begin without `---`.
  var allowsBareDocument = true
  /// Nil for the schema of the document.
  let schema: YAMLSchema?
  /// Whether U+0085, U+2028 and U+2029 break lines, as in YAML 1.1, so that they must be escaped.
  var hasOldBreaks = false
  /// The input offsets of the last quoted scalar with a line that is indented too little.
  var shallowText = -1..<(-1)
  /// Whether a node is on the line of `---`.
  var isAfterMarker = false
  /// The input offsets of the last tab that no block collection can follow, and of the node after it.
  var tab = (offset: -1, next: -1)
  /// The input offset of the last line that began in brackets, and its indentation.
  var flowLine = (offset: 0, indentation: 0)
  /// The input offset of the next byte to scan.
  private(set) var offset = 0

  /// The end of the last line without a closing bracket before a colon, and of the searched part of the current line.
  var endOfLineWithoutKeys = 0
  var endOfTextWithoutKeys = 0
  /// The most bytes from the beginning of a flow collection to the colon that makes it a key: 1024 characters.
  static let reachOfKeys = 4 * 1024 + 8

  var position = 0
  private(set) var origin = 0
  private(set) var end = 0
  private(set) var isComplete = false
  /// The bytes for texts that are not in the window as they are.
  private var scratch = ByteStorage(capacity: 0)

  package init(_ schema: YAMLSchema?) {
    self.schema = schema
    hasOldBreaks = schema == .yaml11
  }

  package mutating func begin(in window: inout Window) {
    offset = window.origin + window.position
  }

  package mutating func scan(
    _ bytes: RawSpan, from origin: Int, count: Int, isComplete: Bool, _ scratch: ByteStorage
  ) -> YAMLPause {
    self.origin = origin
    self.isComplete = isComplete
    self.scratch = scratch
    end = count
    position = offset - origin
    defer { offset = origin + position }
    do throws(YAMLPause) {
      while output.tokens.count < Self.usualCount { try scanNext(bytes) }
      return .tokensFull
    } catch {
      guard error == .windowEmpty, isComplete else { return error }
      return failure(.unexpectedEnd(expected: .value), at: end)
    }
  }

  @inline(__always)
  private mutating func scanNext(_ bytes: RawSpan) throws(YAMLPause) {
    switch mode {
    case .betweenDocuments: try betweenDocuments(bytes)
    case .lineStart: try lineStart(bytes)
    case .node: try node(bytes)
    case .key: try plainNode(bytes, isKey: true)
    case .value: try value(bytes)
    case .explicitValue: try explicitValue(bytes)
    case .lineEnd: try lineEnd(bytes)
    case .keyEnd: try keyEnd(bytes)
    case .flowEntry: try flowEntry(bytes)
    case .flowExplicitKey: try flowExplicitKey(bytes)
    case .flowKeyEnd, .flowClosedKeyEnd: try flowKeyEnd(bytes)
    case .flowValue: try flowValue(bytes)
    case .flowComma: try flowComma(bytes)
    }
  }

  package var start: Int {
    var start = properties.isEmpty ? offset : min(offset, properties.start)
    if tab.next == offset { start = min(start, tab.offset) }
    if frames.count > 0, frames[frames.count - 1].awaitsValue {
      start = min(start, frames[frames.count - 1].offset)
    }
    return start
  }

  package func keepOpenings(in window: inout Window) {
    let hasText = shallowText.upperBound == offset
    window.keepOpenings(frames.count + (hasText ? 1 : 0)) {
      $0 < frames.count ? frames[$0].start : shallowText.lowerBound
    }
  }

  // MARK: Tokens

  @inline(__always)
  mutating func emit(
    _ kind: YAMLToken.Kind, style: Event.Style = .any, at position: Int, text: Range<Int> = 0..<0,
    isInScratch: Bool = false
  ) {
    output.tokens.append(
      YAMLToken(kind, style: style, at: position, text: text, isInScratch: isInScratch))
  }

  @inline(__always)
  mutating func emit(_ properties: Properties, before position: Int) -> Int {
    guard !properties.isEmpty else { return position }
    return emitProperties(properties)
  }

  @inline(never)
  private mutating func emitProperties(_ properties: Properties) -> Int {
    for (kind, range) in [(YAMLToken.Kind.anchor, properties.anchor), (.tag, properties.tag)]
    where !range.isEmpty {
      let start = range.lowerBound - origin
      emit(kind, at: start, text: start..<range.upperBound - origin)
    }
    return properties.start - origin
  }

  mutating func emitAbsentValue(at position: Int) {
    let start = emitSavedProperties(before: position)
    emit(.scalar, style: .plain, at: start)
  }

  /// Appends the text and the remarks of a scalar that is not in the window as it is.
  @inline(never)
  mutating func emitRewritten(_ style: Event.Style, at start: Int) {
    for index in 0..<remarks.count { output.tokens.append(remarks[index]) }
    remarks.removeAll()
    let textStart = scratch.count
    text.withBytes { scratch.append(next: $0) }
    emit(.scalar, style: style, at: start, text: textStart..<scratch.count, isInScratch: true)
  }

  // MARK: Properties

  /// Emits the properties of a node, of which `own` are on its line; returns where the node begins.
  @inline(__always)
  mutating func emitProperties(
    with own: Properties, before start: Int
  ) throws(YAMLPause) -> Int {
    if !own.isEmpty { try saveProperties(own) }
    return emitSavedProperties(before: start)
  }

  @inline(__always)
  mutating func emitSavedProperties(before start: Int) -> Int {
    guard !properties.isEmpty else { return start }
    let saved = properties
    properties = Properties()
    return emitProperties(saved)
  }

  @inline(never)
  mutating func saveProperties(_ own: Properties) throws(YAMLPause) {
    guard !properties.isEmpty else { return properties = own }
    let hasAnchors = !own.anchor.isEmpty && !properties.anchor.isEmpty
    guard !hasAnchors, properties.tag.isEmpty || own.tag.isEmpty else {
      let start = hasAnchors ? own.anchor.lowerBound - 1 : own.tag.lowerBound
      throw failure(.missingValue(.scalar(hasAnchors ? "&" : "!")), at: start - origin)
    }
    if properties.anchor.isEmpty { properties.anchor = own.anchor }
    if properties.tag.isEmpty { properties.tag = own.tag }
  }

  @inline(__always)
  func startOfNode(_ own: Properties, at content: Int) -> Int {
    own.isEmpty ? content : own.start &- origin
  }

  @inline(__always)
  mutating func beginValue() {
    if frames.isEmpty {
      hasRoot = true
    } else {
      frames[frames.count &- 1].awaitsValue = false
    }
  }

  var indentation: Int {
    var index = frames.count
    while index > 0 {
      index &-= 1
      if !frames[index].isFlow { return frames[index].column }
    }
    return -1
  }
}
