internal import DecantCore
internal import DecantEditing

/// New text, by the writer of YAML.
extension YAMLEditing {
  func written(_ batch: borrowing EventBatch) throws(DecantError) -> [UInt8] {
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    var document = EventBatch()
    document.append(.beginDocument)
    var writer = YAMLWriter(WritingOptions())
    try writer.write(document, to: sink)
    try writer.write(batch, to: sink)
    document = EventBatch()
    document.append(.endDocument)
    try writer.write(document, to: sink)
    try sink.flush()
    var text = destination.bytes
    while text.last == 0x0A { text.removeLast() }
    return text
  }

  func flowText(
    _ value: Document, indent: [UInt8], like string: [UInt8]?, in reprint: Reprint
  ) throws(DecantError) -> [UInt8] {
    if let text = value.root.untaggedText, let string, try !hasOwnQuotes(value.root),
      let quoted = quoted(text, like: string)
    {
      return quoted
    }
    var options = WritingOptions()
    options.indentation = .compact
    // Only comments need more than one line.
    let list = try reprint.document.written(
      try Document(loneChild: value, forKey: nil), options, indent: indent)
    return Array(list.dropFirst().dropLast())
  }

  /// Returns nil if the text cannot be in the quotes of other bytes, or these have none.
  func quoted(_ text: String, like old: [UInt8]) -> [UInt8]? {
    guard let quote = old.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != quote && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return [quote] + text.utf8 + [quote]
  }

  func blockText(
    _ value: Document, forKey key: String?, in reprint: Reprint
  ) throws(DecantError) -> [UInt8] {
    var options = WritingOptions()
    options.indentation = reprint.layout.indentation
    let value = try quotingLineEnds(value, in: reprint).movingCommentsToBegin
    return try reprint.document.written(try Document(loneChild: value, forKey: key), options)
  }

  /// Returns a value with double quotes around texts that begin or end with empty lines, which the text around them would
  /// change, and around those that end with a line, if the file does not.
  func quotingLineEnds(_ value: Document, in reprint: Reprint) -> Document {
    let count = reprint.source.count
    let endsLine = count == 0 || SourceLines.isLineEnd(reprint.source[count - 1])
    var tape = value.tape
    tape.quoteLines { text in
      text.first == 0x0A || text.last == 0x0A && !endsLine
        || text.count > 1 && text.suffix(2).allSatisfy { $0 == 0x0A }
    }
    return Document(tape)
  }

  func moved(_ text: [UInt8], to column: Int) -> [UInt8] {
    let indent = [UInt8](repeating: 0x20, count: column)
    var result: [UInt8] = []
    var begins = true
    for byte in text {
      if begins, !SourceLines.isLineEnd(byte) { result += indent }
      begins = byte == 0x0A
      result.append(byte)
    }
    return result
  }

  // MARK: Children in lines

  func item(
    _ child: ChildChange, near sibling: Int, in spans: ChildSpans, isFollowed: Bool,
    _ reprint: Reprint
  ) throws(DecantError) -> Reprint.NewItem {
    let document = try child.newValue
    let value = try CommentedNode(document)
    let own = try document.withoutCommentsAbove
    let node = isFollowed ? own.quotingLines : own
    var key: [UInt8] = [UInt8(ascii: "-"), 0x20]
    if let name = child.key {
      let like = spans.children[sibling].key.map {
        reprint.source.bytes(reprint.document.contentRange(of: $0))
      }
      key = try text(ofKey: name, like: like, in: reprint.document) + keySign
    } else {
      let mark = reprint.source.bytes(spans.joint(before: sibling).mark)
      if mark.count > 1, mark.dropFirst().allSatisfy({ $0 == 0x20 }) { key = mark }
    }
    if let text = try lineText(node, near: sibling, in: spans, reprint) {
      return Reprint.NewItem(text: key + text, above: value.above)
    }
    var text = try blockText(node, forKey: child.key, in: reprint)
    if let name = child.key {
      text =
        key.dropLast(keySign.count)
        + text.dropFirst(try self.text(ofKey: name, like: nil, in: reprint.document).count)
    }
    return Reprint.NewItem(
      text: Array(moved(text, to: spans.column).dropFirst(spans.column)), above: value.above)
  }

