extension YAMLReader {
  /// Reads events in the fast lane; returns nil if libyaml must continue.
  mutating func readFast(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool? {
    if !hasBegun {
      hasBegun = true
      let lines = window.lines(before: window.position)
      startOfLane = window.origin + window.position
      scanner.begin(
        at: window.origin + window.position, lines, followsDocument: false,
        allowsBareDocument: true)
    }
    defer { batch.scratch.seal() }
    let hasMore = try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try scanFast(&window, into: &batch)
    }
    // First pass on these events: libyaml may refill the window that contains their texts.
    guard hasGivenUp, batch.isEmpty else { return hasMore }
    beginLibYAML(&window)
    return nil
  }

  private mutating func scanFast(
    _ window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    guard !hasGivenUp else { return .ended }
    let storage = window.shared
    let (origin, count, isComplete) = (window.origin, window.count, window.isComplete)
    var pause = YAMLScanner.Pause.stepsFull
    while pause == .stepsFull, batch.count < EventBatch.usualCount {
      pause = storage.withBytes {
        scanner.scan($0, from: origin, count: count, isComplete: isComplete, batch.scratch)
      }
      try storage.withBytes { (bytes) throws(DecantError) in
        try takeSteps(bytes, count: count, &batch)
      }
    }
    if options.comments {
      // The bytes before the restart may leave the window.
      storage.withBytes { layout.gather($0, from: origin, to: scanner.restart.offset) }
    }
    // Keep the byte before the restart: libyaml's lane tests whether it ends a line.
    window.position = max(scanner.restart.offset - origin - 1, 0)
    window.rescansToken = true
    switch pause {
    case .stepsFull: return .batchFull
    case .windowEmpty: return .windowEmpty
    case .ended:
      isAtEnd = true
      endLane(at: origin + count)
      if options.comments { try checkRemainingComments(in: window) }
      return .ended
    case .gaveUp:
      hasGivenUp = true
      return .ended
    case .refused:
      guard let error = scanner.error else { return .ended }
      isAtEnd = true
      throw failure(.yaml(error.problem), at: error.offset)
    }
  }

  private mutating func takeSteps(
    _ bytes: RawSpan, count: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    defer { scanner.removeSteps() }
    var rewritten = 0
    // The next step that may have comments before it.
    var commented = options.comments ? 0 : Int.max
    var index = 0
    while true {
      let next = takeCommon(from: index, to: min(commented, scanner.steps.count), bytes, &batch)
      if options.comments {
        for index in index..<next where scanner.steps[index].isInScratch { rewritten &+= 1 }
      }
      index = next
      guard index < scanner.steps.count else { return }
      let step = scanner.steps[index]
      if index >= commented { placeComments(before: step, rewritten, bytes, &batch) }
      try take(step, bytes, &batch)
      if index >= commented {
        noteLayout(after: step, rewritten, bytes, &batch)
        if step.isToken {
          commented = nextCommented(from: index + 1, bytes, count: count, batch)
        }
      }
      if step.isInScratch { rewritten &+= 1 }
      index &+= 1
    }
  }

  @inline(__always)
  private mutating func take(
    _ step: YAMLStep, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    let position = Int(step.position)
    switch step.kind {
    case .scalar:
      let flags = beginNode()
      node.style = step.style
      if node.hasAnchor || node.hasTag || step.isInScratch || !openKeys.isEmpty {
        try takeUnusual(step, flags, bytes, &batch)
      } else {
        let text = step.text
        try takeBareScalar(
          bytes.extracting(text), flags, place: .window(text.lowerBound), at: position, &batch)
      }
    case .beginMapping:
      try beginCollection(
        .beginMapping, style: step.style, column: step.column, at: position, &batch)
      clearNode()
    case .beginSequence:
      try beginCollection(
        .beginSequence, style: step.style, column: step.column, at: position, &batch)
      clearNode()
    case .endMapping:
      keys.endMapping()
      try endCollection(.endMapping, at: position, &batch)
    case .endSequence:
      try endCollection(.endSequence, at: position, &batch)
    case .anchor:
      node.hasAnchor = true
      node.anchor = [UInt8](bytes.extracting(step.text))
    case .tag:
      try takeTag(written: bytes.extracting(step.text), at: step.text.lowerBound, batch)
    case .tagHandle:
      tagHandles.define(written: bytes.extracting(step.text))
    case .alias:
      node.anchor = [UInt8](bytes.extracting(step.text))
      try takeAlias(at: position, &batch)
    case .beginDocument:
      clearNode()
      let version = step.text.isEmpty ? nil : String(utf8: bytes.extracting(step.text))
      beginDocument(version: version)
      batch.append(.beginDocument, at: position)
    case .endDocument:
      documentsInARow = 0
      batch.append(.endDocument, at: position)
    }
  }

  @inline(never)
  private mutating func takeTag(
    written text: RawSpan, at position: Int, _ batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let tag = tagHandles.tag(written: text) else {
      throw failure(.yaml(.undefinedTagHandle), at: batch.origin + position)
    }
    guard String(decoding: tag, as: UTF8.self).utf8.elementsEqual(tag) else {
      throw failure(.yaml(.malformedTag), at: batch.origin + position)
    }
    node.take(tag)
  }

  @inline(__always)
  private mutating func clearNode() {
    node.hasAnchor = false
    node.hasTag = false
  }

