/// The fast lane: a scanner of the syntax that most documents consist of, straight from the window.
///
///     Window ─▶ YAMLScanner ─steps─▶ YAMLReader
///                  │ gives up
///                  ▼
///               LibYAMLParser, from `restart` on
///
/// The scanner knows all of YAML 1.2 but for a few rare characters and a carriage return alone as a line break. What it
/// does not know, and nearly every mistake, it leaves to libyaml, which reads the document on from `restart`: the last
/// place from which it can be started in the scanner's state. A mistake that libyaml would accept it reports itself.
///
/// A token that the window does not hold whole is scanned again from its beginning when there is more.
///
/// Methods are mutating even where they change nothing: for a call that borrows it, the whole scanner is copied.
struct YAMLScanner: ~Copyable {
  /// Why the scanner stops.
  enum Pause {
    case stepsFull, windowEmpty, ended, gaveUp
    /// There is a `mistake`.
    case refused
  }

  /// The outcome of one step of the machine.
  enum Outcome {
    case done
    /// The window does not show enough.
    case more
    case giveUp
    case ended
  }

  enum Mode: UInt8 {
    /// At the beginning of a line outside of a document.
    case betweenDocuments
    /// At the beginning of a line in a document, in no flow collection.
    case lineStart
    /// At the beginning of a node of which a key or an element of a sequence may be the first part.
    case node
    /// At the colon of a value whose key has a question mark.
    case explicitValue
    /// At a value on the line of its key, or of `---`.
    case value
    /// After a node, or before one that begins on a later line.
    case lineEnd
    /// After a flow collection that is a key in block context.
    case keyEnd
    /// After `[` or `{`, after a comma, after a question mark, after a key without a colon so far, after a colon, and
    /// after an entry.
    case flowFirst, flowNext, flowExplicitKey, flowKeyEnd, flowValue, flowComma
  }

