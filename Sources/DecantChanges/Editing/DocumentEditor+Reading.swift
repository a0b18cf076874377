package import DecantCore
package import DecantConversion
internal import DecantEditing

extension DocumentEditor {
  /// Reads a text, and passes each document with the extents of its nodes to `receive`.
  func read(
    _ text: EditedBytes, withComments: Bool,
    receive: (ExtentTape) throws(DecantError) -> Void
  ) throws(DecantError) {
    var options = options
    options.needs.insert(.extents)
    options.comments = withComments
    var input = try Input(text.makeSource(), named: name, as: format)
    var reading = try InputReading(of: input, options, stages: [])
    var nodes = ExtentTape()
    var end = 0
    var isMore = true
    while isMore {
      // An error of `receive` must not count as an error of the reader.
      var documents: [ExtentTape] = []
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
            nodes = ExtentTape(at: offset, after: end)
          }
          try nodes.append(start..<batch.count, of: batch)
        })
      if input.window.isRespelled { throw DecantError(.encoding) }
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

  /// Removes the line end of the last line if the old text has none, unless a value ends with it, or blank lines before a
  /// last node are left.
  mutating func endText(like old: EditedBytes) throws(DecantError) {
    guard !format.abilities.contains(.binary), let last = old.last, last != 0x0A, text.last == 0x0A
    else { return }
    let end = text.dropLast().last == 0x0D ? text.count - 2 : text.count - 1
    guard end > 0, text[end - 1] != 0x0A else { return }
    var replacement = EditedBytes.Replacement(of: text)
    guard try replacement.apply(ByteEdit(end..<text.count, [])) else { return }
    let shorter = replacement.finish()
    if try digest(of: shorter) == digest(of: text) { text = shorter }
  }

  /// Returns what to do about the step that failed because its path leads nowhere in one of the documents.
  package func hint(
    ofMissing path: PathPattern, in selection: DocumentSelection?
  ) -> String? {
    var (with, without):
      ([(number: Int, root: Document.Node)], [(number: Int, root: Document.Node)]) = ([], [])
    var number = 0
    try? read(text, withComments: false) { (nodes) throws(DecantError) in
      number += 1
      let root = Document(nodes.tape).root
      guard selection?.selects(number, root) ?? true else { return }
      if path.matches(in: root).isEmpty {
        without.append((number, root))
      } else {
        with.append((number, root))
      }
    }
    guard let lacking = without.first else { return nil }
    guard let leading = with.first else { return path.hint(ofMissingIn: lacking.root) }
    let kind = leading.root.child("kind")?.text
    let isOfKind = without.allSatisfy { $0.root.child("kind")?.text != kind }
    let choice =
      if let kind, isOfKind { "'[kind=\(kind.visible(limit: 64))]'" } else { "\(leading.number)" }
    return
      "document \(lacking.number) lacks it; --document \(choice) chooses documents, --if-present passes over the others"
  }

  func digest(of text: EditedBytes) throws(DecantError) -> DocumentDigest {
    var digest = DocumentDigest(ordersKeys: format.ordersKeys)
    try readEvents(of: text.makeSource()) { (batch) throws(DecantError) in digest.add(batch) }
    return digest
  }
}

extension Input {
  /// Reads all documents and returns the first, in which aliases are as they are; nil if there is none.
  mutating func firstDocument(_ options: ReadingOptions) throws(DecantError) -> Document? {
    var reading = try InputReading(of: self, options, stages: options.makeStages(for: format))
    let collector = DocumentCollector()
    while try reading.advance(
      &self, to: { (batch) throws(DecantError) in try collector.add(batch) })
    {}
    return collector.take()
  }
}

/// The spelling of numbers in new values.
extension ReadingOptions {
  /// Returns options that keep the spelling of numbers if a format has it: `0755` is another number for other readers.
  package static func keepingNumbers(of format: Format) -> ReadingOptions {
    var options = ReadingOptions()
    if format.abilities.contains(.numberNotations) { options.needs.insert(.numberNotation) }
    return options
  }
}
