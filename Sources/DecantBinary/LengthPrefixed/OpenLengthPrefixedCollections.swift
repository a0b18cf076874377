internal import DecantCore

/// The open collections of a reader whose collections begin with a count instead of ending with a bracket.
///
/// A node is begun by `begin` or one of the scalar functions, which emit its event; `finishNode` then closes each
/// collection that has no more nodes, and the document. Counts are never trusted: they take no memory.
struct OpenLengthPrefixedCollections: ~Copyable {
  struct Frame: BitwiseCopyable {
    /// The elements or pairs to come, in a collection with a count.
    var remaining: UInt64
    /// The finished elements of a sequence.
    var index = 0
    let isMapping: Bool
    /// Whether a break ends the collection instead of its count.
    let isEndless: Bool
    var expectsKey: Bool
  }

  let options: ReadingOptions
  /// The name of the format in messages.
  let format: String
  /// The offset in the input of the window's first byte.
  private(set) var origin = 0
  private var isComplete = false
  private(set) var isInDocument = false
  private var frames = Buffer<Frame>(capacity: 64)
  private var keys = TypedKeys()
  /// Whether the next node is a key.
  private(set) var expectsKey = false

  init(_ options: ReadingOptions, format: String) {
    self.format = format
    self.options = options
  }

  var depth: Int { frames.count }

  /// Whether a break may end the innermost collection.
  var isInEndless: Bool { frames.count > 0 && frames[frames.count &- 1].isEndless }

  /// Whether the innermost collection lacks the value of its last key.
  var lacksValue: Bool {
    frames.count > 0 && frames[frames.count &- 1].isMapping && !expectsKey
  }

  // MARK: Windows

  /// Notes where the window is in the input, and whether it shows its end.
  mutating func look(at window: borrowing Window) {
    origin = window.origin
    isComplete = window.isComplete
  }

  /// Returns why a reader stops where the window ends between two values.
  func pauseBetweenNodes(at p: Int) throws(DecantError) -> Window.ScanPause {
    isComplete && !isInDocument ? .ended : try pause(at: p)
  }

  /// Returns why a reader stops at `p`, where the window does not have all bytes of a token.
  func pause(at p: Int) throws(DecantError) -> Window.ScanPause {
    guard isComplete else { return .windowEmpty }
    throw failure(.truncated(format: format), at: p)
  }

  /// Throws if the window cannot have a text of this length.
  func checkLength(_ length: UInt64, at p: Int) throws(DecantError) {
    guard length > UInt64(EventBatch.longestText) else { return }
    throw failure(.tooLong, at: p)
  }

  // MARK: Documents and collections

  @inline(__always)
  mutating func beginDocumentIfNeeded(at p: Int, _ batch: inout EventBatch) {
    guard !isInDocument else { return }
    isInDocument = true
    batch.append(.beginDocument, at: p)
  }

