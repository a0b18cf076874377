extension DocumentEditor {
  /// Reads `text`, and passes each document, at least as far as it is on `paths`, to `receive`.
  func read(
    _ text: EditedBytes, _ paths: [PartialDocument.Path],
    receive: (PartialDocument) throws(DecantError) -> Void
  ) throws(DecantError) {
    var input = try Input(text.makeSource(), named: name, as: format)
    if !paths.isEmpty, needsWholeDocuments {
      return try input.forEachDocument(options, endOfInput: text.count) {
        (document) throws(DecantError) in try receive(PartialDocument(document.tape))
      }
    }
    var reading = try InputReading(
      of: input, options, stages: options.makeStages(for: input.format))
    var builder = PartialDocumentBuilder(keeping: paths)
    var isMore = true
    while isMore {
      // An error of `receive` must not count as an error of the reader.
      var documents: [PartialDocument] = []
      isMore = try reading.advance(
        &input,
        to: { (batch) throws(DecantError) in try builder.add(batch) { documents.append($0) } })
      for document in documents { try receive(document) }
    }
  }

  private var needsWholeDocuments: Bool {
    format.editing?.needsWholeDocument ?? true || format.abilities.contains(.anchors)
  }
}

extension Input {
  mutating func forEachDocument(
    _ options: ReadingOptions, endOfInput: Int? = nil,
    _ receive: (Document) throws(DecantError) -> Void
  ) throws(DecantError) {
    var reading = try InputReading(of: self, options, stages: options.makeStages(for: format))
    let collector = DocumentCollector(endOfInput: endOfInput)
    var isMore = true
    while isMore {
      isMore = try reading.advance(
        &self, to: { (batch) throws(DecantError) in try collector.add(batch) })
      while let document = collector.take() { try receive(document) }
    }
  }
}
