extension Input {
  /// Reads the whole input, and reports each mismatch of its documents with `schema`, at most `limit` per document.
  ///
  /// Throws if the input is invalid. Holds one document in memory.
  public mutating func check(
    _ options: ReadingOptions = ReadingOptions(), by schema: JSONSchema, limit: Int = 100,
    _ report: (DecantError) -> Void
  ) throws(DecantError) {
    window.keepHistory()
    var options = options
    options.aliases = .expanded
    var reading = try InputReading(
      of: self, options, stages: options.makeDocumentStages(for: format))
    let documents = DocumentCollector()
    var check: SchemaCheck?
    var isMore = true
    while isMore {
      isMore = try reading.advance(
        &self, to: { (batch) throws(DecantError) in try documents.add(batch) })
      while let document = documents.take() {
        window.forgetHistory(before: document.root.offset)
        for error in errors(in: document, options, by: schema, limit: limit, &check) {
          report(error.located(in: window, named: name))
        }
      }
    }
  }

  private func errors(
    in document: Document, _ options: ReadingOptions, by schema: JSONSchema, limit: Int,
    _ check: inout SchemaCheck?
  ) -> [DecantError] {
    do throws(DecantError) {
      if document.root.isArchive {
        try ArchiveEnvelope(of: withoutTaggedForms(document, options)).verify()
      }
      let errors = try schema.errors(in: document, limit: limit + 1, &check)
      guard errors.count > limit else { return errors }
      return errors.prefix(limit) + [
        DecantError(
          .specific(SchemaProblem.tooManyMismatches(limit: limit)), offset: document.root.offset)
      ]
    } catch {
      return [error]
    }
  }

  /// Returns the document with its tagged forms converted: the digest of an archive is that of the values.
  private func withoutTaggedForms(
    _ document: Document, _ options: ReadingOptions
  ) throws(DecantError) -> Document {
    guard !options.readsTaggedForms else { return document }
    let chain = StageChain(options.ofArchives.makeStages(for: format), .stop)
    let documents = DocumentCollector()
    try document.root.forEachBatch { (batch) throws(DecantError) in
      try chain.pass(&batch) { (batch) throws(DecantError) in try documents.add(batch) }
    }
    return documents.take() ?? document
  }
}
