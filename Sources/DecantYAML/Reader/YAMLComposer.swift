internal import DecantCore

/// A composer of YAML events from the tokens of a scanner: it gives them their meaning.
///
///     frames   the open collections, and whether a key is next
///     keys     the keys of the open mappings
///     anchors  the names that an alias may use
///
/// It resolves scalars and tags, detects repeated keys, and puts comments among them. Most text stays in the window;
/// what a scanner has rewritten is in the scratch bytes of the batch.
///
/// As in `YAMLWriter`, methods are mutating because a borrowing call would copy the whole composer.
struct YAMLComposer: ~Copyable {
  struct Frame: BitwiseCopyable {
    var isMapping: Bool
    var expectsKey: Bool
    /// The column of a collection in lines, if the options ask for comments.
    let column: UInt32
    var count = 0

    static let noColumn = UInt32.max
  }

  let options: ReadingOptions
  /// Looked up once, because a stream may have many small documents.
  let ownOptions: YAMLReadingOptions
  /// The anchor of the next node.
  var anchor: [UInt8]?
  /// The tag of the next node, with the prefix for its handle.
  var tag: [UInt8]?
  /// Used only if the options ask for comments.
  var trivia: YAMLCommentGatherer
  /// Used only if the options ask for extents.
  var extents = YAMLExtents()
  /// Whether the notation of nodes is emitted too, for a writer of YAML.
  let keepsNotation: Bool
  /// The notation of the last scalar, kept for its memory.
  var notation = Notation.Builder()
  var frames = Buffer<Frame>(capacity: 64)
  var keys = TypedKeys()
  /// The offsets of the open keys that begin as `{{` does.
  var bracedKeys: [Int] = []
  /// The anchors of the document so far, with the identities of their nodes; nil for a collection that is not a key.
  var anchors: [[UInt8]: [UInt8]?] = [:]
  var tagHandles = YAMLTagHandles()
  private(set) var schema: YAMLSchema
  /// The style of plain scalars: `.plain`, which keeps their notation, only in the core schema, because a reader of
  /// YAML 1.2 may resolve the notation of another schema differently.
  var plainStyle: Event.Style { schema == .core ? .plain : .any }
  /// The tolerated mistakes that have not been reported: the first line of each document that is indented too little.
  var tolerated: [DecantError] = []
  private var hasShallowLine = false
  /// The first template of the document, which is reported at its end: an error names it too.
  var template: DecantError?
  /// The offset of `{{`, and the only one where the outer braces can end so that it is a template.
  var braces: (start: Int, end: Int)?
  private(set) var hasDocument = false

  init(_ options: ReadingOptions) {
    var own = options[YAMLReadingOptions.self]
    if options.needs.contains(.archive) { own.schema = .core }
    // libyaml reports the column of a node's anchor or tag instead of its own.
    let keepsNotation =
      options.comments && options.needs.contains(.collectionStyles) && own.makeOtherReader == nil
    self.options = options
    ownOptions = own
    self.keepsNotation = keepsNotation
    // Swift 6.3 destroys what was never there if the conditions above read the properties of `self`.
    trivia = YAMLCommentGatherer(keepsMarkers: keepsNotation)
    schema = own.schema ?? .core
  }

  @inline(never)
  mutating func beginDocument(version: String?) {
    if !anchors.isEmpty { anchors.removeAll() }
    tagHandles.removeAll()
    hasShallowLine = false
    template = nil
    hasDocument = true
    if let version, version != "1.1", version != "1.2" {
      let rules = ownOptions.schema == .yaml11 ? "1.1" : "1.2"
      options.reportNote?("YAML \(version) is read as YAML \(rules)")
    }
    guard ownOptions.schema == nil else { return }
    schema = version == "1.1" ? .yaml11 : .core
  }

  // MARK: Errors

  var path: DocumentPath {
    keys.path(through: frames.count) { depth in
      let frame = frames[depth]
      return frame.isMapping ? .mapping : .sequence(frame.count > 0 ? frame.count - 1 : nil)
    }
  }

  @inline(never)
  func failure(_ problem: DecantError.Problem, at offset: Int) -> DecantError {
    DecantError(problem, offset: offset, path: path)
  }

