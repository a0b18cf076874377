/// A reader of YAML events, with a scanner of its own for the common syntax and libyaml for the rest.
///
///     Window ─▶ YAMLScanner ───steps─▶ YAMLReader ─▶ EventBatch
///          └──▶ LibYAMLParser ─Kind─┘
///                                    frames   the open collections, and whether a key is next
///                                    keys     the keys of the open mappings
///                                    anchors  the names that an alias may use
///
/// The scanner and libyaml parse the syntax; this reader resolves scalars and tags, and detects repeated keys. Text
/// from libyaml is copied to the scratch bytes of the batch; most text from the scanner stays in the window.
struct YAMLReader: EventReader, ~Copyable {
  struct Frame: BitwiseCopyable {
    var isMapping: Bool
    var expectsKey: Bool
    var hasNonStringKeys = false
    /// The column of a collection in lines, if the options ask for comments.
    let column: UInt32
    var count = 0

    static let noColumn = UInt32.max
  }

  /// The number of events in a batch: large enough to amortize switching between libyaml and its consumer, small
  /// enough for events, text and input to stay in L2.
  private static let usualCount = 4096
  private static let scratchLimit = 1 << 18
  /// With fewer scalars ahead, libyaml may need more input for the next event.
  private static let shortRest = 1024

  let options: ReadingOptions
  /// Looked up once, because a stream may have many small documents.
  let ownOptions: YAMLReadingOptions
  let parser = LibYAMLParser()
  var scanner = YAMLScanner()
  var lane: YAMLLane
  var startOfLane = 0
  var hasBegun = false
  /// Whether the fast lane has given up the document, and libyaml has not begun it.
  var hasGivenUp = false
  /// The number of consecutive documents that the fast lane has given up, and the number that libyaml reads before the
  /// next attempt: documents of a stream tend to be alike, and each switch costs as much as some hundred bytes.
  var documentsInARow = 0
  var documentsToStay = 0
  var endOfDocument: EndOfDocument?
  /// The number of libyaml's next events to skip: those of the preamble and those the fast lane has emitted.
  var knownEvents = 0
  var preambleEvents = 0
  var node = YAMLNode()
  var feed: YAMLFeed
  /// Used only if the options ask for comments.
  var layout = YAMLLayout()
  var frames = Buffer<Frame>(capacity: 64)
  var keys = MappingKeys()
  /// The anchors of the document so far, with the identities of their nodes; nil for a collection that is not a key.
  var anchors: [[UInt8]: [UInt8]?] = [:]
  var tagHandles = YAMLTagHandles()
  var openKeys: [OpenKey] = []
  /// The identity of the outermost open key so far.
  var keyIdentity: [UInt8] = []
  private(set) var schema: YAMLSchema
  /// The style of plain scalars: `.plain`, which keeps their spelling, only in the core schema, because a reader of
  /// YAML 1.2 may resolve the spelling of another schema differently.
  private(set) var plainStyle: Event.Style
  /// The text of the current scalar, if it contained hidden scalars.
  var restoredText: [UInt8]?
  var isAtEnd = false
  /// The end of libyaml's input for which more is known to be available, though not in the window.
  private var placeWithMore = -1

  var startOfDocument = LibYAMLParser.Mark(index: 0, line: 0, column: 0)

  init(_ options: ReadingOptions) {
    self.options = options
    ownOptions = options[YAMLReadingOptions.self]
    feed = YAMLFeed(ownOptions.schema)
    lane = ownOptions.lane
    scanner.setRestartDistance(ownOptions.restartDistance)
    scanner.followsLibYAML = ownOptions.followsLibYAML
    schema = ownOptions.schema ?? .core
    plainStyle = schema == .core ? .plain : .any
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    // Retained once per batch, and not for each event.
    let parser = parser
    guard !isAtEnd else { return false }
    if let end = endOfDocument { try changeLane(at: end, &window) }
    if lane == .fast, let hasMore = try readFast(from: &window, into: &batch) { return hasMore }
    if parser.failure != nil { throw parserFailure(window) }
    feed.begin(at: parser.start, in: window)
    batch.rebase(to: feed.kept)
    defer { batch.scratch.seal() }
    while batch.count < Self.usualCount, batch.scratch.count < Self.scratchLimit {
      if feed.scalars &- parser.scalarsTaken < Self.shortRest, !batch.isEmpty, wouldWait(window) {
        return true
      }
      guard let kind = parser.next(from: &window, by: &feed) else {
        if readNewerVersion(window) { continue }
        isAtEnd = true
        throw parserFailure(window)
      }
      if knownEvents > 0 {
        try passKnown(kind, window)
        continue
      }
      if !feed.hidden.isEmpty { try restoreHidden(kind, window) }
      let offset = feed.offset(ofIndex: parser.start.index, in: window)
      // What libyaml has read ahead may begin before the batch.
      let position = max(offset &- batch.origin, 0)
      if options.comments { placeComments(before: kind, at: offset, window, &batch) }
      switch kind {
      case .scalar:
        try takeScalar(of: parser, at: position, &batch)
      case .sequenceStart:
        node.take(from: parser)
        try beginCollection(
          .beginSequence, style: parser.collectionStyle, column: offset &- layout.lineStart,
          at: position, &batch)
      case .mappingStart:
        node.take(from: parser)
        try beginCollection(
          .beginMapping, style: parser.collectionStyle, column: offset &- layout.lineStart,
          at: position, &batch)
      case .sequenceEnd:
        try endCollection(.endSequence, at: position, &batch)
      case .mappingEnd:
        keys.endMapping()
        try endCollection(.endMapping, at: position, &batch)
      case .alias:
        node.anchor = parser.withAnchor { [UInt8]($0) }
        try takeAlias(at: position, &batch)
      case .documentStart:
        startOfDocument = parser.start
        beginDocument(version: parser.version)
        batch.append(.beginDocument, at: position)
      case .documentEnd:
        batch.append(.endDocument, at: position)
        noteEndOfDocument(window)
        if endOfDocument != nil || wouldWait(window) { return true }
      case .streamEnd:
        isAtEnd = true
        endLane(at: offset)
        if options.comments { try checkRemainingComments(in: window) }
        return !batch.isEmpty
      case .streamStart, .nothing:
        break
      }
      if options.comments { noteLayout(after: kind, at: offset, window, &batch) }
    }
    return true
  }

