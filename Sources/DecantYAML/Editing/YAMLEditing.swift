internal import DecantCore

struct YAMLEditing: EditingSyntax {
  var writer: Format { .yaml }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = YAMLEdit(document)
    let isInFlow = edit.isInFlow(place)
    let edits =
      isInFlow
      ? try edit.flowReplacement(of: place, by: new) : try edit.blockReplacement(of: place, by: new)
    guard edits.count == 1, edit.text.isInBrackets(place.node) else { return edits }
    return edits
      + edit.text.lines.movingOpeningComment(
        after: edit.text.contentStart(of: place.node) + 1,
        before: edit.text.end(of: place.node))
  }

  func insertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = YAMLEdit(document)
    return edit.hasChildrenInFlow(collection)
      ? try edit.flowInsertion(of: new, in: collection)
      : try edit.blockInsertion(of: new, in: collection)
  }

  func removal(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = YAMLEdit(document)
    return edit.hasChildrenInFlow(collection)
      ? try edit.flowRemoval(of: indices, in: collection)
      : try edit.blockRemoval(of: indices, in: collection)
  }

  func commenting(
    _ index: Int, by lines: [String], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = YAMLEdit(document)
    let comments = lines.map { NodeComment(entered: $0) }
    let found =
      edit.hasChildrenInFlow(collection)
      ? try edit.flowCommenting(index, by: comments, in: collection)
      : edit.blockCommenting(index, by: comments, in: collection)
    guard let found else { throw document.noPlaceForComment(of: index, in: collection) }
    return [found]
  }

  func removal(
    ofCommentsAt places: [Int], in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    EditedLines(bytes: document.bytes, comments: .hashes).removal(ofCommentsAt: places)
  }

  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = YAMLEdit(document)
    guard let old = document.children(of: mapping.node)[index].key else { return [] }
    let range = edit.text.contentRange(of: old)
    let gap: [UInt8] = edit.text.endsWithName(old) && range.isEmpty ? [0x20] : []
    return [ByteEdit(range, gap + (try edit.keyText(key, like: range)))]
  }

  func anchorRemoval(
    of place: NodePlace, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = YAMLEdit(document).text
    guard let anchor = text.properties(of: place.node)?.anchor else { return [] }
    let next = text.lines.blankEnd(after: anchor.upperBound)
    let endsLine = next >= document.bytes.count || EditedLines.isLineEnd(document.bytes[next])
    let start = endsLine ? text.lines.blankStart(before: anchor.lowerBound) : anchor.lowerBound
    return [ByteEdit(start..<next)]
  }
}

struct YAMLEdit {
  let document: EditedDocument
  let text: YAMLEditedText
  let lineEnd: [UInt8]
  var lines: EditedLines { text.lines }

  init(_ document: EditedDocument) {
    self.document = document
    text = YAMLEditedText(document)
    lineEnd = document.lineEnd
  }

  enum Properties {
    /// Keeps the anchor, which aliases may refer to, and removes the tag.
    case ofNewValue
    case unchanged
  }

  func replacedStart(
    of node: Int, _ properties: Properties = .ofNewValue
  ) -> (start: Int, prefix: [UInt8]) {
    guard properties == .ofNewValue, let old = text.properties(of: node), old.hasTag else {
      return (text.contentStart(of: node), [])
    }
    return (text.start(of: node), old.anchor.map { Array(document.bytes[$0]) + [0x20] } ?? [])
  }

  func isInFlow(_ place: NodePlace) -> Bool {
    place.ancestors.contains { text.isInBrackets($0.node) }
  }

  func hasChildrenInFlow(_ collection: NodePlace) -> Bool {
    text.isInBrackets(collection.node) || isInFlow(collection)
  }

  func problem(_ what: String, at node: Int) -> DecantError {
    DecantError(.specific(LayoutProblem(what: what)), offset: text.start(of: node))
  }

  // MARK: New text

