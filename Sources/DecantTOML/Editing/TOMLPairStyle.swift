internal import DecantCore

/// The layout of a pair: what is before its key, and on both sides of the equals sign.
struct TOMLPairStyle {
  var indent: [UInt8] = []
  var before: [UInt8] = [0x20]
  var after: [UInt8] = [0x20]
  /// The column of the equals sign, if it is the same in all pairs.
  var column: Int?

  /// The number of pairs in which an alignment is looked for.
  private static let sampleCount = 16

  init() {}

  /// Creates the style of the pair whose key begins at `start`.
  init(ofPairAt start: Int, in text: TOMLEditedText) {
    guard let last = text.keyParts(from: start).last else { return }
    let lines = text.lines
    indent = lines.beginsLine(start) ? lines.indentation(at: start) : []
    let sign = lines.blankEnd(after: last.upperBound)
    guard sign < text.bytes.count else { return }
    before = Array(text.bytes[last.upperBound..<sign])
    after = Array(text.bytes[sign + 1..<lines.blankEnd(after: sign + 1)])
  }

  private static func column(ofPairAt start: Int, in text: TOMLEditedText) -> Int {
    let keyEnd = text.keyParts(from: start).last?.upperBound ?? start
    return text.lines.blankEnd(after: keyEnd) - text.lines.lineStart(start)
  }

  /// Creates the style of the pairs of a section, or of those nearest to it.
  init(ofSection section: Int, in text: TOMLEditedText) {
    let pairs = text.statements(ofSection: section).suffix(Self.sampleCount).filter {
      !text.statements[$0].isHeader
    }
    guard let last = pairs.last else {
      self.init(nearSection: section, in: text)
      return
    }
    self.init(ofPairAt: text.statements[last].start, in: text)
    let columns = Set(pairs.map { Self.column(ofPairAt: text.statements[$0].start, in: text) })
    let isPadded = pairs.contains { index in
      Self(ofPairAt: text.statements[index].start, in: text).before.count > 1
    }
    if columns.count == 1, isPadded { column = columns.first }
    if before.count > 1 { before = [0x20] }
  }

  private init(nearSection section: Int, in text: TOMLEditedText) {
    let near = text.statements(ofSection: section).lowerBound
    let pair =
      text.statements[..<near].last { !$0.isHeader } ?? text.statements.first { !$0.isHeader }
    let own = section < 0 ? [] : text.lines.indentation(at: text.statements[near].start)
    guard let pair else {
      self.init()
      indent = own
      return
    }
    self.init(ofPairAt: pair.start, in: text)
    if before.count > 1 { before = [0x20] }
    if after.count > 1 { after = [0x20] }
    let outer =
      pair.section < 0
      ? [] : text.lines.indentation(at: text.statements[text.headers[pair.section]].start)
    let isDeeper = section >= 0 && pair.section >= 0 && indent.starts(with: outer)
    indent = own + (isDeeper ? indent.dropFirst(outer.count) : [])
  }

  /// Returns the key and the equals sign with the space around it, without the indentation.
  func keyText(_ key: [UInt8]) -> [UInt8] {
    var gap = before
    if let column {
      gap = [UInt8](repeating: 0x20, count: max(1, column - indent.count - key.count))
    }
    return key + gap + [UInt8(ascii: "=")] + after
  }
}