  /// Begins a collection of `count` elements or pairs, or one that a mark ends.
  @inline(__always)
  mutating func begin(
    isMapping: Bool, count: UInt64?, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: p)
    }
    if expectsKey || keys.isInKey { noteBeginning(isMapping: isMapping, at: p) }
    batch.append(
      isMapping ? .beginMapping : .beginSequence, flags: expectsKey ? .isKey : [], at: p)
    frames.append(
      Frame(
        remaining: count ?? 0, isMapping: isMapping, isEndless: count == nil,
        expectsKey: isMapping))
    expectsKey = isMapping
    if isMapping { keys.texts.beginMapping() }
  }

  @inline(never)
  private mutating func noteBeginning(isMapping: Bool, at p: Int) {
    if expectsKey { keys.beginCollection(depth: frames.count, at: origin + p) }
    keys.identify(isMapping ? .beginMapping : .beginSequence)
  }

  /// Ends the innermost collection; precondition: it is open and has no key without a value.
  mutating func end(at p: Int, _ batch: inout EventBatch) throws(DecantError) {
    let frame = frames.removeLast()
    batch.append(frame.isMapping ? .endMapping : .endSequence, at: p)
    if frame.isMapping { keys.texts.endMapping() }
    expectsKey = frames.count > 0 && frames[frames.count &- 1].expectsKey
    guard keys.isInKey, let (key, _, isKnown) = try keys.endCollection(depth: frames.count), isKnown
    else { return }
    throw failure(.duplicateCollectionKey, at: key.offset &- origin)
  }

  /// Ends a collection without nodes, and thereby the node that it is.
  mutating func endEmpty(at p: Int, _ batch: inout EventBatch) throws(DecantError) {
    try end(at: p, &batch)
    try finishNode(at: p, &batch)
  }

  /// Counts a node that ends before `p`.
  @inline(__always)
  mutating func finishNode(at p: Int, _ batch: inout EventBatch) throws(DecantError) {
    while frames.count > 0 {
      let top = frames.count &- 1
      if frames[top].isMapping {
        expectsKey.toggle()
        frames[top].expectsKey = expectsKey
        guard expectsKey else { return }
      } else {
        frames[top].index &+= 1
      }
      guard !frames[top].isEndless else { return }
      frames[top].remaining &-= 1
      guard frames[top].remaining == 0 else { return }
      try end(at: p, &batch)
    }
    batch.append(.endDocument, at: p)
    isInDocument = false
  }

  // MARK: Scalars

  /// Appends the text between two offsets of the window, after checking that it is UTF-8.
  @inline(__always)
  mutating func text(
    _ bytes: RawSpan, from start: Int, to end: Int, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    if expectsKey, !keys.isInKey, !keys.texts.hasOtherKeys,
      keys.texts.predictedLength(bytes, at: start) == end &- start
    {
      let key = keys.texts.recordPredicted()
      if key.isDuplicate, options.duplicateKeys == .error {
        throw failure(.duplicateKey(String(utf8: bytes.extracting(start..<end))), at: p)
      }
      batch.events.append(
        Event(.string, flags: key.flags, at: p, textAt: start, count: end &- start))
      return
    }
    let flags = try textFlags(bytes, from: start, to: end)
    batch.events.append(
      Event(
        .string, flags: expectsKey ? flags.union(.isKey) : flags, at: p, textAt: start,
        count: end &- start))
    try noteScalar(at: p, &batch)
  }

  /// Checks that a text is UTF-8, and returns what is known about it.
  @inline(__always)
  func textFlags(
    _ bytes: RawSpan, from start: Int, to end: Int
  ) throws(DecantError) -> Event.Flags {
    let flags = bytes.extracting(start..<end).scanned
    if !flags.contains(.isASCII), let flaw = UTF8Scanning.firstInvalid(bytes, from: start, to: end)
    {
      throw failure(.invalidEncoding(.utf8), at: flaw)
    }
    return flags
  }

  @inline(__always)
  mutating func data(
    from start: Int, to end: Int, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    batch.events.append(
      Event(
        .data, flags: expectsKey ? .isKey : [], style: .any, at: p, textAt: start,
        count: end &- start))
    try noteScalar(at: p, &batch)
  }

  @inline(__always)
  mutating func integer(
    _ magnitude: UInt64, isNegative: Bool, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let start = batch.scratch.count
    batch.scratch.append(nextDecimalOf: magnitude, isNegative: isNegative)
    try scratchText(.integer, .plainASCII, since: start, at: p, &batch)
  }

  @inline(__always)
  mutating func real(
    _ value: Double, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    guard value.isFinite else {
      let word = value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
      return try scalar(.real, word, [.isASCII, .isNonFinite], at: p, &batch)
    }
    let start = batch.scratch.count
    batch.scratch.append(nextShortest: value)
    try scratchText(.real, .plainASCII, since: start, at: p, &batch)
  }

  /// Appends the real `digits` · 10^`exponent`.
  mutating func decimal(
    _ digits: UInt64, exponent: Int, isNegative: Bool, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let start = batch.scratch.count
    DecimalFraction.append(
      digits, exponent: exponent, isNegative: isNegative, to: batch.scratch)
    try scratchText(.real, .plainASCII, since: start, at: p, &batch)
  }

  /// Appends an event whose text is at the end of the batch's scratch bytes.
  @inline(__always)
  mutating func scratchText(
    _ kind: Event.Kind, _ flags: Event.Flags, since start: Int, at p: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    batch.events.append(
      Event(
        kind, flags: flags.union(expectsKey ? [.inScratch, .isKey] : .inScratch), at: p,
        textAt: start, count: batch.scratch.count &- start))
    try noteScalar(at: p, &batch)
  }

  mutating func scalar(
    _ kind: Event.Kind, _ text: String = "", _ flags: Event.Flags = .plainASCII, at p: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    let start = batch.scratch.count
    guard !text.isEmpty else {
      batch.append(kind, flags: expectsKey ? .isKey : [], at: p)
      return try noteScalar(at: p, &batch)
    }
    text.withBytes { batch.scratch.append($0) }
    try scratchText(kind, flags, since: start, at: p, &batch)
  }

  @inline(__always)
  private mutating func noteScalar(
    at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    if expectsKey || keys.isInKey { try noteKey(at: p, &batch) }
  }

  @inline(never)
  private mutating func noteKey(at p: Int, _ batch: inout EventBatch) throws(DecantError) {
    if keys.isInKey { keys.identifyLast(of: batch) }
    guard expectsKey, try !keys.recordLast(of: &batch, options.duplicateKeys) else { return }
    throw duplicateKey(at: p, batch)
  }

  @inline(never)
  private func duplicateKey(at p: Int, _ batch: borrowing EventBatch) -> DecantError {
    failure(.duplicateKey(batch.shownKey(batch[batch.count - 1])), at: p)
  }

  // MARK: Failures

  var path: DocumentPath {
    keys.path(through: frames.count) { depth in
      frames[depth].isMapping ? .mapping : .sequence(frames[depth].index)
    }
  }

  @inline(never)
  func failure(_ problem: DecantError.Problem, at p: Int) -> DecantError {
    DecantError(problem, offset: origin + p, path: path)
  }

  @inline(never)
  func failure(_ problem: DecantError.BinaryProblem, at p: Int) -> DecantError {
    failure(.binary(problem), at: p)
  }
}
