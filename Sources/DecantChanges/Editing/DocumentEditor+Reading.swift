internal import DecantCore
internal import DecantConversion

extension DocumentEditor {
  /// Reads `text`, and passes each document to `receive`: what `builder` keeps, or the whole document.
  func read(
    _ text: EditedBytes, by builder: (any DocumentBuilder)? = nil,
    receive: (PartialDocument) throws(DecantError) -> Void
  ) throws(DecantError) {
    var input = try Input(text.makeSource(), named: name, as: format)
    guard var builder else {
      return try input.forEachDocument(options, endOfInput: text.count) {
        (document) throws(DecantError) in try receive(PartialDocument(document.tape))
      }
    }
    var reading = try InputReading(of: input, options, stages: [])
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

  /// The syntax, if an outline of the result can be verified.
  ///
  /// A stage may replace nodes by others, so that the bytes at which they begin and end are unknown, and an outline
  /// does not show the length of a record.
  var outlinedSyntax: (any OutlinedSyntax)? {
    guard options.makeStages(for: format).isEmpty, options.maximumRecordLength == nil else {
      return nil
    }
    return format.editing as? any OutlinedSyntax
  }

  func readEvents(
    of source: any ByteSource, withComments: Bool = false, until isFinished: () -> Bool = { false },
    receive: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var input = try Input(source, named: name, as: format)
    var options = options
    options.comments = withComments
    var reading = try InputReading(of: input, options, stages: options.makeStages(for: format))
    while !isFinished(), try reading.advance(&input, to: receive) {}
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
