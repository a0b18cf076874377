extension Document.Node {
  /// Calls `body` with the events of a document that consists of the node.
  package func forEachBatch(
    _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var batch = EventBatch()
    batch.rebase(to: tape.origin)
    batch.append(.beginDocument)
    try appendEvents(to: &batch, body)
    batch.append(.endDocument)
    try body(&batch)
  }

  /// Appends the events of the node to `batch`; calls `body` whenever it is full, and empties it.
  package func appendEvents(
    to batch: inout EventBatch, _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    try tape.withSpans { (entries, text) throws(DecantError) in
      for index in range {
        if batch.isFull {
          batch.scratch.seal()
          try body(&batch)
          batch.removeAll()
          batch.rebase(to: tape.origin)
        }
        try batch.append(next: entries[index], text: text, origin: tape.origin)
      }
    }
    batch.scratch.seal()
  }
}
