import DecantCore

/// A reader of `.env` files.
///
/// A file is one mapping, and usually a line is one pair:
///
///     bytes    │ PORT=8080\n │ MOTD="one\ntwo"\n │
///     events   { PORT 8080     MOTD one↵two        }
///
/// A line is parsed when the window contains all of it, so memory is proportional to the longest
/// line and to the names, not to the file.
struct DotenvReader: EventReader, ~Copyable {
  private enum State {
    case start, pairs, end
  }

  enum Line {
    case blank(end: Int)
    case comment(Range<Int>, end: Int)
    case pair(DotenvPair)
    case incomplete
    case end
  }

  private let options: ReadingOptions
  private var state = State.start
  private var keys = MappingKeys()

  init(_ options: ReadingOptions) {
    self.options = options
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try readLines(of: &window, into: &batch)
    }
  }

  private mutating func readLines(
    of window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    if state == .start {
      batch.append(.beginDocument, at: window.position)
      batch.append(.beginMapping, at: window.position)
      keys.beginMapping()
      state = .pairs
    }
    while state == .pairs {
      guard !batch.isFull else { return .batchFull }
      switch try DotenvPair.line(at: window.position, of: window) {
      case .blank(let end):
        if options.comments { batch.append(.blankLine, at: window.position) }
        window.position = end
      case .comment(let comment, let end):
        append(.comment, comment, to: &batch)
        window.position = end
      case .pair(let pair):
        try append(pair, of: window, to: &batch)
        window.position = pair.end
      case .incomplete:
        return .windowEmpty
      case .end:
        batch.append(.endMapping, at: window.position)
        batch.append(.endDocument, at: window.position)
        keys.endMapping()
        state = .end
      }
    }
    return .ended
  }

  private mutating func append(
    _ pair: DotenvPair, of window: borrowing Window, to batch: inout EventBatch
  ) throws(DecantError) {
    batch.append(
      .string, textIn: pair.nameRange, flags: [.isKey, .isASCII, .needsNoJSONEscape],
      at: pair.nameRange.lowerBound)
    guard try keys.recordLast(of: &batch, options.duplicateKeys) else {
      throw DecantError(
        .duplicateKey(pair.name), offset: window.origin + pair.nameRange.lowerBound,
        path: DocumentPath([.key(pair.name)]))
    }
    mark(to: pair.nameRange.upperBound, &batch)
    switch pair.value {
    case .inPlace(let range):
      batch.append(.string, textIn: range, at: pair.valueStart)
    case .decoded(let text):
      batch.append(.string, text: text, at: pair.valueStart)
    }
    mark(to: pair.valueEnd, &batch)
    if let comment = pair.comment { append(.trailingComment, comment, to: &batch) }
  }

  private func append(_ kind: Event.Kind, _ comment: Range<Int>, to batch: inout EventBatch) {
    guard options.comments else { return }
    batch.append(kind, textIn: comment.dropFirst(), at: comment.lowerBound)
    mark(to: comment.upperBound, &batch)
  }

  /// Reports where the last event ends, for edits in place.
  private func mark(to end: Int, _ batch: inout EventBatch) {
    if options.marksExtents { batch.markLast(to: end) }
  }
}
