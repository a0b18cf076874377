internal import DecantCore
internal import DecantConversion

extension DocumentEditor {
  /// Reads a text, and passes each document with the places of its nodes to `receive`.
  func read(
    _ text: EditedBytes, withComments: Bool,
    receive: (MarkedTape) throws(DecantError) -> Void
  ) throws(DecantError) {
    var options = options
    options.marksExtents = true
    options.comments = withComments
    var input = try Input(text.makeSource(), named: name, as: format)
    var reading = try InputReading(of: input, options, stages: [])
    var nodes = MarkedTape()
    var end = 0
    var isMore = true
    while isMore {
      // An error of `receive` must not count as an error of the reader.
      var documents: [MarkedTape] = []
      isMore = try reading.advance(
        &input,
        to: { (batch) throws(DecantError) in
          var start = 0
          for index in 0..<batch.count where batch[index].delimitsDocument {
            try nodes.append(start..<index, of: batch)
            start = index + 1
            let offset = batch.offset(of: batch[index])
            if batch[index].kind == .endDocument {
              documents.append(nodes)
              end = offset
            }
            nodes = MarkedTape(at: offset, after: end)
          }
          try nodes.append(start..<batch.count, of: batch)
        })
      if input.window.isLatin1 { throw DecantError(.encoding) }
      for document in documents { try receive(document) }
    }
  }

  func readEvents(
    of source: any ByteSource, receive: (inout EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) {
    var input = try Input(source, named: name, as: format)
    var reading = try InputReading(of: input, options, stages: [])
    while try reading.advance(&input, to: receive) {}
  }

  func digest(of text: EditedBytes) throws(DecantError) -> DocumentDigest {
    var digest = DocumentDigest(ordersKeys: format.ordersKeys)
    try readEvents(of: text.makeSource()) { (batch) throws(DecantError) in digest.add(batch) }
    return digest
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
