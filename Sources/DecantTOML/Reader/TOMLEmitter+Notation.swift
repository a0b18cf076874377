internal import DecantCore

/// The notation of lines and brackets, for a writer of TOML: what is between tokens, and how keys are written. Only what
/// a writer would write in another way is emitted.
extension TOMLEmitter {
  /// Appends the notation of the document itself.
  mutating func appendNotation(
    _ tree: borrowing TOMLTree, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    if let lineEnd = bytes.firstIndex(of: 0x0A, in: 0..<end), lineEnd > 0 {
      hasCRLF = bytes.byte(at: lineEnd - 1) == 0x0D
    }
    let start = tree.lines.isEmpty ? tree.endOfLines : Int(tree.lines[0].lead)
    let notation = TOMLNotation(
      indentation: tree.indentation(bytes), hasCRLF: hasCRLF,
      head: spacing(start..<tree.endOfHead(from: start), bytes),
      end: spacing(tree.endOfLines..<end, bytes))
    var text = Notation.Builder()
    notation.append(to: &text)
    text.emit(to: &batch)
  }

  private func append(
    spacing range: Range<Int>, _ bytes: RawSpan, to notation: inout Notation.Builder
  ) {
    notation.appendPart { TOMLSpacing.append(range, of: bytes, hasCRLF: hasCRLF, to: &$0) }
  }

  private func spacing(_ range: Range<Int>, _ bytes: RawSpan) -> [UInt8] {
    var text = Buffer<UInt8>()
    TOMLSpacing.append(range, of: bytes, hasCRLF: hasCRLF, to: &text)
    return text.withBytes { [UInt8]($0) }
  }

  // MARK: Lines

  /// Appends the notation of the line or pair that the node begins, if it begins one.
  @inline(never)
  func recordLine(
    of node: Int32, _ tree: borrowing TOMLTree, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let item = tree.nodes[Int(node)]
    switch item.kind {
    case .table where !item.traits.contains(.hasHeader): return
    case .table, .tables:
      // The header of the first element precedes the key of the sequence.
      let isFirst =
        !item.traits.contains(.isKeyed) && tree.nodes[Int(item.parent)].first == node
      if !isFirst { recordHeader(node, item, tree, bytes, &batch) }
    default:
      if item.traits.contains(.isKeyed) { recordPair(node, item, tree, bytes, &batch) }
    }
  }

  private func recordHeader(
    _ node: Int32, _ header: TOMLNode, _ tree: borrowing TOMLTree, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) {
    let line = tree.line(at: Int(header.start))
    let lead = lead(ofLine: line, tree)
    let tail = Int(header.end)..<TOMLLines.next(after: Int(header.end), bytes, before: end)
    var path = tree.way(to: node).filter { tree.isKeyed($0) }
    let isUsual =
      isUsual(lead: lead, isFirst: line == 0, bytes) && isUsual(tail: tail, bytes)
      && tree.isUsual(header: header.value, path, bytes)
    guard !isUsual else { return }
    append(
      lead: lead, key: header.value, sign: header.value.upperBound..<header.value.upperBound,
      tail: tail, path: &path, tree, bytes, &batch)
  }

  private func recordPair(
    _ node: Int32, _ pair: TOMLNode, _ tree: borrowing TOMLTree, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) {
    let start = Int(pair.start)
    var equals = start - 1
    while bytes.byte(at: equals) != UInt8(ascii: "=") { equals -= 1 }
    var keyEnd = equals
    while [0x20, 0x09].contains(bytes.byte(at: keyEnd - 1)) { keyEnd -= 1 }
    let key = Int(pair.entry)..<keyEnd
    var path = tree.way(to: node) { $0.kind == .table && !$0.traits.contains(.hasHeader) }
    let isInBraces = tree.nodes[Int(tree.nodes[Int(path[0])].parent)].kind == .inlineTable
    var lead = 0..<0
    var tail = 0..<0
    var isUsual =
      path.count == 1 && pair.isSpelled(at: key, bytes)
      && start - keyEnd == 3 && bytes.byte(at: keyEnd) == 0x20
      && bytes.byte(at: keyEnd + 1) == UInt8(ascii: "=") && bytes.byte(at: keyEnd + 2) == 0x20
    if !isInBraces {
      let line = tree.line(at: key.lowerBound)
      lead = self.lead(ofLine: line, tree)
      tail = Int(pair.end)..<TOMLLines.next(after: Int(pair.end), bytes, before: end)
      isUsual =
        isUsual && self.isUsual(lead: lead, isFirst: line == 0, bytes)
        && self.isUsual(tail: tail, bytes)
    }
    guard !isUsual else { return }
    append(
      lead: lead, key: key, sign: keyEnd..<start, tail: tail, path: &path, tree, bytes, &batch)
  }

