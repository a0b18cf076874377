internal import DecantCore

/// A YAML document that is edited, and the positions of its nodes.
///
///     key: &a !t value # comment
///     │  │└ properties  │
///     │  └ slot         └ end
///     └ start of the child
///
/// Events store only where nodes begin: brackets, quotes, indentation or the text of a plain string show the end.
struct YAMLEditedText {
  let document: EditedDocument
  let lines: EditedLines

  init(_ document: EditedDocument) {
    self.document = document
    lines = EditedLines(bytes: document.bytes, comments: .hashes)
  }

  var bytes: EditedBytes { document.bytes }
  var tape: Tape { document.tape }

  func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  private func entry(_ node: Int) -> Tape.Entry { tape[tape.content(of: node)] }

  func start(of node: Int) -> Int { min(document.offset(at: node), bytes.count) }

  // MARK: Properties

  struct Properties {
    var anchor: Range<Int>?
    var hasTag = false
    var end: Int
  }

  /// Finds also tags that only repeat the type, such as `!!str` before text, and are not on the tape.
  func properties(of node: Int) -> Properties? {
    let entries = node..<tape.content(of: node)
    let hasAnchor = entries.contains { tape[$0].kind == .anchor }
    let hasTag = entries.contains { tape[$0].kind == .tag }
    let mayHaveTag = hasTag || !beginsWithChild(node)
    var found = Properties(end: start(of: node))
    var place = found.end
    while true {
      let begin = place
      switch byte(begin) {
      case UInt8(ascii: "&") where hasAnchor && found.anchor == nil:
        place = nameEnd(begin)
        found.anchor = begin..<place
      case UInt8(ascii: "!")
      where !found.hasTag && mayHaveTag && (hasTag || !lines.hasLineEnd(found.end..<begin)):
        place = nameEnd(begin)
        found.hasTag = true
      default:
        return found.anchor != nil || found.hasTag ? found : nil
      }
      found.end = place
      place = lines.token(from: place, before: bytes.count)
    }
  }

  /// Returns whether the first child begins where the collection does, as in `[a]: b`.
  private func beginsWithChild(_ node: Int) -> Bool {
    let content = tape.content(of: node)
    return tape[content].depthChange > 0 && tape[content + 1].depthChange >= 0
      && start(of: content + 1) == start(of: node)
  }

