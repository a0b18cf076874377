/// The rules by which the text of a format is edited in place.
///
/// Edits change as few bytes as possible: comments, white space and spelling outside the affected
/// nodes are kept. New text is laid out like its siblings.
protocol EditingSyntax: Sendable {
  var writer: Format { get }

  /// Whether the rules look at other nodes than the edited ones, their ancestors, and the nodes beside these.
  ///
  /// If not, edits of a large file need little memory.
  var needsWholeDocument: Bool { get }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  /// Returns the edits that insert a child at `index`; `key` is nil in a sequence.
  func insertion(
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace,
    of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  func removal(
    of index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]

  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit]
}

extension EditingSyntax {
  /// True.
  var needsWholeDocument: Bool { true }
}

extension [UInt8] {
  func indented(by indent: [UInt8], lineEnd: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for index in indices {
      guard self[index] == 0x0A else {
        if index > 0, self[index - 1] == 0x0A { result += indent }
        result.append(self[index])
        continue
      }
      result += lineEnd
    }
    return result
  }
}

struct LayoutProblem: SpecificProblem {
  let what: String

  var message: String { "\(what) cannot be edited in place" }
}
