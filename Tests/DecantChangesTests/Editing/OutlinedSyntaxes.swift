import Decant

@testable import DecantYAML
@testable import DecantJSON

/// The rules of YAML, with a builder that receives each event in a batch of its own.
struct StepwiseYAML: OutlinedSyntax {
  let yaml: YAMLEditing

  var writer: Format { yaml.writer }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try yaml.replacement(of: place, by: new, in: document)
  }

  func insertion(
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace,
    of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try yaml.insertion(of: new, forKey: key, at: index, in: collection, of: document)
  }

  func removal(
    of index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try yaml.removal(of: index, in: collection, of: document)
  }

  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try yaml.renaming(of: index, to: key, in: mapping, of: document)
  }

  func makeBuilder(
    of text: EditedBytes, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) -> any DocumentBuilder {
    Builder(builder: yaml.makeBuilder(of: text, keeping: paths, ofDocument: number))
  }

  func omissions(of document: EditedDocument) -> [Range<Int>] { yaml.omissions(of: document) }

  func beginning(ofDocumentAt place: Int, in text: EditedBytes) -> [UInt8] {
    yaml.beginning(ofDocumentAt: place, in: text)
  }

  private struct Builder: DocumentBuilder {
    var builder: any DocumentBuilder

    mutating func add(
      _ batch: borrowing EventBatch,
      receive: (PartialDocument) throws(DecantError) -> Void
    ) throws(DecantError) {
      for index in 0..<batch.count {
        let event = batch[index]
        var single = EventBatch()
        try batch.withText(of: event) { (text) throws(DecantError) in
          let entry = Tape.Entry(event, at: batch.offset(of: event), textAt: 0)
          try single.append(entry, text: text, origin: 0)
        }
        try builder.add(single, receive: receive)
      }
    }
  }
}

/// The rules of JSON, with a change of each replacement.
struct DefectiveSyntax: BracketedSyntax {
  let change: @Sendable (ByteEdit) -> ByteEdit
  private let json = JSONEditing()

  init(change: @escaping @Sendable (ByteEdit) -> ByteEdit) {
    self.change = change
  }

  var writer: Format { json.writer }
  var comments: EditedLines.Comments { json.comments }
  var keyGap: [UInt8] { json.keyGap }
  var usualIndentation: Indentation { json.usualIndentation }
  var prefersLines: Bool { json.prefersLines }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try json.replacement(of: place, by: new, in: document).map(change)
  }

  func separator(isMapping: Bool) -> ItemList.Separator { json.separator(isMapping: isMapping) }

  func scalarEnd(_ start: Int, in lines: EditedLines) -> Int { json.scalarEnd(start, in: lines) }

  func collectionEnd(_ close: Int, in lines: EditedLines) -> Int {
    json.collectionEnd(close, in: lines)
  }

  func interior(_ open: Int, _ close: Int, in lines: EditedLines) -> Range<Int>? {
    json.interior(open, close, in: lines)
  }

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8]) {
    json.brackets(isMapping: isMapping)
  }

  func keyText(
    _ key: String, like sibling: Range<Int>?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try json.keyText(key, like: sibling, in: document)
  }
}
