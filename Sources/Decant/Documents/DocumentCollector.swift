/// Makes documents of events, and keeps them until they are wanted.
package final class DocumentCollector {
  private var documents: [Document] = []
  private var next = 0
  private var tape = Tape()
  /// Where the input ends, if that is known, and as long as it seems to be one document.
  private var endOfInput: Int?

  /// Makes a collector of the documents of an input, which ends at an offset if that is known.
  package init(endOfInput: Int? = nil) {
    self.endOfInput = endOfInput
  }

  /// The next of the documents that are complete; nil if there is none.
  package func take() -> Document? {
    guard next < documents.count else {
      documents.removeAll(keepingCapacity: true)
      next = 0
      return nil
    }
    next += 1
    return documents[next - 1]
  }

  package func add(_ batch: borrowing EventBatch) throws(DecantError) {
    guard batch.contents.has(.beginDocument, .endDocument) else {
      return try append(0..<batch.count, of: batch)
    }
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try tape.append(start..<index, of: batch)
      start = index + 1
      switch batch[index].kind {
      // A new one: the old one's memory belongs to its document.
      case .beginDocument: tape = Tape()
      default:
        documents.append(Document(tape))
        endOfInput = nil
      }
    }
    try append(start..<batch.count, of: batch)
  }

  /// Keeps events of a document that goes on after them.
  private func append(_ range: Range<Int>, of batch: borrowing EventBatch) throws(DecantError) {
    guard let first = range.first, let last = range.last, tape.isEmpty, let endOfInput else {
      return try tape.append(range, of: batch)
    }
    let start = batch.offset(of: batch[first])
    let times = Double(endOfInput - start) / Double(max(batch.offset(of: batch[last]) - start, 1))
    // Some more than what the beginning promises, but no more than is used in vain without harm.
    try tape.append(range, of: batch, likelyToBecome: min(max(times * 1.125, 1), 1024))
  }
}
