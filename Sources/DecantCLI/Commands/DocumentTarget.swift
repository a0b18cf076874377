internal import Decant

internal import Synchronization

/// A target that keeps what is poured as a document, for those who have something else in mind for it.
final class DocumentTarget: Sendable {
  private let documents = Mutex<[Document]>([])
  private let name: String

  /// Creates a target that errors call by `name`.
  init(named name: String) {
    self.name = name
  }

  /// The format that a plan for this target names; it holds every value, but one document.
  var format: Format {
    var abilities = Format.Abilities.ofValues
    abilities.subtract([.anchors, .duplicateKeys])
    var format = Format(
      name: name, summary: "a document in memory", abilities: abilities,
      writer: { [self] _ in DocumentKeeper(target: self) })
    format.keepsValues = true
    return format
  }

  /// What was poured, once all is; nil if it was nothing.
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