  mutating func beginDocument(version: String?) {
    anchors.removeAll()
    tagHandles.removeAll()
    if let version, version != "1.1", version != "1.2" { ownOptions.reportNewerVersion?(version) }
    guard ownOptions.schema == nil else { return }
    schema = version == "1.1" ? .yaml11 : .core
    plainStyle = schema == .core ? .plain : .any
  }

  /// Whether libyaml would have to wait for a producer if it needed more input.
  private mutating func wouldWait(_ window: borrowing Window) -> Bool {
    // Input that was available remains so until it is read.
    guard feed.hasGivenAll, placeWithMore != feed.end else { return false }
    if window.wouldWait { return true }
    placeWithMore = feed.end
    return false
  }

  func offset(of mark: LibYAMLParser.Mark, in window: borrowing Window) -> Int {
    feed.places.offset(of: mark.index, in: window)
  }

  // MARK: Nodes

  /// Begins a node; returns `.isKey` if it is a key.
  @inline(__always)
  mutating func beginNode() -> Event.Flags {
    guard !frames.isEmpty else { return [] }
    let top = frames.count &- 1
    guard frames[top].isMapping else {
      frames[top].count &+= 1
      return []
    }
    frames[top].expectsKey.toggle()
    return frames[top].expectsKey ? [] : .isKey
  }

  @inline(__always)
  mutating func beginCollection(
    _ kind: Event.Kind, style: Event.Style, column: Int, at position: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let flags = beginNode()
    if node.hasAnchor { appendAnchor(at: position, &batch) }
    if node.hasTag { try appendTag(of: kind, at: position, &batch) }
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: batch.origin + position)
    }
    if flags.contains(.isKey) { beginOpenKey(at: batch.origin + position) }
    let isMapping = kind == .beginMapping
    let column = style == .flow ? Frame.noColumn : UInt32(truncatingIfNeeded: column)
    frames.append(Frame(isMapping: isMapping, expectsKey: isMapping, column: column))
    if isMapping { keys.beginMapping() }
    batch.append(kind, flags: flags, style: style, at: position)
    if !openKeys.isEmpty { identify(batch.events[batch.count - 1], batch) }
  }

  @inline(__always)
  mutating func endCollection(
    _ kind: Event.Kind, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    frames.removeLast()
    batch.append(kind, at: position)
    if !openKeys.isEmpty { try endOpenKey() }
  }

  @inline(never)
  mutating func takeAlias(
    at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let flags = beginNode()
    node.anchor.withBytes { batch.append(.alias, text: $0, flags: flags, at: position) }
    let event = batch.events[batch.count - 1]
    let name = batch.withText(of: event) { [UInt8]($0) }
    guard let target = anchors[name] else {
      let alias = String(decoding: name, as: UTF8.self)
      batch.truncate(to: batch.count - 1)
      throw failure(.yaml(.undefinedAlias(alias)), at: batch.origin + position)
    }
    guard flags.contains(.isKey) || !openKeys.isEmpty else { return }
    let identity = target ?? [0, Event.Kind.alias.rawValue] + name
    if !openKeys.isEmpty { identify(identity) }
    if flags.contains(.isKey) {
      try takeKey(known: identity, at: batch.count - 1, &batch)
    }
  }

  /// Appends the anchor of the node, without an identity until the node is known to be a scalar.
  @inline(never)
  mutating func appendAnchor(at position: Int, _ batch: inout EventBatch) {
    node.anchor.withBytes { batch.append(.anchor, text: $0, at: position) }
    anchors.updateValue(nil, forKey: node.anchor)
    for index in openKeys.indices where openKeys[index].anchor == node.anchor {
      openKeys[index].anchor = nil
    }
  }

  @inline(never)
  private mutating func appendTag(
    of kind: Event.Kind, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    switch YAMLTag(node.tag) {
    case .mapping where kind == .beginMapping, .sequence where kind == .beginSequence, .nonSpecific:
      break
    case .other(let text):
      text.withBytes { batch.append(.tag, text: $0, at: position) }
    case .merge:
      YAMLTag.mergeText.withBytes { batch.append(.tag, text: $0, at: position) }
    case let tag:
      throw failure(.yaml(.mismatchedTag(tag.words, text: nil)), at: batch.origin + position)
    }
  }
}
