/// Documents on one tape, and where each ends.
package struct DocumentGroup: Sendable {
  package let tape: Tape
  package let ends: [Int]
}

/// The documents of a stream, or the elements of their sequences, in groups: those that one batch makes whole.
///
/// With a tape and a decoding session for each, decoding small documents one by one took twice the time.
package final class DocumentGatherer {
  private let areElements: Bool
  private var groups: [DocumentGroup] = []
  private var tape = Tape()
  /// The number of open collections, of which the sequence of the elements is the first.
  private var depth = 0
  private var endOfInput: Int?

  package init(elements areElements: Bool, endOfInput: Int? = nil) {
    self.areElements = areElements
    self.endOfInput = endOfInput
  }

  package func take() -> DocumentGroup? {
    groups.isEmpty ? nil : groups.removeFirst()
  }

  package func add(_ batch: borrowing EventBatch) throws(DecantError) {
    let ends = areElements ? try addElements(batch) : try addDocuments(batch)
    guard let end = ends.last else { return }
    endOfInput = nil
    var rest = Tape()
    if end < tape.count {
      try rest.append(end..<tape.count, of: tape)
      tape.truncate(to: end, in: -1)
    }
    groups.append(DocumentGroup(tape: tape, ends: ends))
    tape = rest
  }

  /// Returns where documents end on the tape.
  private func addDocuments(_ batch: borrowing EventBatch) throws(DecantError) -> [Int] {
    let beginsDocument = batch.count > 0 && batch[0].kind == .beginDocument
    // What is there then is of a record that has been left out.
    if beginsDocument { tape = Tape() }
    let (start, first) = (tape.count, beginsDocument ? 1 : 0)
    try append(first..<batch.count, of: batch)
    // Most batches of a large document have no mark.
    guard let mark = (first..<batch.count).first(where: { batch[$0].delimitsDocument }) else {
      return []
    }
    return tape.removeDocumentMarks(from: start + mark - first)
  }

  /// Returns where elements end on the tape.
  private func addElements(_ batch: borrowing EventBatch) throws(DecantError) -> [Int] {
    var ends: [Int] = []
    var (start, next, depth) = (0, 0, depth)
    while true {
      let index = batch.endOfRun(from: next, deeperThan: 1, &depth)
      guard index < batch.count else { break }
      next = index + 1
      let event = batch[index]
      let level = min(depth, depth &+ event.depthChange)
      depth &+= event.depthChange
      if level == 0 || event.isTrivia {
        guard
          event.kind == .beginSequence || event.kind == .endSequence || event.delimitsDocument
            || event.isAnnotation || event.isTrivia
        else {
          throw DecantError(.notASequence, offset: batch.offset(of: event))
        }
        try append(start..<index, of: batch)
        start = next
      } else if depth == 1, !event.isAnnotation {
        ends.append(tape.count + index + 1 - start)
      }
    }
    self.depth = depth
    try append(start..<batch.count, of: batch)
    return ends
  }

  private func append(_ range: Range<Int>, of batch: borrowing EventBatch) throws(DecantError) {
    guard tape.isEmpty, let endOfInput else { return try tape.append(range, of: batch) }
    let times = batch.extrapolation(of: range, inInputTo: endOfInput, atMost: 1024)
    try tape.append(range, of: batch, likelyToBecome: times)
  }
}
