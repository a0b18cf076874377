internal import DecantCore
internal import DecantEditing

/// A limit on what the edits of a text copy: nodes and expanded aliases of the document, and what is new at several places.
///
/// Copies of copies grow exponentially. As many nodes as the text has bytes are free, since they are in proportion to it.
final class CopyBudget {
  private let limit: Int
  private var spent: Int

  init(_ options: ReadingOptions, of text: EditedBytes) {
    limit = options.maximumAliasNodes
    spent = -text.count * Copies.held.weight
  }

  func count(_ range: Range<Int>, of tape: Tape) throws(DecantError) {
    for entry in tape.entries[range] where entry.depthChange >= 0 {
      try count(textOf: entry.textRange.count)
    }
  }

  func count(textOf length: Int) throws(DecantError) {
    spent += Copies.held.cost(ofTextOf: length)
    guard spent <= limit else { throw DecantError(.tooManyCopies(limit: limit)) }
  }
}
