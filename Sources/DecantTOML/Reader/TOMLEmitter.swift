internal import DecantCore

/// A walk through a parsed document that emits its events; parents are linked, so it needs no stack.
struct TOMLEmitter {
  private let keepsTrivia: Bool
  private let keepsStyles: Bool
  private let marksExtents: Bool
  /// The end of the document's bytes.
  let end: Int
  /// Whether lines end in CRLF, of which the first one decides.
  var hasCRLF = false
  /// Where the last search for a line feed began, and what it found.
  var freeOfLineBreaks = 0..<0
  private let reportLoss: (@Sendable (DecantError.ValueClass, _ path: () -> DocumentPath) -> Void)?
  private var node = TOMLTree.root
  private var isLeaving = false
  private(set) var hasEnded = false

  init(_ options: ReadingOptions = ReadingOptions(), end: Int = 0) {
    keepsTrivia = options.comments
    keepsStyles = options.needs.contains(.collectionStyles)
    marksExtents = options.marksExtents
    self.end = end
    reportLoss = options.reportLoss
  }

  /// Appends events until the batch is full or the document ends.
  mutating func emit(
    _ tree: borrowing TOMLTree, _ extents: borrowing TOMLExtents, _ bytes: RawSpan,
    into batch: inout EventBatch
  ) {
    while !batch.isFull {
      let node = tree.nodes[Int(self.node)]
      if isLeaving {
        leave(node, tree, extents, bytes, &batch)
        guard !hasEnded else { return }
        continue
      }
      if self.node == TOMLTree.root {
        batch.append(.beginDocument)
        if keepsStyles { appendNotation(tree, bytes, &batch) }
        if keepsTrivia { emitTrivia(.head, tree, bytes, &batch) }
      } else {
        if keepsTrivia { emitTrivia(.before, tree, bytes, &batch) }
        if keepsStyles { recordLine(of: self.node, tree, bytes, &batch) }
        if node.traits.contains(.isKeyed) {
          emitKey(node, tree, bytes, &batch)
          if keepsStyles { recordKey(node, bytes, &batch) }
          if marksExtents { recordExtent(tree.source(ofKeyOf: node, bytes), &batch) }
        }
      }
      guard node.isCollection else {
        emitScalar(node, bytes, &batch)
        if keepsStyles { recordScalar(node, bytes, &batch) }
        if marksExtents { recordExtent(node.value, &batch) }
        if keepsTrivia { emitTrivia(.after, tree, bytes, &batch) }
        move(from: node)
        continue
      }
      if keepsStyles { recordBrackets(of: self.node, tree, bytes, &batch) }
      batch.append(
        node.isMapping ? .beginMapping : .beginSequence,
        style: keepsStyles ? node.style(bytes) : .any, at: Int(node.start))
      if marksExtents { recordExtent(extents.beginning(of: node), &batch) }
      if keepsTrivia { emitTrivia(.afterBegin, tree, bytes, &batch) }
      if node.first >= 0 {
        self.node = node.first
      } else {
        isLeaving = true
      }
    }
  }

  private mutating func leave(
    _ node: TOMLNode, _ tree: borrowing TOMLTree, _ extents: borrowing TOMLExtents,
    _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let isRoot = self.node == TOMLTree.root
    if keepsTrivia, !isRoot { emitTrivia(.beforeEnd, tree, bytes, &batch) }
    batch.append(node.isMapping ? .endMapping : .endSequence, at: max(Int(node.end) - 1, 0))
    if marksExtents { recordExtent(extents.end(of: node, at: Int(self.node)), &batch) }
    guard isRoot else {
      if keepsTrivia { emitTrivia(.after, tree, bytes, &batch) }
      return move(from: node)
    }
    if keepsTrivia { emitTrivia(.beforeEnd, tree, bytes, &batch) }
    batch.append(.endDocument, at: max(Int(node.end) - 1, 0))
    hasEnded = true
  }

  private func recordExtent(_ range: Range<Int>, _ batch: inout EventBatch) {
    batch.markLast(batch.origin + range.lowerBound..<batch.origin + range.upperBound)
  }

  @inline(__always)
  private mutating func move(from node: TOMLNode) {
    isLeaving = node.next < 0
    self.node = isLeaving ? node.parent : node.next
  }

  // MARK: Parts of a node

  @inline(__always)
  private func emitKey(
    _ node: TOMLNode, _ tree: borrowing TOMLTree, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    var flags: Event.Flags = .isKey
    if node.traits.contains(.isDuplicate) { flags.insert(.isDuplicateKey) }
    let position = Int(node.kind == .table || node.kind == .tables ? node.start : node.entry)
    guard !node.traits.contains(.hasDecodedKey) else {
      return tree.decodedKeys.withBytes { keys in
        let text = keys.extracting(node.key)
        batch.append(.string, text: text, flags: flags.union(text.scanned), at: position)
      }
    }
    batch.events.append(
      Event(
        .string, flags: flags.union(bytes.extracting(node.key).scanned), style: .any,
        at: position, textAt: Int(node.keyOffset), count: Int(node.keyLength)))
  }

