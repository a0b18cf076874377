internal import DecantCore

/// A writer that has each collection on one line which fits into a number of columns, and else an element per line.
///
/// It only decides the style of each collection, and holds the events of those that may fit still:
///
///     {"name": "x", "ports": [80, 443        held: the inner one may fit; the outer one, if not, has lines
struct JSONFittingWriter: EventWriter, ~Copyable {
  /// A collection whose style is not decided.
  private struct Candidate: BitwiseCopyable {
    /// Its index among the held events.
    var index: Int
    /// The columns that it must not reach in the line of all that is held.
    let limit: Int
    /// The held events to its end, and their columns, once that is known.
    var end: (index: Int, columns: Int)?
    var hasLines = false
  }

  private var inner: JSONLayoutWriter
  private let width: Int
  private var held = EventBatch()
  private var candidates: [Candidate] = []
  /// How many candidates there were before those.
  private var decided = 0
  /// The number of each open collection, counted from the first candidate of the document.
  private var open: [Int] = []
  /// The columns of all in one line.
  private var columns = 0
  private var needsComma = false
  /// The columns of the key before the next value.
  private var key = 0

  init(_ inner: consuming JSONLayoutWriter, width: Int) {
    self.inner = inner
    self.width = width
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    // What is held of other batches has its text in scratch bytes.
    held.refer(to: batch)
    for index in 0..<batch.count {
      var event = batch[index]
      // The space of the input would be that of other lines; after the document it stays.
      if event.kind != .endDocument { event.flags.replaceGap(by: 0) }
      held.append(event, of: batch)
      measure(event, batch)
      decide()
    }
    try release(to: sink)
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try inner.invalidate(to: sink)
  }

  /// Writes the events before the first candidate, and copies the others, which are few.
  private mutating func release(to sink: ByteSink) throws(DecantError) {
    let end = candidates.first?.index ?? held.count
    var rest = EventBatch()
    for index in end..<held.count {
      let event = held[index]
      held.withText(of: event) {
        rest.append(event.kind, text: $0, flags: event.flags, style: event.style)
      }
    }
    for index in candidates.indices {
      candidates[index].index -= end
      candidates[index].end?.index -= end
    }
    held.truncate(to: end)
    try inner.write(held, to: sink)
    held = rest
  }

  // MARK: Columns

  private mutating func measure(_ event: Event, _ batch: borrowing EventBatch) {
    switch event.kind {
    case .beginSequence, .beginMapping:
      separate()
      let indentation = open.count * inner.spacing.indentation.width + key
      let isNested = !open.isEmpty
      open.append(decided + candidates.count)
      // A comma may follow.
      candidates.append(
        Candidate(
          index: held.count - 1, limit: columns + width - indentation - (isNested ? 1 : 0)))
      columns += event.kind == .beginMapping ? 2 : 1
      needsComma = false
      key = 0
    case .endSequence, .endMapping:
      // Without a space in an empty one.
      columns += event.kind == .endSequence ? 1 : needsComma ? 2 : 0
      needsComma = true
      if let index = open.popLast().map({ $0 - decided }), index >= 0 {
        candidates[index].end = (held.count, columns)
      }
    case .comment, .trailingComment, .blankLine:
      for number in open where number >= decided { candidates[number - decided].hasLines = true }
    case .beginDocument, .endDocument:
      open.removeAll()
      (decided, columns, needsComma, key) = (0, 0, false, 0)
    case .notation, .anchor, .tag:
      break
    default:
      separate()
      let count = batch.withText(of: event) { columns(of: event, $0) }
      let colon = event.isKey ? inner.spacing.beforeColon + 1 + inner.spacing.afterColon : 0
      key = event.isKey ? count + colon : 0
      columns += count + colon
      needsComma = !event.isKey
    }
  }

  private mutating func separate() {
    if needsComma { columns += 1 + inner.spacing.afterComma }
  }

  /// Decides the styles of the first candidates, until one may fit that is still open.
  private mutating func decide() {
    var next = 0
    while next < candidates.count {
      let candidate = candidates[next]
      if candidate.hasLines || candidate.end?.columns ?? columns > candidate.limit {
        held.events[candidate.index].style = .block
        next += 1
        continue
      }
      guard let end = candidate.end else { break }
      // All in it is on its line.
      while next < candidates.count, candidates[next].index < end.index {
        let index = candidates[next].index
        held.events[index].style = held.events[index].kind == .beginMapping ? .padded : .flow
        next += 1
      }
    }
    guard next > 0 else { return }
    candidates.removeFirst(next)
    decided += next
  }

  /// Returns how many columns a scalar takes, or a few more or fewer for one that is written otherwise, or as in its file.
  private func columns(of event: Event, _ text: RawSpan) -> Int {
    switch event.kind {
    case .null, .true: return 4
    case .false: return 5
    case .string: break
    default: return text.byteCount
    }
    var count = 2
    for offset in 0..<text.byteCount {
      switch text.byte(at: offset) {
      case UInt8(ascii: "/"): count += inner.spacing.escapesSlashes ? 2 : 1
      case 0x22, 0x5C: count += event.flags.contains(.isEscaped) ? 1 : 2
      case 0x08, 0x09, 0x0A, 0x0C, 0x0D: count += 2
      case ..<0x20: count += 6
      case ..<0x80: count += 1
      case ..<0xC0: break
      case 0xF0...: count += inner.options.ascii ? 12 : 1
      default: count += inner.options.ascii ? 6 : 1
      }
    }
    return count
  }
}
