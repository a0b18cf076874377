package import DecantCore

extension Input {
  /// Reads the whole input, and calls `body` with each document and the input, which can locate errors in the document.
  ///
  /// Aliases are expanded. The documents before an error come first.
  package mutating func forEachLocatedDocument(
    _ options: ReadingOptions, _ body: (Document, borrowing Input) throws(DecantError) -> Void
  ) throws(DecantError) {
    window.keepHistory()
    var options = options
    options.needs.formUnion([.expandedAliases, .boundedCopies])
    var reading = try InputReading(
      of: self, options, stages: options.makeDocumentStages(for: format))
    let documents = DocumentCollector()
    var isMore = true
    while isMore {
      var failure: DecantError?
      do throws(DecantError) {
        isMore = try reading.advance(
          &self, to: { (batch) throws(DecantError) in try documents.add(batch) })
      } catch {
        failure = error
      }
      while let document = documents.take() {
        window.forgetHistory(before: document.root.offset)
        try body(document, self)
      }
      if let failure { throw failure }
    }
  }

  /// Reads the whole input, and calls `body` with its events, in which aliases are expanded.
  package mutating func forEachBatch(
    _ options: ReadingOptions, _ body: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var options = options
    options.needs.insert(.expandedAliases)
    var reading = try InputReading(
      of: self, options, stages: options.makeDocumentStages(for: format))
    while try reading.advance(&self, to: { (batch) throws(DecantError) in try body(batch) }) {}
  }

  package func located(_ error: DecantError) -> DecantError {
    error.located(in: window, named: name)
  }
}
