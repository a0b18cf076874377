internal import DecantCore

/// The notation of the input: the space before nodes, and the source of scalars, as `YAMLComposer` describes it.
///
/// Both are used only where the document that is written has the same meaning with them: stages may have changed a value
/// after its notation, or moved a node to another place.
extension YAMLWriter {
  private static let line = 32

  // MARK: Space

  /// The innermost collection in lines, and how many in brackets are in it.
  private mutating func enclosingBlock(_ place: Place) -> (indent: Int, depth: Int) {
    var level = place.level
    var index = levels.count
    while index > 0, level.isFlow {
      index -= 1
      level = levels[index]
    }
    return (level.indent, levels.count - index)
  }

  mutating func blockIndent(_ place: Place) -> Int { enclosingBlock(place).indent }

  /// Precondition: the place is in brackets.
  mutating func flowIndent(_ place: Place) -> Int {
    let block = enclosingBlock(place)
    return block.indent + block.depth * max(options.width, 2)
  }

  /// Writes the signs and the space before a node; returns false if that space cannot be there.
  @inline(never)
  mutating func separateAsWritten(
    isKey: Bool, isFresh: Bool, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    let gap = place.gap
    place.gap = 0
    guard options.width > 0, !place.level.hasExplicitKey else { return false }
    // A line break needs indentation, and signs need a space except for brackets and commas.
    let needsSpace = !place.isFlow || place.level.kind == .flowMapping && !isKey
    guard gap != Self.line, gap > 1 || !needsSpace else { return false }
    switch place.level.kind {
    case .root: return false
    case .blockMapping:
      if isKey { return false }
    case .blockSequence:
      if !isFresh { try beginLine(place.level.indent, &cursor) }
      cursor.put(UInt8(ascii: "-"))
    case .flowSequence, .flowMapping:
      if !isFresh, isKey || place.level.kind == .flowSequence { cursor.put(UInt8(ascii: ",")) }
    }
    try put(gap: gap, place, &cursor)
    return true
  }

  private mutating func put(
    gap: Int, _ place: Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard gap < Self.line else {
      let usual = place.isFlow ? flowIndent(place) : place.level.indent + options.width
      return try beginLine(
        options.isFixed ? usual : blockIndent(place) + gap - Self.line, &cursor)
    }
    for _ in 1..<max(gap, 1) { cursor.put(UInt8(ascii: " ")) }
  }

  /// Writes what precedes a closing bracket.
  @inline(never)
  mutating func closeAsWritten(
    _ event: Event, _ place: Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard options.width > 0 else { return }
    if event.style == .flow, !place.isFresh { cursor.put(UInt8(ascii: ",")) }
    try put(gap: place.gap, place, &cursor)
  }

  /// Returns the indentation of a collection in lines, and removes a space before it that cannot be there.
  mutating func indent(
    ofSequence isSequence: Bool, isKey: Bool, isAfterKey: Bool, _ place: inout Place
  ) -> Int {
    let gap = place.gap
    let columns = gap - Self.line
    let isInSequence = place.level.kind == .blockSequence
    if !annotations.isEmpty || !isInSequence || options.isFixed { place.gap = 0 }
    guard !options.isFixed, isAfterKey || isInSequence else {
      return childIndent(isKey: isKey, place)
    }
    if columns > 0 || columns == 0 && isAfterKey && isSequence {
      return place.level.indent + columns
    }
    guard gap > 1, isInSequence, annotations.isEmpty else {
      return childIndent(isKey: isKey, place)
    }
    return place.level.indent + gap
  }

  // MARK: Scalars

