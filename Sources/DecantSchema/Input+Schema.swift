public import DecantCore
public import DecantConversion

extension Input {
  /// Reads the whole input, and reports each mismatch of its documents with `schema`, at most `limit` per document.
  ///
  /// An input without a document is checked as null if its format reads it as that, as YAML does. Throws if the input is
  /// invalid. Holds one document in memory, and of a large one only what the keywords of the schema need.
  public mutating func check(
    _ options: ReadingOptions = ReadingOptions(), by schema: JSONSchema, limit: Int = 100,
    _ report: (DecantError) -> Void
  ) throws(DecantError) {
    window.keepHistory()
    var options = options
    options.needs.formUnion([.expandedAliases, .boundedCopies])
    let (format, reading) = (format, options)
    var documents = SchemaStream(schema, limit: limit, from: format) {
      (archive) throws(DecantError) in
      try ArchiveEnvelope(of: format.withoutTaggedForms(archive, reading)).verify()
    }
    var input = try InputReading(of: self, options, stages: options.makeDocumentStages(for: format))
    var isMore = true
    while isMore {
      var errors: [DecantError] = []
      var failure: DecantError?
      do throws(DecantError) {
        isMore = try input.advance(
          &self, to: { (batch) throws(DecantError) in errors += try documents.add(batch) })
      } catch {
        failure = error
      }
      for error in errors { report(located(error)) }
      documents.locateOpen { located($0) }
      window.forgetHistory(before: documents.origin)
      if let failure { throw failure }
    }
    guard documents.count == 0, format.readsEmptyAsNull else { return }
    for error in try schema.check(.null, limit: limit) { report(located(error)) }
  }
}

extension Format {
  /// Returns the document with its tagged forms converted: the digest of an archive is that of the values.
  fileprivate func withoutTaggedForms(
    _ document: Document, _ options: ReadingOptions
  ) throws(DecantError) -> Document {
    guard !options.readsTaggedForms else { return document }
    let chain = StageChain(options.ofArchives.makeStages(for: self), .stop)
    let documents = DocumentCollector()
    try document.root.forEachBatch { (batch) throws(DecantError) in
      try chain.pass(&batch) { (batch) throws(DecantError) in try documents.add(batch) }
    }
    return documents.take() ?? document
  }
}
