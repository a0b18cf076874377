extension Document {
  /// Calls `body` with the events of the document, from `beginDocument` to `endDocument`, in batches.
  func forEachBatch(
    _ body: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var batch = EventBatch()
    batch.rebase(to: storage.origin)
    batch.append(.beginDocument)
    for event in storage.events {
      if batch.isFull {
        try body(batch)
        batch.removeAll()
        batch.rebase(to: storage.origin)
      }
      try storage.text.withBytes { (text) throws(DecantError) in
        try batch.append(kept: event, text: text, origin: storage.origin)
      }
    }
    batch.append(.endDocument)
    try body(batch)
  }
}