  private func append(
    lead: Range<Int>, key: Range<Int>, sign: Range<Int>, tail: Range<Int>, path: inout [Int32],
    _ tree: borrowing TOMLTree, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    var notation = Notation.Builder()
    notation.begin(.line)
    append(spacing: lead, bytes, to: &notation)
    notation.append(part: bytes.extracting(key))
    notation.append(part: bytes.extracting(sign))
    append(spacing: tail, bytes, to: &notation)
    for node in path { tree.withKey(of: node, bytes) { notation.append(part: $0) } }
    notation.emit(at: key.lowerBound, to: &batch)
  }

  private func lead(ofLine line: Int, _ tree: borrowing TOMLTree) -> Range<Int> {
    let start = Int(tree.lines[line].lead)
    return (line == 0 ? tree.endOfHead(from: start) : start)..<Int(tree.lines[line].start)
  }

  /// Whether the lines before a pair or header are its comments, in the first column, and blank lines; a writer drops the
  /// blank lines at the beginning of a document.
  private func isUsual(lead: Range<Int>, isFirst: Bool, _ bytes: RawSpan) -> Bool {
    var p = lead.lowerBound
    while p < lead.upperBound {
      guard !isFirst else { return false }
      let content = TOMLLines.endOfContent(from: p, bytes, before: lead.upperBound)
      guard content == p || bytes.byte(at: p) == UInt8(ascii: "#") else { return false }
      guard isUsual(lineEndAt: content, bytes) else { return false }
      p = content + (hasCRLF ? 2 : 1)
    }
    return true
  }

  /// Whether a line ends with its value, or with spaces and a comment.
  private func isUsual(tail: Range<Int>, _ bytes: RawSpan) -> Bool {
    var p = tail.lowerBound
    while p < tail.upperBound, bytes.byte(at: p) == 0x20 { p += 1 }
    guard p < tail.upperBound else { return false }
    if bytes.byte(at: p) == UInt8(ascii: "#") {
      guard Event.Flags.spaces(p - tail.lowerBound).gap > 0 else { return false }
      p = TOMLLines.endOfContent(from: p, bytes, before: tail.upperBound)
    } else if p > tail.lowerBound {
      return false
    }
    return isUsual(lineEndAt: p, bytes)
  }

  private func isUsual(lineEndAt p: Int, _ bytes: RawSpan) -> Bool {
    p < end && bytes.byte(at: p) == (hasCRLF ? 0x0D : 0x0A)
  }

  // MARK: Brackets

