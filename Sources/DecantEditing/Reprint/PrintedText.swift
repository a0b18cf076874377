internal import DecantCore

/// A changed text as it is printed from its beginning: what is copied of the old one, and what is new in between.
///
///     old     │ { "a": 1, "b": 2 }
///     printed │ { "a": │ 10 │ , "b": 2 }       copy(to: 7), write("10"), skip(to: 8); the rest is copied
package struct PrintedText {
  private let source: SourceLines
  /// How much of the old text has been copied or skipped.
  package private(set) var position = 0
  private var copied = 0
  private var new: [UInt8] = []
  private var finished: [ByteEdit] = []

  package init(_ source: SourceLines) {
    self.source = source
  }

  package mutating func copy(to end: Int) {
    guard end > position else { return }
    finishEdit()
    position = end
    copied = end
  }

  package mutating func skip(to end: Int) { position = max(position, end) }

  package mutating func write(_ bytes: some Sequence<UInt8>) { new += bytes }

  private mutating func finishEdit() {
    defer { new = [] }
    guard position > copied || !new.isEmpty else { return }
    // Bytes that are written as they were are not an edit.
    if new.count == position - copied, source.bytes(copied..<position) == new { return }
    finished.append(ByteEdit(copied..<position, new))
  }

  /// Whether the printed text is empty, but for a byte-order mark.
  package var isEmpty: Bool { new.isEmpty && copied <= source.fileStart }

  /// Whether what has been printed ends with a line, or is empty.
  package var endsLine: Bool {
    if let last = new.last { return SourceLines.isLineEnd(last) }
    if copied <= source.fileStart { return true }
    return SourceLines.isLineEnd(source[copied - 1])
  }

  package mutating func edits() -> [ByteEdit] {
    finishEdit()
    copied = position
    return finished
  }
}
