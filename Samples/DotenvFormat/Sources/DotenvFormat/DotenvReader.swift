import Decant

/// Reads `.env` files as events.
///
/// A file is one mapping, and a line of it one pair, as a rule:
///
///     bytes    │ PORT=8080\n │ MOTD="one\ntwo"\n │
///     events   { PORT 8080     MOTD one↵two        }
///
/// A line that the window does not hold to its end waits until it does, so that memory is taken for the longest
/// line and for the names, whatever the length of the file.
struct DotenvReader: EventReader {
  private enum State {
    case start, pairs, end
  }

  /// What is from a place on.
  enum Line {
    /// Nothing to say; the next line begins at the place.
    case blank(end: Int)
    case pair(DotenvPair)
    /// The window ends before the line does.
    case incomplete
    case end
  }

  private let options: ReadingOptions
  private var state = State.start
  private var names: Set<String> = []

  init(_ options: ReadingOptions) {
    self.options = options
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    while state != .end {
      // Events say where in this window they are.
      batch.refer(to: window)
      if state == .start {
        batch.append(.beginDocument, at: window.position)
        batch.append(.beginMapping, at: window.position)
        state = .pairs
      }
      try readLines(of: &window, into: &batch)
      // What is said goes on before the window moves, and before anybody waits for more.
      if !batch.isEmpty { return true }
      batch.removeAll()
      try refill(&window)
    }
    return false
  }

  private mutating func readLines(
    of window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) {
    while batch.count < EventBatch.usualCount {
      switch try DotenvPair.line(at: window.position, of: window) {
      case .blank(let end):
        window.position = end
      case .pair(let pair):
        try say(pair, of: window, in: &batch)
        window.position = pair.end
      case .incomplete:
        return
      case .end:
        batch.append(.endMapping, at: window.position)
        batch.append(.endDocument, at: window.position)
        state = .end
        return
      }
    }
  }

  private mutating func say(
    _ pair: DotenvPair, of window: borrowing Window, in batch: inout EventBatch
  ) throws(DecantError) {
    var flags: Event.Flags = [.isKey, .isASCII, .isPlainText]
    if !names.insert(pair.name).inserted {
      // What the other choices do is done after the reader, which only has to tell.
      guard options.duplicateKeys != .error else {
        throw DecantError(
          .duplicateKey(pair.name), offset: window.origin + pair.nameRange.lowerBound,
          path: DocumentPath([.key(pair.name)]))
      }
      flags.insert(.isDuplicateKey)
    }
    batch.append(
      .string, textIn: pair.nameRange, flags: flags, at: pair.nameRange.lowerBound)
    switch pair.value {
    case .inPlace(let range):
      batch.append(.string, textIn: range, at: pair.valueStart)
    case .decoded(let text):
      batch.append(.string, text: text, at: pair.valueStart)
    }
  }

  /// Reads more, and of a very long line so much more that looking at it again takes linear time in all.
  private func refill(_ window: inout Window) throws(DecantError) {
    let held = window.count - window.position
    repeat {
      guard try window.refill() else { return }
    } while held > 1 << 16 && window.count < 2 * held
  }
}
