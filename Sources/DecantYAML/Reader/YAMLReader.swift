package import DecantCore

/// A reader of YAML events.
///
///     Window ─▶ Scanner ─tokens─▶ YAMLComposer ─▶ EventBatch
package struct YAMLReader<Scanner: YAMLTokenScanner & ~Copyable>: EventReader, ~Copyable {
  private var scanner: Scanner
  private var composer: YAMLComposer
  private var hasBegun = false
  private var isAtEnd = false

  package init(_ scanner: consuming Scanner, _ options: ReadingOptions) {
    self.scanner = scanner
    composer = YAMLComposer(options)
  }

  package mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    guard !isAtEnd else { return false }
    if !hasBegun {
      hasBegun = true
      try scanner.begin(in: &window)
    }
    defer { batch.scratch.seal() }
    return try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try scan(&window, into: &batch)
    }
  }

  private mutating func scan(
    _ window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    let storage = window.shared
    let (origin, count, isComplete) = (window.origin, window.count, window.isComplete)
    var pause = YAMLPause.tokensFull
    while pause == .tokensFull, batch.count < EventBatch.usualCount {
      pause = storage.withBytes {
        scanner.scan($0, from: origin, count: count, isComplete: isComplete, batch.scratch)
      }
      try storage.withBytes { (bytes) throws(DecantError) in
        try composer.take(&scanner.output, bytes, count: count, &batch)
      }
      if !composer.tolerated.isEmpty { reportTolerated(in: window) }
      if composer.template != nil { locateTemplate(in: window) }
    }
    if composer.options.comments {
      // The bytes before may leave the window.
      storage.withBytes { composer.trivia.gather($0, from: origin, to: scanner.start) }
    }
    // The scanner tests whether the byte before ends a line, and a trivia includes the space before a node.
    let kept = composer.options.comments ? 128 : 1
    window.position = max(scanner.start - origin - kept, 0)
    window.rescansToken = true
    switch pause {
    case .tokensFull: return .batchFull
    case .windowEmpty:
      scanner.keepOpenings(in: &window)
      return .windowEmpty
    case .ended:
      isAtEnd = true
      if composer.options.comments { try composer.checkRemainingComments(in: window) }
      if !composer.hasDocument { reportOnlyComments(in: window) }
      return .ended
    case .refused:
      isAtEnd = true
      guard let error = scanner.error else { return .ended }
      let line = line(of: error.otherOffset, in: window)
      throw composer.failure(error.problem(line), at: error.offset)
    }
  }

  private func line(of offset: Int, in window: borrowing Window) -> Int {
    window.droppedOpening(at: offset)?.position.line
      ?? window.location(at: max(offset - window.origin, 0)).line
  }

  private func reportOnlyComments(in window: borrowing Window) {
    let first = (0..<window.count).first { window[$0] > 0x20 }
    guard let first, let report = composer.options.reportTolerated else { return }
    let mistake = DecantError(.yaml(.onlyComments), offset: window.origin + first)
    report(mistake.located(in: window, named: nil))
  }

  /// Its beginning may leave the window before the document ends.
  private mutating func locateTemplate(in window: borrowing Window) {
    composer.template = composer.template?.located(in: window, named: nil)
  }

  private mutating func reportTolerated(in window: borrowing Window) {
    for mistake in composer.tolerated {
      composer.options.reportTolerated?(mistake.located(in: window, named: nil))
    }
    composer.tolerated.removeAll()
  }
}

/// A reader of YAML by decant's scanner; not generic, because the requirements of a generic type are looked up at the
/// start of a process.
struct ScannedYAMLReader: EventReader, ~Copyable {
  private var reader: YAMLReader<YAMLScanner>

  init(_ options: ReadingOptions) {
    reader = YAMLReader(YAMLScanner(options.yamlSchema), options)
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try reader.read(from: &window, into: &batch)
  }
}
