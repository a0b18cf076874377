internal import DecantCore
internal import Synchronization

/// An output target that keeps the documents of a conversion in memory.
final class DocumentTarget: Sendable {
  private let documents = Mutex<[Document]>([])
  private let endOfInput: Int?

  /// Creates a target for one input, or for several ones if `endOfInput` is nil.
  init(endOfInput: Int?) {
    self.endOfInput = endOfInput
  }

  /// The format of this target; it supports every value, but only one document.
  var format: Format {
    var abilities = Format.Abilities.ofValues
    abilities.subtract([.anchors, .duplicateKeys])
    return Format(
      name: "archive", summary: "a document in memory", abilities: abilities,
      writer: { [self] _ in makeWriter() }
    ).changing { $0.keepsEverything = true }
  }

  /// Creates the writer of this target, for a pipeline to another format too.
  func makeWriter() -> some EventWriter { DocumentKeeper(target: self, endOfInput: endOfInput) }

  /// The first document.
  var document: Document? {
    documents.withLock { $0.first }
  }

  fileprivate func add(_ document: Document) {
    documents.withLock { $0.append(document) }
  }
}

private struct DocumentKeeper: EventWriter {
  let target: DocumentTarget
  let collector: DocumentCollector

  init(target: DocumentTarget, endOfInput: Int?) {
    self.target = target
    collector = DocumentCollector(endOfInput: endOfInput)
  }

  func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try collector.add(batch)
    while let document = collector.take() { target.add(document) }
  }
}
