internal import DecantCore
internal import Synchronization

/// The text of the value that was written last, because an edit often writes the same value in many places.
final class WrittenText: Sendable {
  private struct Last {
    let document: Document
    let indentation: Indentation?
    let text: [UInt8]
  }

  private let last = Mutex<Last?>(nil)

  /// Precondition: `write` depends only on the document and the options.
  func text(
    of document: Document, _ options: WritingOptions,
    _ write: () throws(DecantError) -> [UInt8]
  ) throws(DecantError) -> [UInt8] {
    guard options.hasOnlyIndentation else { return try write() }
    let known = last.withLock { last in
      last.flatMap { last in
        last.indentation == options.indentation && last.document.tape.isIdentical(to: document.tape)
          ? last.text : nil
      }
    }
    if let known { return known }
    let text = try write()
    last.withLock { $0 = Last(document: document, indentation: options.indentation, text: text) }
    return text
  }
}