  /// Appends the notation of an array or of a table in braces, unless it is on one line with usual spaces.
  @inline(never)
  mutating func recordBrackets(
    of node: Int32, _ tree: borrowing TOMLTree, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let collection = tree.nodes[Int(node)]
    guard collection.kind == .array || collection.kind == .inlineTable else { return }
    let isMapping = collection.kind == .inlineTable
    var notation = Notation.Builder()
    notation.begin(.brackets)
    var isUsual = lineBreak(from: collection.value.lowerBound, bytes) >= collection.value.upperBound
    var p = Int(collection.start) + 1
    let items = tree.items(of: node)
    for (index, item) in items.enumerated() {
      let item = tree.nodes[Int(item)]
      let start = Int(item.traits.contains(.isKeyed) ? item.entry : item.start)
      isUsual =
        isUsual
        && (index > 0
          ? bytes.isSpacedComma(p..<start)
          : start - p == (isMapping ? 1 : 0) && (!isMapping || bytes.byte(at: p) == 0x20))
      append(spacing: p..<start, bytes, to: &notation)
      p = Int(item.end)
    }
    let close = Int(collection.end) - 1
    let closeWidth = isMapping && !items.isEmpty ? 1 : 0
    isUsual =
      isUsual && close - p == closeWidth && (closeWidth == 0 || bytes.byte(at: p) == 0x20)
    guard !isUsual else { return }
    append(spacing: p..<close, bytes, to: &notation)
    notation.emit(at: Int(collection.start), to: &batch)
  }

  /// Returns where the next line feed is, or the end; brackets in brackets ask for the same one.
  private mutating func lineBreak(from start: Int, _ bytes: RawSpan) -> Int {
    if start < freeOfLineBreaks.lowerBound || start > freeOfLineBreaks.upperBound {
      freeOfLineBreaks = start..<(bytes.firstIndex(of: 0x0A, in: start..<end) ?? end)
    }
    return freeOfLineBreaks.upperBound
  }
}

extension RawSpan {
  fileprivate func isSpacedComma(_ range: Range<Int>) -> Bool {
    range.count == 2 && byte(at: range.lowerBound) == UInt8(ascii: ",")
      && byte(at: range.lowerBound + 1) == 0x20
  }
}

extension TOMLNode {
  /// Whether the key alone is at `source`, and is written there as its source has it.
  fileprivate func isSpelled(at source: Range<Int>, _ bytes: RawSpan) -> Bool {
    guard !traits.contains(.hasDecodedKey) else { return false }
    if key == source { return TOMLParser.isBare(bytes.byte(at: source.lowerBound)) }
    return key == source.lowerBound + 1..<source.upperBound - 1
  }
}

extension TOMLTree {
  /// Returns where the comments about the document end.
  fileprivate func endOfHead(from start: Int) -> Int {
    var end = start
    var index = firstTrivia(of: Self.root)
    while index >= 0 {
      if trivia[Int(index)].placement == .head { end = Int(trivia[Int(index)].end) }
      index = trivia[Int(index)].next
    }
    return end
  }

  /// Whether a header has no spaces, and its keys are written as where they were defined.
  fileprivate func isUsual(header: Range<Int>, _ path: [Int32], _ bytes: RawSpan) -> Bool {
    let width = bytes.byte(at: header.lowerBound + 1) == UInt8(ascii: "[") ? 2 : 1
    var p = header.lowerBound + width
    for (index, node) in path.enumerated() {
      let part = nodes[Int(node)]
      guard !part.traits.contains(.hasDecodedKey) else { return false }
      if index > 0 {
        guard bytes.byte(at: p) == UInt8(ascii: ".") else { return false }
        p += 1
      }
      var key = part.key
      if part.isQuoted(bytes) { key = key.lowerBound - 1..<key.upperBound + 1 }
      guard p + key.count <= header.upperBound - width,
        bytes.extracting(p..<p + key.count).isEqual(to: bytes.extracting(key))
      else { return false }
      p += key.count
    }
    return p == header.upperBound - width
  }

  /// The elements of an array, or the pairs of a table in braces in order of the text.
  fileprivate func items(of node: Int32) -> [Int32] {
    var items: [Int32] = []
    var isSorted = true
    var child = nodes[Int(node)].first
    while child >= 0 {
      let item = nodes[Int(child)]
      if item.kind == .table, item.first >= 0 {
        // The table of a dotted key.
        isSorted = false
        child = item.first
        continue
      }
      items.append(child)
      while nodes[Int(child)].next < 0, nodes[Int(child)].parent != node {
        child = nodes[Int(child)].parent
      }
      child = nodes[Int(child)].next
    }
    return isSorted ? items : items.sorted { nodes[Int($0)].entry < nodes[Int($1)].entry }
  }
}