  func flowText(_ value: Document, indent: [UInt8]) throws(DecantError) -> [UInt8] {
    var options = WritingOptions()
    options.indentation = .compact
    // Only comments need more than one line.
    let list = try document.written(
      try Document(loneChild: value, forKey: nil), options, indent: indent)
    return Array(list.dropFirst().dropLast())
  }

  func keyText(_ key: String, like sibling: Range<Int>?) throws(DecantError) -> [UInt8] {
    if let sibling, let quoted = quoted(key, like: sibling) { return quoted }
    let pair = try blockText(try Document(.null), forKey: key)
    return Array(pair.dropLast(": null".utf8.count))
  }

  func quoted(_ string: String, like place: Range<Int>) -> [UInt8]? {
    guard let quote = document.bytes[place].first,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      string.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != quote && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return [quote] + string.utf8 + [quote]
  }

  func blockText(_ value: Document, forKey key: String?) throws(DecantError) -> [UInt8] {
    var options = WritingOptions()
    options.indentation = indentation
    let value = try quotingLineEnds(value).movingCommentsToBegin
    return try document.written(try Document(loneChild: value, forKey: key), options)
  }

  func tail(
    of value: Document, isMapping: Bool
  ) throws(DecantError) -> (first: [UInt8], more: [UInt8]) {
    let all = try blockText(value, forKey: isMapping ? "k" : nil).dropFirst(isMapping ? 2 : 1)
    let end = all.firstIndex { EditedLines.isLineEnd($0) } ?? all.endIndex
    let first = Array(all[..<end])
    return (first, Array(all[end...].drop { EditedLines.isLineEnd($0) }))
  }

  func moved(_ text: [UInt8], to column: Int) -> [UInt8] {
    let indent = [UInt8](repeating: 0x20, count: column)
    var result: [UInt8] = []
    var begins = true
    for byte in text {
      if begins, !EditedLines.isLineEnd(byte) { result += indent }
      begins = byte == 0x0A
      result.append(byte)
    }
    return result
  }

  private var indentation: Indentation {
    document.layout.layout { BracketedLayout(indentation: detectedIndentation, isSpaced: true) }
      .indentation
  }

  private var detectedIndentation: Indentation {
    let tape = document.tape
    for key in 0..<min(tape.count, 10_000)
    where tape[key].isKey && tape[key].depthChange == 0 && key + 1 < tape.count {
      let value = tape.content(of: key + 1)
      guard tape[value].kind == .beginMapping, tape[value].style != .flow else { continue }
      let outer = document.offset(at: key)
      if let step = BracketedLayout.step(from: outer, to: text.contentStart(of: value), in: lines),
        step.byte == 0x20, lines.beginsLine(outer)
      {
        return step
      }
    }
    return .spaces(2)
  }

  func column(of collection: Int) -> Int {
    let start = text.contentStart(of: collection)
    return start - lines.lineStart(start)
  }
}

extension Document {
  /// The document with the comments beside a collection after its beginning, because it has no bracket at its end.
  fileprivate var movingCommentsToBegin: Document {
    get throws(DecantError) {
      let (begin, end) = (tape.content(of: 0), tape.end(of: 0))
      guard end < tape.count, tape[begin].depthChange > 0, tape[begin].style != .flow,
        end > begin + 2
      else { return self }
      var result = Tape()
      try result.append(0..<begin + 1, of: tape)
      try result.append(end..<tape.count, of: tape)
      try result.append(begin + 1..<end, of: tape)
      return Document(result)
    }
  }
}

extension YAMLEditing: OutlinedSyntax {
  var hasBrackets: Bool { false }

  /// Returns the line up to a node or a document, and the marker, if there is one.
  func beginning(at place: Int, in text: EditedBytes) -> [UInt8] {
    Array(text[EditedLines(bytes: text, comments: .hashes).lineStart(place)..<place])
      + text[place...].prefix(3).prefix { $0 == UInt8(ascii: "-") }
  }
}