  /// Appends a scalar with an anchor or a tag, inside a key, or with its text in the scratch bytes.
  @inline(never)
  private mutating func takeUnusual(
    _ step: YAMLStep, _ flags: Event.Flags, _ bytes: RawSpan, _ batch: inout EventBatch
  ) throws(DecantError) {
    defer { clearNode() }
    let position = Int(step.position)
    let scratch = batch.scratch
    let isSpecial = node.hasAnchor || node.hasTag || !openKeys.isEmpty
    if step.isInScratch, step.style != .plain, !isSpecial {
      return try scratch.withBytes { (bytes) throws(DecantError) in
        try takeString(
          bytes.extracting(step.text), flags, style: step.style,
          place: .scratch(step.text.lowerBound), at: position, &batch)
      }
    }
    // Copied, because appending to the scratch bytes may move them.
    let text =
      step.isInScratch
      ? scratch.withBytes { [UInt8]($0.extracting(step.text)) }
      : [UInt8](bytes.extracting(step.text))
    try text.withBytes { (text) throws(DecantError) in
      if isSpecial {
        try takeSpecialText(text, flags, at: position, &batch)
      } else {
        try takeBareScalar(text, flags, at: position, &batch)
      }
    }
  }

  // MARK: Switching lanes

  /// Ends the lane before `offset`, and counts the bytes that it has read.
  mutating func endLane(at offset: Int) {
    ownOptions.laneShare?.add(offset - startOfLane, to: lane)
    startOfLane = offset
  }

  private mutating func beginLibYAML(_ window: inout Window) {
    hasGivenUp = false
    let place = scanner.restart.offset
    endLane(at: place)
    lane = .libyaml
    let preamble = scanner.restart.preamble(
      before: window[place - window.origin], showsDocument: ownOptions.followsLibYAML)
    parser.restart(after: preamble)
    feed.restart(at: place, linesBefore: scanner.restart.lines.line - 1)
    documentsInARow += 1
    // After `---`, both lanes read a document alike: libyaml may read the next ones as well.
    documentsToStay = documentsInARow > 2 ? 1 << min(documentsInARow - 2, 6) : 0
    preambleEvents = preamble.eventCount
    knownEvents = preambleEvents + scanner.restart.steps.count
    startOfDocument = LibYAMLParser.Mark(index: -1, line: -1, column: -1)
    clearNode()
  }

  /// If libyaml's event differs from the one that the fast lane has emitted, as before many mistakes, this skips all
  /// events until libyaml reports the error.
  mutating func passKnown(_ kind: LibYAMLParser.Kind, _ window: borrowing Window)
    throws(DecantError)
  {
    if kind == .documentStart, parser.start.index >= 0 { startOfDocument = parser.start }
    if preambleEvents > 0 {
      preambleEvents -= 1
      knownEvents -= 1
      return
    }
    let steps = scanner.restart.steps.count
    let step = knownEvents <= steps ? scanner.restart.steps[steps - knownEvents] : nil
    let offset = feed.offset(ofIndex: parser.start.index, in: window)
    if let step, step.kind == kind.step, step.offset == offset {
      knownEvents -= 1
      return
    }
    // Skip everything up to the error, which must follow.
    knownEvents = .max
    guard kind == .streamEnd else { return }
    isAtEnd = true
    throw failure(.yaml(.other("the structure is ambiguous")), at: offset)
  }

  mutating func noteEndOfDocument(_ window: borrowing Window) {
    feed.endDocument(at: parser.end, in: window)
    guard ownOptions.lane == .fast else { return }
    let isExplicit = parser.end.index > parser.start.index
    guard isExplicit || parser.end.column == 0 else { return }
    if !isExplicit, documentsToStay > 0 {
      documentsToStay -= 1
      return
    }
    endOfDocument = EndOfDocument(
      offset: offset(of: parser.end, in: window), lines: feed.linesBefore + parser.end.line,
      isExplicit: isExplicit)
  }

  struct EndOfDocument {
    let offset: Int
    /// The number of lines before it.
    let lines: Int
    /// Whether `...` precedes the end; otherwise, `---` may follow it.
    let isExplicit: Bool
  }

  /// Switches to the fast lane after `...` at the end of a line, or before `---`.
  ///
  /// A document in which libyaml has found other line ends, such as a lone carriage return, is the last that the fast
  /// lane has read: the places of errors are in libyaml's lines.
  mutating func changeLane(
    at end: EndOfDocument, _ window: inout Window
  ) throws(DecantError) {
    endOfDocument = nil
    var place = end.offset - window.origin
    guard place >= 0 else { return }
    if end.isExplicit {
      while true {
        while window[place] == 0x20 { place += 1 }
        let isCut = window[place] == 0x0D && place + 1 == window.count
        guard place == window.count || isCut, !(isCut && window.isComplete) else { break }
        guard !window.isComplete else { return }
        let kept = min(end.offset, feed.kept)
        place -= kept - window.origin
        window.position = kept - window.origin
        guard try window.refill() else { return }
      }
      if window[place] == 0x0D { place += 1 }
      guard window[place] == 0x0A else { return }
      place += 1
    } else {
      let isMarker = window.withBytes {
        $0.halfWord(at: place) & 0xFF_FFFF == 0x2D_2D2D && $0.byte(at: place + 3) <= 0x20
      }
      guard isMarker else { return }
    }
    let lines = window.lines(before: place)
    guard lines.line - 1 == end.lines + (end.isExplicit ? 1 : 0) else { return }
    endLane(at: window.origin + place)
    lane = .fast
    window.position = max(place - 1, 0)
    scanner.begin(
      at: window.origin + place, lines, followsDocument: true, allowsBareDocument: end.isExplicit)
  }
}

extension LibYAMLParser.Kind {
  fileprivate var step: YAMLStep.Kind? {
    switch self {
    case .documentStart: .beginDocument
    case .documentEnd: .endDocument
    case .sequenceStart: .beginSequence
    case .sequenceEnd: .endSequence
    case .mappingStart: .beginMapping
    case .mappingEnd: .endMapping
    case .scalar: .scalar
    case .alias: .alias
    case .nothing, .streamStart, .streamEnd: nil
    }
  }
}
