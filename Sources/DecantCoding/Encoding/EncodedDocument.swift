package import DecantCore
internal import DecantConversion

/// A document that an encoder has produced, and an emitter of its events.
package struct EncodedDocument {
  private let entries: SharedBuffer<Tape.Entry>
  /// The number of entries of this document; a container that outlives it may append more.
  private let count: Int
  private let text: ByteStorage
  /// What a format must support to represent the document.
  let abilities: Format.Abilities
  let limits: Format.Limits
  private var next = 0

  init(_ tape: EncodingTape) {
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

  /// Appends the next events to `batch`, or returns false after the last.
  ///
  /// `origin` is the offset in the input of the value that was encoded.
  mutating func fill(_ batch: inout EventBatch, at origin: Int = 0) -> Bool {
    guard next < count else { return false }
    batch.refer(toText: text, at: origin)
    if next == 0 { batch.append(.beginDocument) }
    // The text is referenced, not copied, so only events fill the batch.
    let end = min(count, next + max(EventBatch.usualCount - batch.count, 1))
    entries.withSpan { entries in
      for index in next..<end {
        let entry = entries[index]
        let text = entry.textRange
        batch.events.append(
          Event(
            entry.kind, flags: entry.flags.subtracting(.hasDataKeys), at: 0,
            textAt: text.lowerBound, count: text.count))
      }
    }
    next = end
    if next == count { batch.append(.endDocument) }
    return true
  }

  package func tape() throws(DecantError) -> Tape {
    var tape = Tape()
    try forEachBatch { (batch) throws(DecantError) in try tape.append(nodesOf: batch) }
    return tape
  }

  fileprivate func forEachBatch(
    _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var document = self
    var batch = EventBatch()
    while document.fill(&batch) {
      try body(&batch)
      batch.removeAll()
    }
  }
}

extension Pipeline {
  mutating func convert(_ document: EncodedDocument) throws(DecantError) {
    try convert(document.abilities, document.limits) {
      (body) throws(DecantError) in try document.forEachBatch(body)
    }
  }
}
