/// Makes documents of events, and keeps them until they are wanted.
final class DocumentCollector {
  private var documents: [Document] = []
  private var next = 0
  private var buffer = EventBuffer()

  /// The next of the documents that are complete; nil if there is none.
  func take() -> Document? {
    guard next < documents.count else {
      documents.removeAll(keepingCapacity: true)
      next = 0
      return nil
    }
    next += 1
    return documents[next - 1]
  }

  func add(_ batch: borrowing EventBatch) throws(DecantError) {
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try buffer.append(start..<index, of: batch)
      start = index + 1
      switch batch[index].kind {
      // A new one: the old one's memory belongs to its document.
      case .beginDocument: buffer = EventBuffer()
      default: documents.append(Document(buffer))
      }
    }
    try buffer.append(start..<batch.count, of: batch)
  }
}
