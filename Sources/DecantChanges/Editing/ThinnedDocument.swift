internal import DecantCore
internal import DecantEditing

/// A large document without what its edits do not need.
///
/// It is edited in place of the document: its bytes are read into memory, changed, and verified as those of a small document
/// are. Then the same changes are made in the document. Both results read alike:
///
/// 1. The reader has accepted what is left out, because it has read all of the document.
/// 2. How a reader continues where a child begins depends only on the open collections, on their keys, and in formats of lines
///    on what is before the child on its line. All of this is the same on both sides of what is left out.
/// 3. No new key is equal to one that is left out: a path leads to each new key, and children on a path stay.
///
/// What is left out goes only with a node that goes, or the edit is refused: an edit that takes too much would not be seen in
/// the thinned.
struct ThinnedDocument {
  let text: EditedBytes
  let gaps: [Int: DocumentGap]
  let documentCount: Int
  private let whole: EditedBytes
  /// The offsets of the text at which something is left out, ascending, and the number of bytes of that.
  private var omissions: [(offset: Int, count: Int)] = []

  /// Smaller documents are edited as they are.
  static let smallestText = 1 << 20
  static let shortestOmission = 1 << 12

  /// Creates the thinned of a document, unless most of it is needed.
  init?(
    _ whole: EditedBytes, without finder: Thinning, atLeast least: Int? = nil
  ) throws(DecantError) {
    let omitted = finder.omissions.reduce(0) { $0 + $1.count }
    guard omitted > least ?? whole.count / 2 else { return nil }
    self.whole = whole
    documentCount = finder.documentCount
    var gaps: [Int: DocumentGap] = [:]
    var shift = 0
    for range in finder.omissions {
      omissions.append((range.lowerBound - shift, range.count))
      shift += range.count
      if let gap = finder.gaps[range.upperBound] { gaps[range.upperBound - shift] = gap }
    }
    self.gaps = gaps
    text = try EditedBytes(reading: whole.makeSource(without: finder.omissions))
  }

  /// Returns the document after edits of the text.
  func applying(
    _ edits: [ByteEdit], leaving: [Range<Int>]
  ) throws(DecantError) -> EditedBytes {
    var replacement = EditedBytes.Replacement(of: whole)
    var rest = omissions[...]
    var nodes = leaving.sorted { $0.lowerBound < $1.lowerBound }[...]
    /// The number of bytes left out before the edit.
    var omitted = 0
    for edit in edits {
      while let next = rest.first, next.offset <= edit.range.lowerBound {
        omitted += next.count
        rest.removeFirst()
      }
      let start = edit.range.lowerBound + omitted
      while let next = rest.first, next.offset < edit.range.upperBound {
        while let node = nodes.first, node.upperBound <= next.offset { nodes.removeFirst() }
        guard let node = nodes.first, node.lowerBound < next.offset else {
          throw DecantError(.unverified)
        }
        omitted += next.count
        rest.removeFirst()
      }
      let end = max(start, edit.range.upperBound + omitted)
      guard try replacement.apply(ByteEdit(start..<end, edit.bytes)) else {
        throw DecantError(.unverified)
      }
    }
    return replacement.finish()
  }

  /// Returns the offset in the document of a position in the text.
  func offset(at position: Int) -> Int {
    omissions.reduce(position) { $1.offset <= position ? $0 + $1.count : $0 }
  }
}

/// A run of children that is not in memory.
struct DocumentGap: Sendable {
  let count: Int
  /// Whether their values are all strings.
  let holdsOnlyText: Bool
}
