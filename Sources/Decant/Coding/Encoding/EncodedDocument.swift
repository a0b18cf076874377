/// A document that an encoder has produced: entries of a tape, and their text.
struct EncodedDocument {
  fileprivate let entries: SharedBuffer<Tape.Entry>
  /// The number of entries of this document; a container that outlives it may append more.
  fileprivate let count: Int
  fileprivate let text: ByteStorage
  /// What a format must support to represent the document.
  let abilities: Format.Abilities
  let limits: Format.Limits

  init(_ tape: OpenTape) {
    let session = tape.session
    entries = tape.entries
    count = tape.count
    text = session.text
    text.seal()
    abilities = session.used.union([.null, .booleans, .numbers])
    limits = Format.Limits(
      integers: session.hasWideIntegers ? .any : .bits64,
      reals: session.hasExactScalars ? .any : .double,
      dates: session.hasExactScalars ? .any : .double)
  }

  func tape() throws(DecantError) -> Tape {
    var events = EncodedEvents(self)
    var batch = EventBatch()
    var tape = Tape()
    while try events.fill(&batch) {
      try tape.append(nodesOf: batch)
      batch.removeAll()
    }
    return tape
  }
}

struct EncodedEvents: ~Copyable {
  private let document: EncodedDocument
  /// The offset in the input of the value that was encoded, or 0.
  private let origin: Int
  private var next = 0
  private var isEnded = false

  init(_ document: EncodedDocument, at origin: Int = 0) {
    self.document = document
    self.origin = origin
  }

  /// Appends the next events to `batch`, or returns false after the last.
  mutating func fill(_ batch: inout EventBatch) throws(DecantError) -> Bool {
    guard !isEnded else { return false }
    batch.refer(toText: document.text, at: origin)
    if next == 0 { batch.append(.beginDocument) }
    // The text is referenced, not copied, so only events fill the batch.
    let end = min(document.count, next + max(EventBatch.usualCount - batch.count, 1))
    document.entries.withSpan { entries in
      for index in next..<end {
        let entry = entries[index]
        let text = entry.textRange
        batch.events.append(
          Event(
            entry.kind, flags: entry.flags.subtracting(.ofOpenTapes), at: 0,
            textAt: text.lowerBound, count: text.count))
      }
    }
    next = end
    isEnded = next == document.count
    if isEnded { batch.append(.endDocument) }
    return true
  }
}

extension Pipeline {
  mutating func convert(_ document: EncodedDocument) throws(DecantError) {
    guardFidelity(of: document.abilities, document.limits)
    var events = EncodedEvents(document)
    var batch = EventBatch()
    while try events.fill(&batch) {
      try pass(&batch)
      batch.removeAll()
    }
  }
}
