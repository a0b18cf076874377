import Decant

/// A reader of `.env` files.
///
/// A file is one mapping, and usually a line is one pair:
///
///     bytes    │ PORT=8080\n │ MOTD="one\ntwo"\n │
///     events   { PORT 8080     MOTD one↵two        }
///
/// A line is parsed when the window contains all of it, so memory is proportional to the longest
/// line and to the names, not to the file.
struct DotenvReader: EventReader {
  private enum State {
    case start, pairs, end
  }

  enum Line {
    case blank(end: Int)
    case pair(DotenvPair)
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
      // Events refer to offsets in this window.
      batch.refer(to: window)
      if state == .start {
        batch.append(.beginDocument, at: window.position)
        batch.append(.beginMapping, at: window.position)
        state = .pairs
      }
      try readLines(of: &window, into: &batch)
      // Return the events before the window moves or blocks for input.
      if !batch.isEmpty { return true }
      batch.removeAll()
      try refill(&window)
    }
    return false
  }

  private mutating func readLines(
    of window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) {
    while !batch.isFull {
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
    var flags: Event.Flags = [.isKey, .isASCII, .needsNoJSONEscape]
    if !names.insert(pair.name).inserted {
      // For other choices, the reader only flags the key, and a later stage handles it.
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

  /// Refills the window, and doubles a very long line: rescanning it takes linear time in total.
  private func refill(_ window: inout Window) throws(DecantError) {
    let held = window.count - window.position
    repeat {
      guard try window.refill() else { return }
    } while held > 1 << 16 && window.count < 2 * held
  }
}
