internal import DecantCore

/// The notation of the input: the space before nodes, and the source of scalars, as `YAMLComposer` describes it.
///
/// Both are used only where the document that is written has the same meaning with them: stages may have changed a value
/// after its notation, or moved a node.
extension YAMLWriter {
  private static let line = 32

  // MARK: Space

  /// The innermost collection in lines, and how many in brackets are in it.
  private mutating func enclosingBlock(_ state: State) -> (indent: Int, depth: Int) {
    var level = state.level
    var index = levels.count
    while index > 0, level.isFlow {
      index -= 1
      level = levels[index]
    }
    return (level.indent, levels.count - index)
  }

  mutating func blockIndent(_ state: State) -> Int { enclosingBlock(state).indent }

  /// Precondition: the node is in brackets.
  mutating func flowIndent(_ state: State) -> Int {
    let block = enclosingBlock(state)
    return block.indent + block.depth * max(indentWidth, 2)
  }

  /// Writes the signs and the space before a node; returns false if that space cannot be there.
  @inline(never)
  mutating func separateAsWritten(
    isKey: Bool, isFresh: Bool, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    let gap = state.gap
    state.gap = 0
    guard indentWidth > 0, !state.level.hasExplicitKey else { return false }
    // A line break needs indentation, and signs need a space except for brackets and commas.
    let needsSpace = !state.isFlow || state.level.kind == .flowMapping && !isKey
    guard gap != Self.line, gap > 1 || !needsSpace else { return false }
    switch state.level.kind {
    case .root: return false
    case .blockMapping:
      if isKey { return false }
    case .blockSequence:
      if !isFresh { try beginLine(state.level.indent, &cursor) }
      cursor.put(UInt8(ascii: "-"))
    case .flowSequence, .flowMapping:
      if !isFresh, isKey || state.level.kind == .flowSequence { cursor.put(UInt8(ascii: ",")) }
    }
    try put(gap: gap, state, &cursor)
    return true
  }

  private mutating func put(
    gap: Int, _ state: State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard gap < Self.line else {
      let usual = state.isFlow ? flowIndent(state) : state.level.indent + indentWidth
      return try beginLine(
        isFixed ? usual : blockIndent(state) + gap - Self.line, &cursor)
    }
    for _ in 1..<max(gap, 1) { cursor.put(UInt8(ascii: " ")) }
  }

  /// Writes what precedes a closing bracket.
  @inline(never)
  mutating func closeAsWritten(
    _ event: Event, _ state: State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard indentWidth > 0 else { return }
    if event.style == .flow, !state.isFresh { cursor.put(UInt8(ascii: ",")) }
    try put(gap: state.gap, state, &cursor)
  }

  /// Returns the indentation of a collection in lines, and removes a space before it that cannot be there.
  mutating func indent(
    ofSequence isSequence: Bool, isKey: Bool, isAfterKey: Bool, _ state: inout State
  ) -> Int {
    let gap = state.gap
    let columns = gap - Self.line
    let isInSequence = state.level.kind == .blockSequence
    if !annotations.isEmpty || !isInSequence || isFixed { state.gap = 0 }
    guard !isFixed, isAfterKey || isInSequence else {
      return childIndent(isKey: isKey, state)
    }
    if columns > 0 || columns == 0 && isAfterKey && isSequence {
      return state.level.indent + columns
    }
    guard gap > 1, isInSequence, annotations.isEmpty else {
      return childIndent(isKey: isKey, state)
    }
    return state.level.indent + gap
  }

  // MARK: Scalars

  mutating func keepNotation(_ event: Event, _ text: RawSpan, _ state: inout State) {
    switch Notation.kind(text, 0..<text.byteCount) {
    case .marker:
      guard state.isFirstDocument, state.level.kind == .root, state.pending == nil else { return }
      comments.append(event, text, ascii: ascii)
    case .scalar, .block:
      notation.removeAll()
      notation.append(contentsOf: text)
      state.hasNotation = true
    case .document, .line, .brackets, nil: break
    }
  }

  var hasBlockNotation: Bool {
    mutating get { notation.withBytes { Notation.kind($0, 0..<$0.byteCount) == .block } }
  }

  var hasEmptySource: Bool {
    mutating get {
      notation.withBytes { text in
        var rest = Notation.parts(0..<text.byteCount)
        return Notation.nextPart(text, &rest)?.isEmpty ?? false
      }
    }
  }

