/// A document that an encoder has made: entries of a tape, and their text.
struct EncodedDocument {
  fileprivate let entries: SharedBuffer<Tape.Entry>
  /// How many entries there are: a container that is kept too long may append others.
  fileprivate let count: Int
  fileprivate let text: ByteStorage
  /// What the format of a reader of this document would be able to say.
  let abilities: Format.Abilities
  let limits: Format.Limits

  /// Creates the document on a tape.
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

  /// The document on a tape of its own.
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

/// The events of an encoded document, batch by batch.
struct EncodedEvents: ~Copyable {
  private let document: EncodedDocument
  /// Where in an input the value came from, if it came from one.
  private let origin: Int
  /// The entry that comes next.
  private var next = 0
  private var isEnded = false

  init(_ document: EncodedDocument, at origin: Int = 0) {
    self.document = document
    self.origin = origin
  }

  /// Appends the next events of the document to `batch`; false after the last.
  mutating func fill(_ batch: inout EventBatch) throws(DecantError) -> Bool {
    guard !isEnded else { return false }
    batch.refer(toText: document.text, at: origin)
    if next == 0 { batch.append(.beginDocument) }
    // The batch has no text of its own that could fill it.
    let end = min(document.count, next + max(EventBatch.usualCount - batch.count, 1))
    document.entries.withSpan { entries in
      for index in next..<end {
        let entry = entries[index]
        let text = entry.textRange
        batch.events.append(
          Event(
            entry.kind, flags: entry.flags, at: 0, textAt: text.lowerBound, count: text.count))
      }
    }
    next = end
    isEnded = next == document.count
    if isEnded { batch.append(.endDocument) }
    return true
  }
}

extension Pipeline {
  /// Writes a document that an encoder has made.
  mutating func pour(_ document: EncodedDocument) throws(DecantError) {
    guardFidelity(of: document.abilities, document.limits)
    var events = EncodedEvents(document)
    var batch = EventBatch()
    while try events.fill(&batch) {
      try pass(batch)
      batch.removeAll()
    }
  }
}
