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

  /// Reads the whole input, and reports each mismatch of its documents with the schemas that `choose` returns for each.
  ///
  /// The elements of a list of Kubernetes are checked like documents. An error of `choose` is reported too. Holds one document
  /// in memory.
  package mutating func check(
    _ options: ReadingOptions, choosing choose: (Document.Node) throws(DecantError) -> JSONSchema?,
    limit: Int = 100, _ report: (DecantError) -> Void
  ) throws(DecantError) {
    let format = format
    try forEachLocatedDocument(options) { (document, input) throws(DecantError) in
      if document.root.isArchive {
        try ArchiveEnvelope(of: format.withoutTaggedForms(document, options)).verify()
      }
      for (node, path) in document.root.manifests {
        var errors: [DecantError] = []
        do throws(DecantError) {
          guard let schema = try choose(node) else { continue }
          var documents = SchemaStream(schema, limit: limit, from: format, inParts: .max)
          try node.forEachBatch { (batch) throws(DecantError) in
            errors += try documents.add(batch)
          }
        } catch {
          errors.append(error)
        }
        for var error in errors {
          error.path?.steps.insert(contentsOf: path, at: 0)
          report(input.located(error))
        }
      }
    }
  }
}

extension Document.Node {
  /// The node, or the elements of a list of Kubernetes, which have kinds of their own; each with its path.
  fileprivate var manifests: [(Document.Node, [DocumentPath.Step])] {
    guard self["kind"]?.text == "List", self["apiVersion"]?.text == "v1", let items = self["items"],
      items.kind == .beginSequence
    else { return [(self, [])] }
    return items.elements.enumerated().map { ($1, [.key("items"), .index($0)]) }
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
