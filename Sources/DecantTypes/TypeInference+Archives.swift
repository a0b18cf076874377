internal import DecantCore
internal import DecantConversion

extension TypeInference {
  /// Adds the archived values instead of their envelopes.
  mutating func addArchives(
    of input: inout Input, _ options: ReadingOptions
  ) throws(DecantError) {
    try input.forEachLocatedDocument(options.ofArchives) {
      (document, input) throws(DecantError) in
      do throws(DecantError) {
        try addRoot(of: document)
      } catch {
        throw input.located(error)
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
    try add(envelope.root.withCopies)
  }

  private mutating func add(_ node: Document.Node) throws(DecantError) {
    try node.forEachBatch { (batch) throws(DecantError) in try reader.add(batch) }
  }
}