  @inline(__always)
  private func emitScalar(
    _ node: TOMLNode, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    switch node.kind {
    case .string where !node.traits.contains(.isRespelled):
      let text = node.stringText(bytes)
      batch.events.append(
        Event(
          .string, flags: Event.Flags(rawValue: node.detail), style: .any, at: Int(node.start),
          textAt: text.lowerBound, count: text.count))
    case .integer where !node.traits.contains(.isRespelled):
      batch.events.append(
        Event(
          .integer, flags: .plainASCII, style: .any, at: Int(node.start),
          textAt: Int(node.start), count: node.value.count))
    case .true: batch.append(.true, at: Int(node.start))
    case .false: batch.append(.false, at: Int(node.start))
    default: emitOther(node, bytes, &batch)
    }
  }

  @inline(never)
  private func emitOther(_ node: TOMLNode, _ bytes: RawSpan, _ batch: inout EventBatch) {
    let position = Int(node.start)
    switch node.kind {
    case .string:
      let text = TOMLText.decoded(
        bytes.extracting(node.stringText(bytes)),
        isLiteral: bytes.byte(at: position) == UInt8(ascii: "'"))
      text.withBytes {
        batch.append(
          .string, text: $0, flags: $0.scanned, at: position)
      }
    case .integer:
      let number = TOMLNumber.integer(bytes, node.value) ?? 0
      batch.append(.integer, text: String(number), flags: .plainASCII, at: position)
    case .real:
      if let name = TOMLNumber.nonFinite(bytes, node.value) {
        batch.append(.real, text: name, flags: .isNonFinite, at: position)
      } else if node.traits.contains(.isRespelled) {
        TOMLNumber.real(bytes, node.value).withBytes {
          batch.append(.real, text: $0, flags: .plainASCII, at: position)
        }
      } else {
        batch.append(.real, textIn: node.value, flags: .plainASCII, at: position)
      }
    default:
      let kind: Event.Kind = node.kind == .date ? .date : .localTime
      if node.traits.contains(.isRespelled), let time = TOMLTime(bytes, at: position) {
        // A writer of TOML keeps the offset with the rest of its source.
        let flags = keepsStyles ? .plainASCII : Event.Flags.ofDate(bytes.extracting(node.value))
        if flags.contains(.hadOffset) { reportLoss?(.dateOffset) { DocumentPath() } }
        batch.append(kind, text: time.text(bytes), flags: flags, at: position)
      } else {
        batch.append(kind, textIn: node.value, flags: .plainASCII, at: position)
      }
    }
  }

  @inline(never)
  private func emitTrivia(
    _ placement: TOMLTrivia.Placement, _ tree: borrowing TOMLTree, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) {
    var index = tree.firstTrivia(of: node)
    if placement == .before, !keepsStyles { index = tree.afterUsualBlankLine(index, before: node) }
    while index >= 0 {
      let trivia = tree.trivia[Int(index)]
      index = trivia.next
      guard trivia.placement == placement else { continue }
      let position = max(Int(trivia.start) - 1, 0)
      if trivia.isBlankLine {
        batch.append(.blankLine, at: position)
      } else {
        let isTrailing = placement == .after || placement == .afterBegin
        batch.append(
          isTrailing ? .trailingComment : .comment, textIn: Int(trivia.start)..<Int(trivia.end),
          flags: isTrailing && keepsStyles ? spaces(before: position, bytes) : [], at: position)
        if marksExtents { recordExtent(position..<Int(trivia.end), &batch) }
      }
    }
  }
}

extension TOMLNode {
  /// What is between the quotes of a string, without the line break after three of them.
  @inline(__always)
  func stringText(_ bytes: RawSpan) -> Range<Int> {
    guard traits.contains(.hasTripleQuotes) else { return Int(start) &+ 1..<Int(end) &- 1 }
    var first = Int(start) &+ 3
    if bytes.byte(at: first) == 0x0A {
      first &+= 1
    } else if bytes.byte(at: first) == 0x0D {
      first &+= 2
    }
    return first..<Int(end) &- 3
  }

  /// Whether only blanks or a comment follow a bracket on its line.
  func breaksLine(after bracket: Int, _ bytes: RawSpan) -> Bool {
    let p = TOMLParser.skipBlanks(bytes, from: bracket + 1)
    return [0x0A, 0x0D, UInt8(ascii: "#")].contains(bytes.byte(at: p))
  }

  func style(_ bytes: RawSpan) -> Event.Style {
    switch kind {
    case .table where traits.contains(.hasHeader): .block
    case .table where traits.contains(.isDotted): .dotted
    case .tables: .block
    case .array where breaksLine(after: Int(start), bytes): .block
    case .array, .inlineTable: .flow
    default: .any
    }
  }
}
