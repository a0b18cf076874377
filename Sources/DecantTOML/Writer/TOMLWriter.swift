internal import DecantCore

/// A writer of TOML documents.
///
/// Holds a document until its end: the plain values of a table precede its tables, which have headers, and the last
/// value of the document may be a plain one of the root.
struct TOMLWriter: EventWriter, ~Copyable {
  private let options: WritingOptions
  private let documents = DocumentCollector()

  init(_ options: WritingOptions) {
    self.options = options
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try documents.add(batch)
    while let document = documents.take() {
      let writer = TOMLDocumentWriter(document.tape, options)
      try writer.write(to: sink)
      sink.completeDocument()
    }
  }

  /// Makes the output malformed, whether or not a string is open.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }
}
