/// The documents of a stream, each on a tape once it is whole: for readers of documents, and for writers that need all of one.
package final class DocumentCollector {
  private var documents: [Document] = []
  private var next = 0
  private var tape = Tape()
  private var endOfInput: Int?

  package init(endOfInput: Int? = nil) {
    self.endOfInput = endOfInput
  }

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
    var start = 0
    for index in 0..<batch.count where batch[index].delimitsDocument {
      try tape.append(start..<index, of: batch)
      start = index + 1
      if batch[index].kind == .endDocument {
        documents.append(Document(tape))
        endOfInput = nil
      }
      // The old tape's memory belongs to its document.
      tape = Tape()
    }
    try append(start..<batch.count, of: batch)
  }

  private func append(_ range: Range<Int>, of batch: borrowing EventBatch) throws(DecantError) {
    guard tape.isEmpty, let endOfInput else { return try tape.append(range, of: batch) }
    let times = batch.extrapolation(of: range, inInputTo: endOfInput, atMost: 1024)
    try tape.append(range, of: batch, likelyToBecome: times)
  }
}

extension EventBatch {
  /// Returns how many times longer than a range of its events the rest of the input is likely to be.
  package func extrapolation(
    of range: Range<Int>, inInputTo endOfInput: Int, atMost limit: Double
  ) -> Double {
    guard let first = range.first, let last = range.last else { return 1 }
    let start = offset(of: self[first])
    let times = Double(endOfInput - start) / Double(max(offset(of: self[last]) - start, 1))
    // 12.5 % above the extrapolation: untouched memory costs nothing.
    return min(max(times * 1.125, 1), limit)
  }
}