  mutating func keepNotation(_ event: Event, _ text: RawSpan, _ place: inout Place) {
    switch Notation.kind(text, 0..<text.byteCount) {
    case .marker:
      guard place.isFirstDocument, place.level.kind == .root, place.pending == nil else { return }
      comments.append(event, text, ascii: options.ascii)
    case .scalar, .block:
      notation.removeAll()
      notation.append(contentsOf: text)
      place.hasNotation = true
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
    _ event: Event, _ text: RawSpan, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    place.hasNotation = false
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
          isKey: event.isKey, place),
        !range.isEmpty || place.hasTag == (event.kind == .string)
      else {
        if !comments.isEmpty, value.firstIndex(of: 0x0A, in: 0..<value.byteCount) == nil {
          try placeComments(beforeTextInBlock: false, &place, &cursor)
        }
        return false
      }
      let source = notation.extracting(range)
      let end = source.byteCount
      if !comments.isEmpty { try placeComments(beforeTextInBlock: isInBlock, &place, &cursor) }
      try cursor.reserve(Self.roomForSigns)
      guard end > 0 else {
        try writeEmpty(&place, &cursor)
        return true
      }
      try beginNode(isKey: event.isKey, atMost: end, &place, &cursor)
      color(event, &cursor)
      try cursor.write(source.extracting(0..<layout.endOfFirstLine))
      if isInBlock {
        try cursor.reserve(Self.roomForSigns)
        let keepsBreaks =
          source.firstIndex(of: UInt8(ascii: "+"), in: 0..<layout.endOfFirstLine) != nil
        try endHeader(keepsBreaks: keepsBreaks, &place, &cursor)
      }
      var start = layout.nextLine
      while start <= end {
        let lineEnd = source.firstIndex(of: 0x0A, in: start..<end) ?? end
        var text = start
        while !isInBlock, text < lineEnd, source.byte(at: text) == 0x20 { text += 1 }
        let columns = options.isFixed ? 0 : text - start
        try cursor.reserve(Self.roomForSigns)
        try beginLine(text == lineEnd ? 0 : layout.indent + columns, &cursor)
        try cursor.write(source.extracting(text..<lineEnd))
        start = lineEnd + 1
      }
      try endScalar(event, place, &cursor)
      return true
    }
  }

  /// Writes an empty scalar, without the space at the end of the line.
  private mutating func writeEmpty(
    _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard annotations.isEmpty else {
      annotations.removeLast()
      return try beginNode(isKey: false, atMost: 0, &place, &cursor)
    }
    if place.level.kind == .blockSequence {
      if !place.isFresh { try beginLine(place.level.indent, &cursor) }
      cursor.put(UInt8(ascii: "-"))
    }
    place.isFresh = false
  }

  /// The lines of a source, and the indentation of those after the first.
  private struct SourceLayout {
    let endOfFirstLine: Int
    let nextLine: Int
    var indent = 0
  }

  /// Returns nil if the source, with the column of a block scalar, cannot be here.
  private mutating func layout(
    of source: RawSpan, blockColumn: Int?, isKey: Bool, _ place: Place
  ) -> SourceLayout? {
    let end = source.byteCount
    guard end > 0 else {
      let isFree = !isKey && !place.isFlow && options.width > 0
      let hasPlace = place.level.kind != .root && !place.level.hasExplicitKey
      return isFree && hasPlace ? SourceLayout(endOfFirstLine: 0, nextLine: 1) : nil
    }
    if options.ascii, (0..<end).contains(where: { source.byte(at: $0) >= 0x80 }) { return nil }
    let first = source.byte(at: 0)
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    guard let lineEnd = source.firstIndex(of: 0x0A, in: 0..<end) else {
      let canBeHere =
        isQuoted || !place.isFlow
        || !(0..<end).contains { ",[]{}".utf8.contains(source.byte(at: $0)) }
      return canBeHere ? SourceLayout(endOfFirstLine: end, nextLine: end + 1) : nil
    }
    guard options.width > 0, !isKey, !place.level.hasExplicitKey, place.level.kind != .root,
      isQuoted || !place.isFlow
    else { return nil }
    let usual = place.isFlow ? flowIndent(place) : childIndent(isKey: false, place)
    guard let blockColumn else {
      return SourceLayout(
        endOfFirstLine: lineEnd, nextLine: lineEnd + 1,
        indent: options.isFixed ? usual : blockIndent(place))
    }
    let columns = options.isFixed ? usual - place.level.indent : blockColumn
    guard source.indentationIndicator(in: 0..<lineEnd).map({ $0 == columns }) ?? true else {
      return nil
    }
    return SourceLayout(
      endOfFirstLine: lineEnd, nextLine: lineEnd + 1, indent: place.level.indent + columns)
  }
}
