/// The lines in which two texts differ, of which one has several.
package struct ChangedLines {
  package private(set) var lines: [(isNew: Bool, text: String)] = []

  package init?(_ old: String, _ new: String) {
    let texts = NumberedLines([Array(old.utf8), Array(new.utf8)]).texts
    guard texts.contains(where: { $0.numbers.count > 1 }) else { return nil }
    let alignment = SequenceAlignment(texts[0].numbers[...], texts[1].numbers[...])
    for change in alignment.changes {
      for line in change.old { add(texts[0][line..<line + 1], isNew: false) }
      for line in change.new { add(texts[1][line..<line + 1], isNew: true) }
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, isNew: Bool) {
    let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
    lines.append((isNew, String(decoding: text, as: UTF8.self)))
  }
}
