internal import Decant

internal import Synchronization

/// An output target that keeps the converted document in memory.
final class DocumentTarget: Sendable {
  private let documents = Mutex<[Document]>([])
  private let name: String

  init(named name: String) {
    self.name = name
  }

  /// The format of this target; it supports every value, but only one document.
  var format: Format {
    var abilities = Format.Abilities.ofValues
    abilities.subtract([.anchors, .duplicateKeys])
    var format = Format(
      name: name, summary: "a document in memory", abilities: abilities,
      writer: { [self] _ in DocumentKeeper(target: self) })
    format.storesAllValues = true
    return format
  }

  var document: Document? {
    documents.withLock { $0.first }
  }

  fileprivate func add(_ document: Document) {
    documents.withLock { $0.append(document) }
  }
}

private struct DocumentKeeper: EventWriter {
  let target: DocumentTarget
  private let collector = DocumentCollector()

  init(target: DocumentTarget) {
    self.target = target
  }

  func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try collector.add(batch)
    while let document = collector.take() { target.add(document) }
  }
}