  /// A collection that is open.
  struct Frame: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case blockSequence, blockMapping, flowSequence, flowMapping
      /// A mapping of a single pair, in a flow sequence.
      case flowPair
    }

    let kind: Kind
    /// Whether the value after the key or the dash that was read last has not begun.
    var awaitsValue = false
    /// Whether the value of a key with a question mark is to come; with `awaitsValue`, so is the key itself.
    var hasExplicitKey = false
    /// Whether a flow collection has begun in it that is a key.
    var isInKey = false
    /// The column of a block collection.
    let column: Int
    /// The offset in the input of a flow collection, or after the key or dash whose value is awaited.
    var offset: Int
    /// The line of a flow collection that a restart leaves open; 0 for others.
    var line = 0

    var isFlow: Bool { kind.rawValue >= Kind.flowSequence.rawValue }

    /// Whether it is a block collection whose next entry begins in `column`.
    @inline(__always)
    func isBeforeEntry(in column: Int, isElement: Bool) -> Bool {
      self.column == column && !awaitsValue && !hasExplicitKey
        && kind == (isElement ? .blockSequence : .blockMapping)
    }
  }

  /// Anchor and tag of a node that has not begun, as ranges of offsets in the input.
  struct Properties {
    var start = -1
    var anchor = 0..<0
    var tag = 0..<0
    /// Whether they are on a line before the node, in a flow collection.
    var isOnLineBefore = false

    var isEmpty: Bool { start < 0 }
  }

  /// A mistake that libyaml would accept.
  struct Mistake {
    let problem: DecantError.YAMLProblem
    /// The place in the input.
    let offset: Int
  }

  /// How many steps are scanned at once: few enough that they stay in the first cache.
  private static let usualCount = 1024
  /// A document that nests deeper is left to libyaml.
  static let maximumDepth = 500
  /// A key that is longer may be too long for libyaml, which allows 1024 characters.
  static let longestKey = 1000
  /// How far a restart may be behind, if there is a later place for it.
  private static let usualRestartDistance = 4096

  /// The steps that have been scanned, for the reader to take and to remove.
  var steps = Buffer<YAMLStep>(capacity: YAMLScanner.usualCount + 64)
  /// The text of the scalar at hand, where it is not in the window as such.
  var text = Buffer<UInt8>(capacity: 256)
  var frames = Buffer<Frame>(capacity: 64)
  /// The properties of the node that begins on a later line.
  var properties = Properties()
  var restart = YAMLRestart()
  /// Why the input is refused; nil if libyaml is to read on where the scanner gives up.
  private(set) var mistake: Mistake?

  var mode = Mode.betweenDocuments
  /// The column of the node that begins.
  var column = 0
  /// Whether the root of the document has begun.
  var hasRoot = false
  /// Whether a document may begin without `---`.
  var allowsBareDocument = true
  /// Whether what libyaml does not read as YAML 1.2 asks is left to it.
  var followsLibYAML = false
  /// Whether the key of a flow mapping that was read last is in quotes or brackets, so that a colon after it needs no
  /// space.
  var isLastKeyClosed = false
  /// The offset in the input of what comes next.
  private var offset = 0

  /// Before this offset, no bracket is before a colon on the rest of the line; `endOfTextWithoutKeys` is the same for
  /// a line whose end has not been seen.
  var endOfLineWithoutKeys = 0
  var endOfTextWithoutKeys = 0
  /// How far a flow collection may be from the colon that makes it a key: libyaml allows 1024 characters.
  static let reachOfKeys = 4 * 1024 + 8

  /// Why `skipLines` failed.
  var failedSkip = Outcome.more

  // Of the window that is being scanned.
  var position = 0
  private(set) var origin = 0
  private(set) var end = 0
  private(set) var isComplete = false
  /// A restart is set behind this place only.
  private(set) var restartDistance = YAMLScanner.usualRestartDistance

  init() {}

  /// Limits how far a restart may be behind, for tests of restarts.
  mutating func setRestartDistance(_ distance: Int) { restartDistance = distance }

  /// Begins at a place between two documents, or at the beginning of the stream.
  ///
  /// After the stream's first document, one may begin without `---` if `...` is before it.
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

  /// Appends the steps of what `bytes` show to `steps`.
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
        return mistake == nil ? .gaveUp : .refused
      case .ended: return .ended
      }
    }
    return .stepsFull
  }

  /// Gives up for a mistake at `position`, which is reported if libyaml would accept it.
  ///
  /// - Precondition: the caller gives up.
  @inline(never)
  mutating func refuse(_ problem: DecantError.YAMLProblem, at position: Int) -> Outcome {
    if !followsLibYAML { mistake = Mistake(problem: problem, offset: origin + position) }
    return .giveUp
  }

  // MARK: Steps

  @inline(__always)
  mutating func emit(
    _ kind: YAMLStep.Kind, style: Event.Style = .any, at position: Int, text: Range<Int> = 0..<0,
    isInScratch: Bool = false
  ) {
    steps.append(
      YAMLStep(kind, style: style, at: position, text: text, isInScratch: isInScratch))
    restart.note(kind, at: origin &+ position)
  }

  /// Emits anchor and tag, if there are any; returns where the node begins that has no other beginning than `position`.
  @inline(__always)
  mutating func emit(_ properties: Properties, before position: Int) -> Int {
    guard !properties.isEmpty else { return position }
    return emitProperties(properties)
  }

  @inline(never)
  private mutating func emitProperties(_ properties: Properties) -> Int {
    // They are parts of one event of libyaml's.
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

  /// Emits a null that is not written, at `position` or at its properties.
  mutating func emitAbsentValue(at position: Int) {
    let properties = takeProperties()
    let start = emit(properties, before: position)
    emit(.scalar, style: .plain, at: start)
  }

  /// Takes the properties of earlier lines away.
  @inline(__always)
  mutating func takeProperties() -> Properties {
    guard !properties.isEmpty else { return properties }
    let taken = properties
    properties = Properties()
    return taken
  }

  /// Returns the properties of the node that begins, of earlier lines and its own; nil if there are two anchors or tags.
  @inline(__always)
  mutating func joinProperties(_ own: Properties) -> Properties? {
    if own.isEmpty { return takeProperties() }
    return properties.isEmpty || keepProperties(own) ? takeProperties(or: own) : nil
  }

  @inline(__always)
  private mutating func takeProperties(or own: Properties) -> Properties {
    properties.isEmpty ? own : takeProperties()
  }

  /// Keeps properties for the node that begins on a later line; false if there are two anchors or tags.
  @inline(never)
  mutating func keepProperties(_ own: Properties) -> Bool {
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

  /// Notes that the value begins that the innermost collection awaits.
  @inline(__always)
  mutating func beginValue() {
    if frames.isEmpty {
      hasRoot = true
    } else {
      frames[frames.count &- 1].awaitsValue = false
    }
  }

  /// The column of the innermost block collection; -1 if there is none.
  var indentation: Int {
    var index = frames.count
    while index > 0 {
      index &-= 1
      if !frames[index].isFlow { return frames[index].column }
    }
    return -1
  }
}