  /// Refuses or notes a line that is indented too little.
  mutating func takeShallowLine(hasTab: Bool, at offset: Int) throws(DecantError) {
    let error = failure(
      .yaml(hasTab ? .tabInIndentation : .insufficientIndentation), at: offset)
    guard !options.isStrict else { throw error }
    if !hasShallowLine { tolerated.append(error) }
    hasShallowLine = true
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
    _ kind: Event.Kind, _ token: YAMLToken, _ batch: inout EventBatch
  ) throws(DecantError) {
    let position = Int(token.position)
    let flags = beginNode()
    if let anchor { appendAnchor(anchor, at: position, &batch) }
    if let tag { try appendTag(tag, of: kind, at: position, &batch) }
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: batch.origin + position)
    }
    if flags.contains(.isKey) {
      keys.beginCollection(depth: frames.count, at: batch.origin + position, anchor: anchor)
    }
    clearNode()
    let isMapping = kind == .beginMapping
    frames.append(Frame(isMapping: isMapping, expectsKey: isMapping, column: token.frameColumn))
    if isMapping { keys.texts.beginMapping() }
    batch.append(kind, flags: flags, style: token.style, at: position)
    if keys.isInKey { keys.identify(kind) }
  }

  @inline(__always)
  mutating func endCollection(
    _ kind: Event.Kind, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    frames.removeLast()
    batch.append(kind, at: position)
    let offset = batch.origin + position
    if let braces = braces.take(), kind == .endMapping, braces.end == offset {
      try takeTemplate(at: braces.start)
    }
    if keys.isInKey { try endOpenKey(at: offset) }
  }

  @inline(never)
  mutating func takeAlias(
    _ name: [UInt8], at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let flags = beginNode()
    guard let target = anchors[name] else {
      let alias = String(decoding: name, as: UTF8.self)
      throw failure(.yaml(.undefinedAlias(alias)), at: batch.origin + position)
    }
    name.withBytes { batch.append(.alias, text: $0, flags: flags, at: position) }
    guard flags.contains(.isKey) || keys.isInKey else { return }
    let identity = target ?? [0, Event.Kind.alias.rawValue] + name
    if keys.isInKey { keys.identify(identity) }
    if flags.contains(.isKey) { try takeKey(known: identity, &batch) }
  }

  /// Appends the anchor of the node, without an identity until the node is known to be a scalar.
  @inline(never)
  mutating func appendAnchor(_ name: [UInt8], at position: Int, _ batch: inout EventBatch) {
    name.withBytes { batch.append(.anchor, text: $0, at: position) }
    anchors.updateValue(nil, forKey: name)
    for index in keys.open.indices where keys.open[index].anchor == name {
      keys.open[index].anchor = nil
    }
  }

  @inline(never)
  private mutating func appendTag(
    _ tag: [UInt8], of kind: Event.Kind, at position: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let tag = YAMLTag(tag)
    switch tag {
    case .nonSpecific,
      .core(.mapping) where kind == .beginMapping,
      .core(.sequence) where kind == .beginSequence:
      break
    case .core(.merge), .other:
      batch.append(.tag, text: tag.text, at: position)
    case .core:
      throw failure(.yaml(.mismatchedTag(tag.text, text: nil)), at: batch.origin + position)
    }
  }
}

/// Templates for Helm, Jinja and the like that are valid YAML.
///
/// YAML reads `{{ .Values.name }}` as a mapping whose only key is a mapping without a value. Data is not written like that.
extension YAMLComposer {
  /// Notes whether the mapping that begins with `token` is a key directly after the brace that its own mapping begins with.
  @inline(never)
  mutating func noteBraces(before token: YAMLToken, _ bytes: RawSpan, _ batch: borrowing EventBatch)
  {
    let position = Int(token.position)
    guard let key = keys.open.last, key.offset == batch.origin + position, position > 0,
      frames[frames.count - 2].column == Frame.noColumn,
      bytes.byte(at: position) == UInt8(ascii: "{"),
      bytes.byte(at: position - 1) == UInt8(ascii: "{")
    else { return }
    bracedKeys.append(key.offset)
  }

  /// Refuses a template, or notes the first of the document.
  mutating func takeTemplate(at offset: Int) throws(DecantError) {
    let error = failure(.yaml(.template), at: offset)
    guard !options.isStrict, !options.needs.contains(.replacedInput) else { throw error }
    if template == nil { template = error }
  }

  mutating func endTemplates() {
    if let template = template.take() { tolerated.append(template) }
  }
}
