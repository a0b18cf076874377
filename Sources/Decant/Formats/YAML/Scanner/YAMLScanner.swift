/// A scanner of YAML 1.2, which reads directly from the window.
///
///     Window ─▶ YAMLScanner ─steps─▶ YAMLComposer
///
///     mode     what may come next
///     frames   the open collections, by which the indentation of a line decides what it continues
///
/// A token that the window cuts off is scanned again after a refill. The first mistake ends the scan: `error` holds it.
///
/// Methods are mutating even if they change nothing, because a borrowing call would copy the whole scanner.
struct YAMLScanner: YAMLStepScanner, ~Copyable {
  enum Outcome {
    case done
    case more
    case refused
    case ended
  }

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
    /// After `[` or `{`; after a comma; after `?`; after a key, before its colon; after a colon; after an entry.
    case flowFirst, flowNext, flowExplicitKey, flowKeyEnd, flowValue, flowComma
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

  var output = YAMLSteps(capacity: YAMLScanner.usualCount + 64)
  var text = Buffer<UInt8>(capacity: 256)
  /// The steps for what is unusual in the scalar being scanned.
  var remarks = Buffer<YAMLStep>()
  var frames = Buffer<Frame>(capacity: 64)
  var properties = Properties()
  private(set) var error: YAMLScanError?

  var mode = Mode.betweenDocuments
  var column = 0
  var hasRoot = false
  /// Whether a document may begin without `---`.
  var allowsBareDocument = true
  /// Whether the last key in a flow collection ends in a quote or bracket: its colon needs no space.
  var isLastKeyClosed = false
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

  /// The outcome of a function that has returned nil.
  var failure = Outcome.more

  var position = 0
  private(set) var origin = 0
  private(set) var end = 0
  private(set) var isComplete = false

  init(_ schema: YAMLSchema?) {
    self.schema = schema
    hasOldBreaks = schema == .yaml11
  }

  mutating func begin(in window: inout Window) {
    offset = window.origin + window.position
  }

  mutating func scan(
    _ bytes: RawSpan, from origin: Int, count: Int, isComplete: Bool, _ scratch: ByteStorage
  ) -> YAMLPause {
    self.origin = origin
    self.isComplete = isComplete
    end = count
    position = offset - origin
    defer { offset = origin + position }
    while output.steps.count < Self.usualCount {
      let outcome =
        switch mode {
        case .betweenDocuments: betweenDocuments(bytes)
        case .lineStart: lineStart(bytes, scratch)
        case .node: node(bytes, scratch)
        case .key: plainNode(bytes, scratch, isKey: true)
        case .value: value(bytes, scratch)
        case .explicitValue: explicitValue(bytes)
        case .lineEnd: lineEnd(bytes)
        case .keyEnd: keyEnd(bytes)
        case .flowFirst, .flowNext: flowEntry(bytes, scratch)
        case .flowExplicitKey: flowExplicitKey(bytes, scratch)
        case .flowKeyEnd: flowKeyEnd(bytes)
        case .flowValue: flowValue(bytes, scratch)
        case .flowComma: flowComma(bytes)
        }
      switch outcome {
      case .done: break
      case .more where !isComplete: return .windowEmpty
      case .more:
        _ = refuse(.unexpectedEnd(expected: .value), at: end)
        return .refused
      case .refused: return .refused
      case .ended: return .ended
      }
    }
    return .stepsFull
  }

  var start: Int {
    var start = properties.isEmpty ? offset : min(offset, properties.start)
    if tab.next == offset { start = min(start, tab.offset) }
    if frames.count > 0, frames[frames.count - 1].awaitsValue {
      start = min(start, frames[frames.count - 1].offset)
    }
    return start
  }

  func keepOpenings(in window: inout Window) {
    let hasText = shallowText.upperBound == offset
    window.keepOpenings(frames.count + (hasText ? 1 : 0)) {
      $0 < frames.count ? frames[$0].start : shallowText.lowerBound
    }
  }

  @inline(never)
  mutating func refuse(_ error: YAMLScanError) -> Outcome {
    self.error = error
    return .refused
  }

  // MARK: Steps

  @inline(__always)
  mutating func emit(
    _ kind: YAMLStep.Kind, style: Event.Style = .any, at position: Int, text: Range<Int> = 0..<0,
    isInScratch: Bool = false
  ) {
    output.steps.append(
      YAMLStep(kind, style: style, at: position, text: text, isInScratch: isInScratch))
  }

  @inline(__always)
  mutating func emit(_ properties: Properties, before position: Int) -> Int {
    guard !properties.isEmpty else { return position }
    return emitProperties(properties)
  }

  @inline(never)
  private mutating func emitProperties(_ properties: Properties) -> Int {
    for (kind, range) in [(YAMLStep.Kind.anchor, properties.anchor), (.tag, properties.tag)]
    where !range.isEmpty {
      let start = range.lowerBound - origin
      emit(kind, at: start, text: start..<range.upperBound - origin)
    }
    return properties.start - origin
  }

  mutating func emitAbsentValue(at position: Int) {
    let properties = takeProperties()
    let start = emit(properties, before: position)
    emit(.scalar, style: .plain, at: start)
  }

  @inline(__always)
  mutating func takeProperties() -> Properties {
    guard !properties.isEmpty else { return properties }
    let taken = properties
    properties = Properties()
    return taken
  }

  @inline(__always)
  mutating func joinProperties(_ own: Properties) -> Properties? {
    if own.isEmpty { return takeProperties() }
    return properties.isEmpty || saveProperties(own) ? takeProperties(or: own) : nil
  }

  @inline(__always)
  private mutating func takeProperties(or own: Properties) -> Properties {
    properties.isEmpty ? own : takeProperties()
  }

  @inline(never)
  mutating func saveProperties(_ own: Properties) -> Bool {
    guard !properties.isEmpty else {
      properties = own
      return true
    }
    guard properties.anchor.isEmpty || own.anchor.isEmpty,
      properties.tag.isEmpty || own.tag.isEmpty
    else { return false }
    if properties.anchor.isEmpty { properties.anchor = own.anchor }
    if properties.tag.isEmpty { properties.tag = own.tag }
    return true
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
