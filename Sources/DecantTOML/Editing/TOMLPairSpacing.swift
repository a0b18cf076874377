internal import DecantCore
internal import DecantEditing

/// The spacing of a pair: what is before its key, and on both sides of the equals sign.
struct TOMLPairSpacing {
  var indent: [UInt8] = []
  var before: [UInt8] = [0x20]
  var after: [UInt8] = [0x20]
  /// The column of the equals sign, if it is the same in all pairs.
  var column: Int?

  /// The number of pairs in which an alignment is looked for.
  private static let sampleCount = 16

  init() {}

  init(ofPair node: Int, in text: TOMLEditedText) {
    let start = Int(text.nodes[node].entry)
    indent = text.lines.beginsLine(start) ? text.lines.indentation(at: start) : []
    (before, after) = text.sign(ofPair: node)
  }

  /// Creates the spacing of the pairs of a section, or of those nearest to it.
  init(ofSection section: Int, in text: TOMLEditedText) {
    let pairs = text.statements(ofSection: section).suffix(Self.sampleCount).map {
      text.statements[$0]
    }.filter { !$0.isHeader }
    guard let last = pairs.last else {
      self.init(nearSection: section, in: text)
      return
    }
    self.init(ofPair: last.node, in: text)
    var columns: Set<Int> = []
    var isPadded = false
    for pair in pairs {
      let width = text.sign(ofPair: pair.node).before.count
      isPadded = isPadded || width > 1
      let end = text.keyParts(of: pair).last?.upperBound ?? pair.start
      columns.insert(end + width - text.lines.lineStart(of: pair.start))
    }
    if columns.count == 1, isPadded { column = columns.first }
    if before.count > 1 { before = [0x20] }
  }

  private init(nearSection section: Int, in text: TOMLEditedText) {
    let near = text.statements(ofSection: section).lowerBound
    let pair =
      text.statements[..<near].last { !$0.isHeader } ?? text.statements.first { !$0.isHeader }
    let own = text.indentation(ofSection: section)
    guard let pair else {
      self.init()
      indent = own
      return
    }
    self.init(ofPair: pair.node, in: text)
    before = Array(before.prefix(1))
    after = Array(after.prefix(1))
    let outer = text.indentation(ofSection: pair.section)
    let isDeeper = section >= 0 && pair.section >= 0 && indent.starts(with: outer)
    indent = own + (isDeeper ? indent.dropFirst(outer.count) : [])
  }

  /// Creates the spacing of the pairs of a new section like another one.
  init(ofNewSectionLike section: Int, in text: TOMLEditedText) {
    self.init(ofSection: section, in: text)
    let outer = text.indentation(ofSection: section)
    column = nil
    before = Array(before.prefix(1))
    after = Array(after.prefix(1))
    if section < 0 || !indent.starts(with: outer) { indent = outer }
  }

  /// Returns the key and the equals sign with the space around it, without the indentation.
  func keyText(_ key: [UInt8]) -> [UInt8] {
    var before = before
    if let column {
      before = [UInt8](repeating: 0x20, count: max(1, column - indent.count - key.count))
    }
    return key + before + [UInt8(ascii: "=")] + after
  }
}

extension TOMLEditedText {
  /// The white space before the header of a section.
  func indentation(ofSection section: Int) -> [UInt8] {
    section < 0 ? [] : lines.indentation(at: statements[headers[section]].start)
  }
}
