extension Document {
  func forEachBatch(
    _ body: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var batch = EventBatch()
    batch.rebase(to: tape.origin)
    batch.append(.beginDocument)
    for entry in tape.entries {
      if batch.isFull {
        try body(&batch)
        batch.removeAll()
        batch.rebase(to: tape.origin)
      }
      try tape.text.withBytes { (text) throws(DecantError) in
        try batch.append(entry, text: text, origin: tape.origin)
      }
    }
    batch.append(.endDocument)
    try body(&batch)
  }
}