  private func nameEnd(_ place: Int) -> Int {
    var end = place
    if byte(place) == UInt8(ascii: "!"), byte(place + 1) == UInt8(ascii: "<") {
      end = bytes[place...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
    }
    while end < bytes.count, bytes[end] > 0x20, !YAMLScanner.isFlowIndicator(bytes[end]) {
      end += 1
    }
    return end
  }

  func contentStart(of node: Int) -> Int {
    guard let end = properties(of: node)?.end else { return start(of: node) }
    if isEmpty(node, at: end) { return end }
    return lines.token(from: end, before: bytes.count)
  }

  func contentRange(of node: Int, isInFlow: Bool) -> Range<Int> {
    let start = contentStart(of: node)
    return start..<max(start, end(of: node, isInFlow: isInFlow))
  }

  func endsWithName(_ node: Int) -> Bool {
    entry(node).kind == .alias || isEmpty(node) && properties(of: node) != nil
  }

  func isEmpty(_ node: Int) -> Bool {
    isEmpty(node, at: properties(of: node)?.end ?? start(of: node))
  }

  private func isEmpty(_ node: Int, at place: Int) -> Bool {
    let entry = entry(node)
    switch entry.kind {
    case .string:
      return entry.textRange.isEmpty && (entry.style == .plain || entry.style == .any)
    case .null:
      let text = bytes[lines.token(from: place, before: bytes.count)...]
      return !["~", "null", "Null", "NULL"].contains { text.starts(with: $0.utf8) }
    default:
      return false
    }
  }

  // MARK: Ends

  /// Returns whether the collection is in brackets; false for `[a]: b`.
  func isInBrackets(_ node: Int) -> Bool {
    let content = tape.content(of: node)
    guard tape[content].depthChange > 0 else { return false }
    let start = contentStart(of: node)
    let first = byte(start)
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return tape[content + 1].depthChange < 0 || self.start(of: content + 1) > start
  }

  func end(of node: Int, isInFlow: Bool) -> Int {
    let start = contentStart(of: node)
    guard !document.isCollection(node) else { return collectionEnd(node, start, isInFlow) }
    guard !isEmpty(node) else { return start }
    switch byte(start) {
    case UInt8(ascii: "\""): return lines.quotedEnd(start)
    case UInt8(ascii: "'"): return singleQuotedEnd(start)
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return isInFlow ? start : blockEnd(start, of: node)
    default: break
    }
    let isText = entry(node).kind == .string
    return isText ? plainTextEnd(start, of: node) : plainEnd(start, isInFlow)
  }

  private func collectionEnd(_ node: Int, _ start: Int, _ isInFlow: Bool) -> Int {
    let isFlow = isInBrackets(node)
    var place = isFlow ? start + 1 : start
    if let last = lastChild(of: node) {
      place = end(of: last, in: node, isInFlow: isFlow || isInFlow)
    }
    guard isFlow else { return place }
    while place < bytes.count {
      place = lines.token(from: place, before: bytes.count)
      if place >= bytes.count { break }
      place += 1
      if bytes[place - 1] == UInt8(ascii: "]") || bytes[place - 1] == UInt8(ascii: "}") { break }
    }
    return place
  }

  /// Searches from the end, to avoid visiting the other children.
  private func lastChild(of node: Int) -> EditedDocument.Child? {
    let close = tape.end(of: node) - 1
    guard close > tape.content(of: node) + 1 else { return nil }
    func nodeStart(before end: Int) -> Int {
      var start = tape[end - 1].depthChange < 0 ? tape.partner(of: end - 1) : end - 1
      while tape[start - 1].isAnnotation { start -= 1 }
      return start
    }
    let value = nodeStart(before: close)
    return document.isMapping(node)
      ? EditedDocument.Child(key: nodeStart(before: value), value: value)
      : EditedDocument.Child(key: nil, value: value)
  }

  func end(of child: EditedDocument.Child, in node: Int, isInFlow: Bool) -> Int {
    let value = end(of: child.value, isInFlow: isInFlow)
    guard let key = child.key else { return value }
    let keyEnd = end(of: key, isInFlow: isInFlow)
    return max(value, colonEnd(after: keyEnd) ?? keyEnd)
  }

  func colonEnd(after keyEnd: Int) -> Int? {
    let place = lines.token(from: keyEnd, before: bytes.count)
    return byte(place) == UInt8(ascii: ":") ? place + 1 : nil
  }

  private func singleQuotedEnd(_ start: Int) -> Int {
    var end = start + 1
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "'") {
        guard byte(end + 1) == UInt8(ascii: "'") else { return end + 1 }
        end += 1
      }
      end += 1
    }
    return bytes.count
  }

  /// Finds the end by comparing the text, in which a line end is a space, and several are line feeds.
  private func plainTextEnd(_ start: Int, of node: Int) -> Int {
    let text = tape.text[tape.textRange(at: tape.content(of: node))]
    var place = start
    var rest = text[...]
    while let next = rest.first, place < bytes.count {
      let isText: (UInt8) -> Bool = { !EditedLines.isBlank($0) && !EditedLines.isLineEnd($0) }
      let end = bytes[place...].firstIndex(where: isText) ?? bytes.count
      if lines.hasLineEnd(place..<end) {
        rest = next == 0x20 ? rest.dropFirst() : rest.drop { $0 == 0x0A }
        place = end
        continue
      }
      guard bytes[place] == next else { break }
      place += 1
      rest = rest.dropFirst()
    }
    return place
  }

  private func plainEnd(_ start: Int, _ isInFlow: Bool) -> Int {
    var place = start
    while place < bytes.count, !EditedLines.isLineEnd(bytes[place]) {
      if bytes[place] == UInt8(ascii: ":") {
        let next = byte(place + 1)
        if next <= 0x20 || isInFlow && YAMLScanner.isFlowIndicator(next) { break }
      }
      if isInFlow, YAMLScanner.isFlowIndicator(bytes[place]) { break }
      if lines.commentEnd(place) != nil { break }
      place += 1
    }
    while place > start, EditedLines.isBlank(bytes[place - 1]) { place -= 1 }
    return place
  }

  // MARK: Block scalars

  func blockScalar(before place: Int) -> (indicator: Int, endsLine: Bool)? {
    let last = tape.entries.indices.last {
      tape[$0].depthChange == 0 && !tape[$0].isAnnotation && document.offset(at: $0) < place
    }
    guard let content = last, [.literal, .folded].contains(tape[content].style) else { return nil }
    var node = content
    while node > 0, tape[node - 1].isAnnotation { node -= 1 }
    return (contentStart(of: node), tape.text[tape.textRange(at: content)].last == 0x0A)
  }

  private func blockEnd(_ start: Int, of node: Int) -> Int {
    var header = start + 1
    var keepsLines = false
    var hasDigit = false
    while byte(header) > 0x20, byte(header) != UInt8(ascii: "#") {
      if byte(header) == UInt8(ascii: "+") { keepsLines = true }
      if HexDigit.value(byte(header)) != nil { hasDigit = true }
      header += 1
    }
    guard let rest = lines.rest(from: header) else { return header }
    let content = tape.text[tape.textRange(at: tape.content(of: node))]
    var emptyLines = content.prefix { $0 == 0x0A }.count
    var end = header
    var indentation: Int?
    var line = rest.next
    // Empty lines belong to the scalar only with `+`, or before a line with text.
    while line < bytes.count {
      let text = bytes[line...].firstIndex { $0 != 0x20 } ?? bytes.count
      let lineEnd = lines.endOfLine(line)
      let width = text - line
      if hasDigit, emptyLines == 0, !content.isEmpty, indentation == nil {
        // Spaces of the first line in excess of the indentation begin the text.
        let spaces = content.drop { $0 == 0x0A }.prefix { $0 == 0x20 }.count
        indentation = max(width - spaces, 0)
      }
      // More spaces than the indentation are text.
      let isEmpty = text == lineEnd && indentation.map { width <= $0 } ?? true
      if !isEmpty {
        let known = indentation ?? width
        indentation = known
        // A line that is not blank follows a text of line breaks and spaces.
        let isInText = content.contains { $0 != 0x0A && (text == lineEnd || $0 != 0x20) }
        guard width >= known, !isMarker(line), known > 0 || node == 0, isInText else { break }
      }
      if !isEmpty || keepsLines { end = lineEnd }
      emptyLines -= 1
      line = lines.afterLineEnd(lineEnd) ?? bytes.count
    }
    return end
  }

  private func isMarker(_ line: Int) -> Bool {
    let text = bytes[line...]
    guard text.starts(with: "---".utf8) || text.starts(with: "...".utf8) else { return false }
    return byte(line + 3) <= 0x20
  }
}
