extension TypeInference {
  /// Adds the archived values instead of their envelopes.
  mutating func addArchives(
    of input: inout Input, _ options: ReadingOptions
  ) throws(DecantError) {
    input.window.keepHistory()
    var options = options.ofArchives
    options.aliases = .expanded
    var reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format))
    let documents = DocumentCollector()
    var isMore = true
    while isMore {
      isMore = try reading.advance(
        &input, to: { (batch) throws(DecantError) in try documents.add(batch) })
      while let document = documents.take() {
        input.window.forgetHistory(before: document.root.offset)
        do {
          try addRoot(of: document)
        } catch {
          throw error.located(in: input.window, named: input.name)
        }
      }
    }
  }

  private mutating func addRoot(of document: Document) throws(DecantError) {
    guard document.root.isArchive else { return try add(document.root) }
    let envelope = try ArchiveEnvelope(of: document)
    try envelope.verify()
    if let name = archiveName, name != envelope.header.type {
      throw DecantError(
        .other(
          "the archives contain values of the types '\(name.visible(limit: 64))' and "
            + "'\(envelope.header.type.visible(limit: 64))'", hint: nil))
    }
    archiveName = envelope.header.type
    schemaVersion = max(schemaVersion, envelope.header.schema)
    try add(envelope.root)
  }

  private mutating func add(_ node: Document.Node) throws(DecantError) {
    try node.forEachBatch { (batch) throws(DecantError) in try reader.add(batch) }
  }
}
