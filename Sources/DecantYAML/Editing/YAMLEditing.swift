internal import DecantCore
internal import DecantEditing

/// The syntax of YAML, for edits in place: collections in brackets as in JSON, and collections in lines.
///
///     key: &a !t value # comment
///        │       └ content
///        └ sign  │
///                └ start, after the properties
struct YAMLEditing: BlockPrinter {
  var writer: Format { .yaml }
  var comments: CommentStyle { .hashes }
  var keySign: [UInt8] { Array(": ".utf8) }
  var needsSpacedSign: Bool { true }
  var usualIndentation: Indentation { .spaces(2) }
  var prefersLines: Bool { true }
  var hasBrackets: Bool { false }

  /// Returns the line up to a node or a document, and the marker, if there is one.
  func beginning(at offset: Int, in text: EditedBytes) -> [UInt8] {
    let source = SourceLines(text)
    return source.bytes(source.lineStart(of: offset)..<offset)
      + text[offset...].prefix(3).prefix { $0 == UInt8(ascii: "-") }
  }

  /// Detects the indentation of mappings, because that of sequences may be none.
  func layout(of document: EditedDocument, _ source: SourceLines) -> BracketedLayout {
    let usual = BracketedLayout(of: document, source, self)
    let tape = document.tape
    for key in 0..<min(tape.count, 10_000)
    where tape[key].isKey && tape[key].depthChange == 0 && key + 1 < tape.count {
      let value = tape.content(of: key + 1)
      guard tape[value].kind == .beginMapping, tape[value].style != .flow else { continue }
      let (outer, inner) = (document.offset(at: key), document.contentRange(of: key + 1).lowerBound)
      if let step = BracketedLayout.step(from: outer, to: inner, in: source), step.byte == 0x20,
        source.beginsLine(outer)
      {
        return BracketedLayout(indentation: step, isSpaced: usual.isSpaced)
      }
    }
    return BracketedLayout(indentation: .spaces(2), isSpaced: usual.isSpaced)
  }

  // MARK: Offsets

  func start(of document: EditedDocument, _ source: SourceLines) -> Int {
    var line = document.start
    // Directives precede the marker.
    while source.byte(at: line) == UInt8(ascii: "%") || line > document.start,
      line < document.offset(at: 0), !source.isMarker(at: line)
    {
      line = source.nextLine(after: line)
    }
    if source.isMarker(at: line) { return line + 3 }
    guard document.tape.origin > 0 else { return source.fileStart }
    // After the end of another document, the first line that is not empty.
    let first = document.comments.first?.lowerBound ?? document.offset(at: 0)
    return source.lineStart(of: min(first, document.offset(at: 0)))
  }

  func propertiesEnd(of node: Int, _ document: EditedDocument, _ source: SourceLines) -> Int {
    YAMLProperties(of: node, in: document, source).end
  }

  // MARK: Text in brackets

  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    if let old, let quoted = quoted(key, like: old) {
      let isChosen = try !needsQuotes(String(decoding: old.dropFirst().dropLast(), as: UTF8.self))
      if isChosen { return quoted }
      if try needsQuotes(key) { return quoted }
    }
    var batch = EventBatch()
    batch.append(.beginMapping)
    batch.append(.string, text: key, flags: .isKey)
    batch.append(.null)
    batch.append(.endMapping)
    let pair = try written(batch)
    return Array(pair.dropLast(": null".utf8.count))
  }

  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try document.written(try Document(copying: scalar))
  }

  func text(
    of value: Document, _ placement: Reprint.Placement, _ style: Reprint.ValueStyle,
    in reprint: Reprint
  ) throws(DecantError) -> [UInt8]? {
    let indent = (placement.indent ?? []) + [0x20, 0x20]
    return try flowText(value, indent: indent, like: style.string, in: reprint)
  }
}

/// The anchor and the tag of a node, also a tag that events leave out, as `!!str` before text.
struct YAMLProperties {
  private(set) var anchor: Range<Int>?
  private(set) var hasTag = false
  private(set) var end: Int

  init(of node: Int, in document: EditedDocument, _ source: SourceLines) {
    let content = document.contentRange(of: node).lowerBound
    // The reader may report an absent value after `? key` on the next line.
    let range = min(document.offset(at: node), content)..<content
    end = range.lowerBound
    guard !range.isEmpty else { return }
    anchor = document.annotation(.anchor, of: node)
    let tag = document.annotation(.tag, of: node)
    hasTag = tag != nil
    end = max(anchor?.upperBound ?? end, tag?.upperBound ?? end)
    guard tag == nil else { return }
    // The tag is before or after the anchor.
    for start in [range.lowerBound, document.sign(in: end..<max(end, range.upperBound), source)] {
      guard let start, source.byte(at: start) == UInt8(ascii: "!") else { continue }
      hasTag = true
      var tagEnd = start
      while tagEnd < range.upperBound, source[tagEnd] > 0x20 { tagEnd += 1 }
      end = max(end, tagEnd)
    }
  }
}

extension SourceLines {
  /// Whether bytes are the marker of a document, and not the beginning of text.
  func isMarker(at offset: Int) -> Bool {
    bytes(offset..<min(offset + 3, count)).elementsEqual("---".utf8)
      && offset == lineStart(of: offset)
      && byte(at: offset + 3).map { $0 <= 0x20 } ?? true
  }
}