  /// Writes the source of the scalar; returns false if it is of another value or cannot be here.
  @inline(never)
  mutating func writeAsWritten(
    _ event: Event, _ text: RawSpan, _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    state.hasNotation = false
    let isInBlock = hasBlockNotation
    var notation = Buffer<UInt8>()
    swap(&notation, &self.notation)
    defer { swap(&notation, &self.notation) }
    return try notation.withBytes { (notation) throws(DecantError) in
      let value = text.extracting(event.textRange)
      var parts = Notation.parts(0..<notation.byteCount)
      guard let range = Notation.nextSource(notation, &parts, of: event.kind, value),
        let layout = layout(
          of: notation.extracting(range),
          blockColumn: isInBlock
            ? Notation.nextPart(notation, &parts).map { Int(notation.byte(at: $0.lowerBound)) }
            : nil,
          isKey: event.isKey, state),
        !range.isEmpty || state.hasTag == (event.kind == .string)
      else {
        if !comments.isEmpty, value.firstIndex(of: 0x0A, in: 0..<value.byteCount) == nil {
          try placeComments(beforeTextInBlock: false, &state, &cursor)
        }
        return false
      }
      let source = notation.extracting(range)
      let end = source.byteCount
      if !comments.isEmpty { try placeComments(beforeTextInBlock: isInBlock, &state, &cursor) }
      try cursor.reserve(Self.roomForSigns)
      guard end > 0 else {
        try writeEmpty(&state, &cursor)
        return true
      }
      try beginNode(isKey: event.isKey, atMost: end, &state, &cursor)
      color(event, &cursor)
      try cursor.write(source.extracting(0..<layout.endOfFirstLine))
      if isInBlock {
        try cursor.reserve(Self.roomForSigns)
        let keepsBreaks =
          source.firstIndex(of: UInt8(ascii: "+"), in: 0..<layout.endOfFirstLine) != nil
        try endHeader(keepsBreaks: keepsBreaks, &state, &cursor)
      }
      var start = layout.nextLine
      while start <= end {
        let lineEnd = source.firstIndex(of: 0x0A, in: start..<end) ?? end
        var text = start
        while !isInBlock, text < lineEnd, source.byte(at: text) == 0x20 { text += 1 }
        let columns = isFixed ? 0 : text - start
        try cursor.reserve(Self.roomForSigns)
        try beginLine(text == lineEnd ? 0 : layout.indent + columns, &cursor)
        try cursor.write(source.extracting(text..<lineEnd))
        start = lineEnd + 1
      }
      try endScalar(event, state, &cursor)
      return true
    }
  }

  /// Writes an empty scalar, without the space at the end of the line.
  private mutating func writeEmpty(
    _ state: inout State, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard annotations.isEmpty else {
      annotations.removeLast()
      return try beginNode(isKey: false, atMost: 0, &state, &cursor)
    }
    if state.level.kind == .blockSequence {
      if !state.isFresh { try beginLine(state.level.indent, &cursor) }
      cursor.put(UInt8(ascii: "-"))
    }
    state.isFresh = false
  }

  /// The lines of a source, and the indentation of those after the first.
  private struct SourceLayout {
    let endOfFirstLine: Int
    let nextLine: Int
    var indent = 0
  }

  /// Returns nil if the source, with the column of a block scalar, cannot be here.
  private mutating func layout(
    of source: RawSpan, blockColumn: Int?, isKey: Bool, _ state: State
  ) -> SourceLayout? {
    let end = source.byteCount
    guard end > 0 else {
      let isFree = !isKey && !state.isFlow && indentWidth > 0
      let isAtValue = state.level.kind != .root && !state.level.hasExplicitKey
      return isFree && isAtValue ? SourceLayout(endOfFirstLine: 0, nextLine: 1) : nil
    }
    if ascii, (0..<end).contains(where: { source.byte(at: $0) >= 0x80 }) { return nil }
    let first = source.byte(at: 0)
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    guard let lineEnd = source.firstIndex(of: 0x0A, in: 0..<end) else {
      let canBeHere =
        isQuoted || !state.isFlow
        || !(0..<end).contains { ",[]{}".utf8.contains(source.byte(at: $0)) }
      return canBeHere ? SourceLayout(endOfFirstLine: end, nextLine: end + 1) : nil
    }
    guard indentWidth > 0, !isKey, !state.level.hasExplicitKey, state.level.kind != .root,
      isQuoted || !state.isFlow
    else { return nil }
    let usual = state.isFlow ? flowIndent(state) : childIndent(isKey: false, state)
    guard let blockColumn else {
      return SourceLayout(
        endOfFirstLine: lineEnd, nextLine: lineEnd + 1,
        indent: isFixed ? usual : blockIndent(state))
    }
    let columns = isFixed ? usual - state.level.indent : blockColumn
    guard source.indentationIndicator(in: 0..<lineEnd).map({ $0 == columns }) ?? true else {
      return nil
    }
    return SourceLayout(
      endOfFirstLine: lineEnd, nextLine: lineEnd + 1, indent: state.level.indent + columns)
  }
}
