internal import DecantCore

/// A writer of scalar documents as bare text or bytes, which leaves others to the wrapped writer.
///
/// Strings are written without quotes or escapes. All scalars end with a newline, except data.
struct RawWriter: EventWriter, ~Copyable {
  private enum State {
    case betweenDocuments, beforeRoot
    case passing
    case afterRoot
  }

  private var wrapped: any EventWriter & ~Copyable
  private var state = State.betweenDocuments
  private var waiting = Tape()
  private var passing = EventBatch()

  init(_ wrapped: consuming any EventWriter & ~Copyable) {
    self.wrapped = wrapped
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    if state == .passing, batch.hasNoDocumentEnd {
      try wrapped.write(batch, to: sink)
      return
    }
    passing.removeAll()
    passing.refer(to: batch)
    defer { passing.removeAll() }
    for index in 0..<batch.count { try route(batch[index], of: batch, to: sink) }
    try passOn(to: sink)
  }

  mutating func finish(to sink: ByteSink) throws(DecantError) {
    try wrapped.finish(to: sink)
  }

  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    // Raw text is valid wherever it ends.
    if state == .passing { try wrapped.invalidate(to: sink) }
  }

  private mutating func route(
    _ event: Event, of batch: borrowing EventBatch, to sink: ByteSink
  ) throws(DecantError) {
    switch (event.kind, state) {
    case (.beginDocument, _):
      waiting.removeAll()
      try waiting.append(event, of: batch)
      state = .beforeRoot
    case (.endDocument, _):
      if state == .passing { passing.append(event, of: batch) } else { sink.completeDocument() }
      state = .betweenDocuments
    case (.anchor, .beforeRoot), (.tag, .beforeRoot), (.comment, .beforeRoot),
      (.notation, .beforeRoot),
      (.blankLine, .beforeRoot), (.trailingComment, .beforeRoot):
      try waiting.append(event, of: batch)
    case (.beginSequence, .beforeRoot), (.beginMapping, .beforeRoot), (.alias, .beforeRoot):
      try waiting.replay(0..<waiting.count, into: &passing)
      passing.append(event, of: batch)
      state = .passing
    case (_, .beforeRoot):
      try passOn(to: sink)
      try writeRaw(event, of: batch, to: sink)
      state = .afterRoot
    case (_, .passing):
      passing.append(event, of: batch)
    case (.comment, .afterRoot), (.notation, .afterRoot), (.blankLine, .afterRoot),
      (.trailingComment, .afterRoot):
      break
    case (_, .betweenDocuments), (_, .afterRoot):
      throw DecantError(.malformedEvents("\(event.kind) outside of a document's root"))
    }
  }

  private mutating func passOn(to sink: ByteSink) throws(DecantError) {
    guard !passing.isEmpty else { return }
    try wrapped.write(passing, to: sink)
    passing.removeEvents()
  }

  private func writeRaw(
    _ event: Event, of batch: borrowing EventBatch, to sink: ByteSink
  ) throws(DecantError) {
    if let word = event.kind.word { return try sink.write(word + "\n") }
    guard !event.flags.contains(.isEscaped) else {
      throw DecantError(
        .notRepresentable(.loneSurrogate, target: "text"), offset: batch.offset(of: event))
    }
    try batch.withText(of: event) { (text) throws(DecantError) in
      guard let decimal = event.decimalText(text) else { return try sink.write(text) }
      try decimal.withBytes { (text) throws(DecantError) in try sink.write(text) }
    }
    if event.kind != .data { try sink.write("\n") }
  }
}

extension EventBatch {
  fileprivate var hasNoDocumentEnd: Bool {
    withSpans { events, _, _ in events.indices.allSatisfy { events[$0].kind != .endDocument } }
  }

  fileprivate mutating func removeEvents() {
    truncate(to: 0)
    scratch.removeAll()
  }
}
