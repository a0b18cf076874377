public import DecantCore
public import DecantConversion

extension Input {
  /// Reads the whole input, and reports each mismatch of its documents with `schema`, at most `limit` per document.
  ///
  /// An input without a document is checked as null if its format reads it as that, as YAML does.
  /// Throws if the input is invalid. Holds one document in memory.
  public mutating func check(
    _ options: ReadingOptions = ReadingOptions(), by schema: JSONSchema, limit: Int = 100,
    _ report: (DecantError) -> Void
  ) throws(DecantError) {
    var check: SchemaCheck?
    var hasDocument = false
    try forEachLocatedDocument(options) { (document, input) throws(DecantError) in
      hasDocument = true
      for error in input.errors(in: document, options, by: schema, limit: limit, &check) {
        report(input.located(error))
      }
    }
    guard !hasDocument, format.readsEmptyAsNull else { return }
    for error in errors(in: try Document(.null), options, by: schema, limit: limit, &check) {
      report(located(error))
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
      let errors = try schema.errors(in: document.root, limit: limit + 1, &check)
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