  /// Returns the text of a value that is on one line like a sibling; nil if it is not.
  private func lineText(
    _ value: Document, near sibling: Int, in spans: ChildSpans, _ reprint: Reprint
  ) throws(DecantError) -> [UInt8]? {
    guard !value.hasTrivia else { return nil }
    if let text = value.root.untaggedText {
      guard try !hasOwnQuotes(value.root),
        let quote = try siblingQuote(of: text, near: sibling, in: spans, reprint)
      else {
        return nil
      }
      return quoted(text, like: quote)
    }
    let kind = value.root.kind
    guard kind.depthChange > 0 else { return nil }
    let model = spans.children(near: sibling).first { reprint.document.kind(of: $0.value) == kind }
    guard let model, !reprint.document.closingBracket(of: model.value).isEmpty,
      !reprint.document.children(of: model.value).isEmpty
    else { return nil }
    return try flowText(value, indent: [], like: nil, in: reprint)
  }

  /// Returns a string beside a new one whose quotes that has: a string that has them by choice, or by need like the new one.
  private func siblingQuote(
    of text: String, near sibling: Int, in spans: ChildSpans, _ reprint: Reprint
  ) throws(DecantError) -> [UInt8]? {
    let document = reprint.document
    let needsQuotes = try self.needsQuotes(text)
    for child in spans.children(near: sibling) where document.kind(of: child.value) == .string {
      let source = reprint.source.bytes(document.contentRange(of: child.value))
      let content = document.tape.content(of: child.value)
      guard source.first == UInt8(ascii: "\"") || source.first == UInt8(ascii: "'") else {
        if needsQuotes { continue }
        return nil
      }
      if needsQuotes { return source }
      if try !self.needsQuotes(document.tape.string(at: content)) { return source }
    }
    return nil
  }

  /// Whether a string has brought quotes that it does not need.
  private func hasOwnQuotes(_ node: Document.Node) throws(DecantError) -> Bool {
    let style = node.tape[node.tape.content(of: node.index)].style
    guard style == .singleQuoted || style == .doubleQuoted else { return false }
    return try !needsQuotes(node.text ?? "")
  }

  func needsQuotes(_ text: String) throws(DecantError) -> Bool {
    var batch = EventBatch()
    batch.append(.string, text: text)
    let first = try written(batch).first
    return first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
  }

  /// Keeps a final block scalar unchanged when a line end is appended to it.
  func prepareForLine(after end: Int, in reprint: inout Reprint) {
    let tape = reprint.document.tape
    let last = tape.entries.indices.last {
      tape[$0].depthChange == 0 && !tape[$0].isAnnotation
        && reprint.document.offset(at: $0) < end
    }
    guard let last, [.literal, .folded].contains(tape[last].style),
      tape.text[tape.textRange(at: last)].last != 0x0A
    else { return }
    let start = reprint.document.contentRange(of: last).lowerBound + 1
    var header = start..<start
    while header.upperBound < reprint.source.count, reprint.source[header.upperBound] > 0x20 {
      header = start..<header.upperBound + 1
    }
    let signs = reprint.source.bytes(header)
    guard start >= reprint.out.position, !signs.contains(UInt8(ascii: "-")) else { return }
    let keep = signs.firstIndex(of: UInt8(ascii: "+")).map { start + $0 }
    reprint.out.copy(to: keep ?? start)
    reprint.out.write([UInt8(ascii: "-")])
    if let keep { reprint.out.skip(to: keep + 1) }
  }
}

extension Document {
  /// The document with double quotes around texts of several lines.
  var quotingLines: Document {
    var tape = tape
    tape.quoteLines()
    return Document(tape)
  }

  fileprivate var withoutCommentsAbove: Document {
    get throws(DecantError) {
      let content = tape.content(of: 0)
      var result = Tape()
      try result.append((0..<content).filter { !tape[$0].event.isTrivia }, of: tape)
      try result.append(content..<tape.count, of: tape)
      return Document(result)
    }
  }

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

extension Document.Node {
  var untaggedText: String? { kind == .string && tag == nil && anchor == nil ? text : nil }

  var isFilledCollection: Bool {
    elements.contains { _ in true } || pairs.contains { _ in true }
  }
}
