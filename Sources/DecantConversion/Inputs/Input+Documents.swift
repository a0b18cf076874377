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

  /// A place in a document, whose lines are counted from one to the next.
  package struct Place {
    package fileprivate(set) var line: Int
    fileprivate var offset: Int
  }

  /// Whether the input has lines.
  package var isText: Bool { window.isText }

  /// Returns the place of a byte of the present document.
  package func place(at offset: Int) -> Place {
    let position = located(DecantError(.noDocument, offset: offset)).position
    return Place(line: position?.line ?? 1, offset: offset)
  }

  /// Moves a place to a later byte of the document.
  package func advance(_ place: inout Place, to offset: Int) {
    guard offset > place.offset else { return }
    place.line += window.lineEndCount(in: place.offset..<offset)
    place.offset = offset
  }

  package func located(_ error: DecantError) -> DecantError {
    error.located(in: window, named: name)
  }
}
