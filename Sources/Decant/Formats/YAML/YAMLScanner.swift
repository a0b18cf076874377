/// The fast lane: a scanner that reads most documents directly from the window.
///
///     Window ─▶ YAMLScanner ─steps─▶ YAMLReader
///                  │ gives up
///                  ▼
///               LibYAMLParser, from `restart` on
///
/// It gives up at a few rare characters, at a lone carriage return as a line break, and at nearly every error: it
/// reports only those that libyaml would accept. A token that the window cuts off is scanned again after a refill.
///
/// Methods are mutating even if they change nothing, because a borrowing call would copy the whole scanner.
struct YAMLScanner: ~Copyable {
  enum Pause {
    case stepsFull, windowEmpty, ended, gaveUp
    case refused
  }

  enum Outcome {
    case done
    case more
    case giveUp
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
    /// The input offset of a flow collection, or after the indicator whose node is awaited.
    var offset: Int
    var line = 0

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

  struct PlaceOfRewritten: BitwiseCopyable {
    /// The start of the token; for a block scalar, the end of its first line.
    let start: Int
    let end: Int
  }

  /// An error that libyaml would not report.
  struct ScanError {
    let problem: DecantError.YAMLProblem
    let offset: Int
  }

  private static let usualCount = 1024
  static let maximumDepth = 500
  /// The longest key, in bytes, that needs no comparison with the limit of 1024 characters.
  static let longestKey = 1000
  /// The distance in bytes after which the restart moves to the next suitable position.
  private static let usualRestartDistance = 4096

  var steps = Buffer<YAMLStep>(capacity: YAMLScanner.usualCount + 64)
  var placesOfRewritten = Buffer<PlaceOfRewritten>(capacity: 16)
  var text = Buffer<UInt8>(capacity: 256)
  var frames = Buffer<Frame>(capacity: 64)
  var properties = Properties()
  var restart = YAMLRestart()
  private(set) var error: ScanError?

  var mode = Mode.betweenDocuments
  var column = 0
  var hasRoot = false
  var allowsBareDocument = true
  var followsLibYAML = false
  /// Whether the last key in a flow collection ends in a quote or bracket: its colon needs no space.
  var isLastKeyClosed = false
  private var offset = 0

  /// The end of the last line without a closing bracket before a colon, and of the searched part of the current line.
  var endOfLineWithoutKeys = 0
  var endOfTextWithoutKeys = 0
  /// The most bytes from the beginning of a flow collection to the colon that makes it a key: 1024 characters.
  static let reachOfKeys = 4 * 1024 + 8

  var failedSkip = Outcome.more

  var position = 0
  private(set) var origin = 0
  private(set) var end = 0
  private(set) var isComplete = false
  private(set) var restartDistance = YAMLScanner.usualRestartDistance

  init() {}

  mutating func setRestartDistance(_ distance: Int) { restartDistance = distance }

  mutating func begin(
    at offset: Int, _ lines: LineCounter, followsDocument: Bool, allowsBareDocument: Bool
  ) {
    self.offset = offset
    self.allowsBareDocument = allowsBareDocument
    mode = .betweenDocuments
    frames.removeAll()
    properties = Properties()
    restart.begin(at: offset, lines, followsDocument: followsDocument)
  }

  mutating func scan(
    _ bytes: RawSpan, from origin: Int, count: Int, isComplete: Bool, _ scratch: ByteStorage
  ) -> Pause {
    self.origin = origin
    self.isComplete = isComplete
    end = count
    position = offset - origin
    defer { offset = origin + position }
    while steps.count < Self.usualCount {
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
      case .more, .giveUp:
        return error == nil ? .gaveUp : .refused
      case .ended: return .ended
      }
    }
    return .stepsFull
  }

  /// Sets `error`, unless libyaml decides; the caller must then give up.
  @inline(never)
  mutating func refuse(_ problem: DecantError.YAMLProblem, at position: Int) -> Outcome {
    if !followsLibYAML { error = ScanError(problem: problem, offset: origin + position) }
    return .giveUp
  }

  // MARK: Steps

  mutating func removeSteps() {
    for index in restart.firstStep..<steps.count { restart.note(steps[index], origin) }
    restart.firstStep = 0
    steps.removeAll()
    placesOfRewritten.removeAll()
  }

  @inline(__always)
  mutating func emit(
    _ kind: YAMLStep.Kind, style: Event.Style = .any, at position: Int, text: Range<Int> = 0..<0,
    isInScratch: Bool = false
  ) {
    steps.append(
      YAMLStep(kind, style: style, at: position, text: text, isInScratch: isInScratch))
  }

  @inline(__always)
  mutating func emit(_ properties: Properties, before position: Int) -> Int {
    guard !properties.isEmpty else { return position }
    return emitProperties(properties)
  }

  @inline(never)
  private mutating func emitProperties(_ properties: Properties) -> Int {
    if !properties.anchor.isEmpty {
      let range = properties.anchor
      steps.append(
        YAMLStep(.anchor, at: 0, text: range.lowerBound - origin..<range.upperBound - origin))
    }
    if !properties.tag.isEmpty {
      let range = properties.tag
      steps.append(
        YAMLStep(.tag, at: 0, text: range.lowerBound - origin..<range.upperBound - origin))
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
