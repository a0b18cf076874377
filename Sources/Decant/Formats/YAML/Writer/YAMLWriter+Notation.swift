/// The notation of the input: the space before nodes, and the spelling of scalars, as `YAMLComposer` describes it.
///
/// Both are used only where the document that is written has the same meaning with them: stages may have changed a value
/// after its spelling, or moved a node to another place.
extension YAMLWriter {
  private static let line = 32

  // MARK: Space

  /// The indentation of the innermost collection in lines.
  func blockIndent(_ place: Place) -> Int {
    var level = place.level
    var index = levels.count
    while index > 0, level.kind == .flowSequence || level.kind == .flowMapping {
      index -= 1
      level = levels[index]
    }
    return level.indent
  }

  /// Writes the signs and the space before a node; returns false if that space cannot be there.
  @inline(never)
  func separateAsWritten(
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

  private func put(
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
  func closeAsWritten(
    _ event: Event, _ place: Place, _ cursor: inout ByteCursor
  ) throws(DecantError) {
    guard options.width > 0 else { return }
    if event.style == .flow, !place.isFresh { cursor.put(UInt8(ascii: ",")) }
    try put(gap: place.gap, place, &cursor)
  }

  /// Returns the indentation of a collection in lines, and removes a space before it that cannot be there.
  func indent(
    ofSequence isSequence: Bool, isKey: Bool, isAfterKey: Bool, _ place: inout Place
  ) -> Int {
    let gap = place.gap
    let columns = gap - Self.line
    let isInSequence = place.level.kind == .blockSequence
    if place.hasAnnotations || !isInSequence || options.isFixed { place.gap = 0 }
    guard !options.isFixed, isAfterKey || isInSequence else {
      return childIndent(isKey: isKey, place)
    }
    if columns > 0 || columns == 0 && isAfterKey && isSequence {
      return place.level.indent + columns
    }
    guard gap > 1, isInSequence, !place.hasAnnotations else {
      return childIndent(isKey: isKey, place)
    }
    return place.level.indent + gap
  }

  // MARK: Spelling

  mutating func keepSpelling(_ event: Event, _ text: RawSpan, _ place: inout Place) {
    guard text.index(of: 0) < text.byteCount else {
      // `---` before the first document.
      guard place.isFirstDocument, place.level.kind == .root, place.pending == .none else { return }
      comments.append(event, text, ascii: options.ascii)
      place.hasComments = true
      return
    }
    spelling.removeAll()
    spelling.append(contentsOf: text)
    place.hasSpelling = true
  }

  var hasBlockSpelling: Bool {
    !spelling.isEmpty && (spelling[0] == UInt8(ascii: "|") || spelling[0] == UInt8(ascii: ">"))
  }

  /// Writes the spelling that precedes a scalar; returns false if it is of another value or cannot be here.
  @inline(never)
  mutating func writeSpelled(
    _ event: Event, _ text: RawSpan, _ place: inout Place, _ cursor: inout ByteCursor
  ) throws(DecantError) -> Bool {
    place.hasSpelling = false
    let all = spelling.withBytes { [UInt8]($0) }
    let value = text.extracting(event.textRange)
    let isInBlock = hasBlockSpelling
    guard let end = all.firstIndex(of: 0), all.dropFirst(end + 1).first == event.kind.rawValue,
      all[(end + 2)...].elementsEqual([UInt8](value)),
      let lines = lines(all[..<end], isInBlock: isInBlock, isKey: event.isKey, place),
      end > 0 || place.hasTag == (event.kind == .string)
    else {
      if place.hasComments, value.index(of: 0x0A) == value.byteCount {
        try placeComments(beforeTextInBlock: false, &place, &cursor)
      }
      return false
    }
    if place.hasComments { try placeComments(beforeTextInBlock: isInBlock, &place, &cursor) }
    try cursor.reserve(Self.roomForSigns)
    if end == 0 {
      // Without the space at the end of the line.
      if place.hasAnnotations {
        annotations.removeLast()
        try beginScalar(isKey: false, atMost: 0, &place, &cursor)
      } else {
        if place.level.kind == .blockSequence {
          if !place.isFresh { try beginLine(place.level.indent, &cursor) }
          cursor.put(UInt8(ascii: "-"))
        }
        place.isFresh = false
      }
      return true
    }
    try beginScalar(isKey: event.isKey, atMost: end, &place, &cursor)
    color(event, &cursor)
    for (index, line) in lines.enumerated() {
      if index == 1, isInBlock {
        try placeCommentAtMark(&cursor)
        place.hasComments = false
      }
      try cursor.reserve(Self.roomForSigns)
      if index > 0 { try beginLine(line.text.isEmpty ? 0 : line.indent, &cursor) }
      try line.text.withBytes { (text) throws(DecantError) in try cursor.write(text) }
    }
    try cursor.reserve(Self.roomForSigns)
    endColor(&cursor)
    if isInBlock {
      place.isOffLine = true
      place.keepsBreaks = lines[0].text.contains(UInt8(ascii: "+"))
    }
    if event.isKey { endKey(place, &cursor) }
    return true
  }

  private struct Line {
    var indent: Int
    var text: [UInt8]
  }

  /// Returns the lines to write; nil if they cannot be here.
  private func lines(
    _ spelling: ArraySlice<UInt8>, isInBlock: Bool, isKey: Bool, _ place: Place
  ) -> [Line]? {
    guard !options.ascii || spelling.allSatisfy({ $0 < 0x80 }), let first = spelling.first else {
      let isFree = spelling.isEmpty && !isKey && !place.isFlow
      let hasPlace = place.level.kind != .root && !place.level.hasExplicitKey
      return isFree && hasPlace && options.width > 0 ? [] : nil
    }
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    var lines = spelling.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 1 else {
      let endsInFlow = spelling.contains { ",[]{}".utf8.contains($0) }
      return isQuoted || !place.isFlow || !endsInFlow
        ? [Line(indent: 0, text: Array(spelling))] : nil
    }
    guard options.width > 0, !isKey, !place.level.hasExplicitKey, place.level.kind != .root,
      isQuoted || !place.isFlow
    else { return nil }
    let usual = place.isFlow ? flowIndent(place) : childIndent(isKey: false, place)
    guard isInBlock, let column = lines[0].popLast() else {
      let base = blockIndent(place)
      return lines.map { line in
        let text = line.drop { $0 == 0x20 }
        return Line(
          indent: options.isFixed ? usual : base + line.count - text.count, text: Array(text))
      }
    }
    let columns = options.isFixed ? usual - place.level.indent : Int(column) - 0x20
    let digit = lines[0].first { UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0 }
    guard digit == nil || digit == UInt8(truncatingIfNeeded: columns + 0x30) else { return nil }
    return lines.map { Line(indent: place.level.indent + columns, text: Array($0)) }
  }
}

extension RawSpan {
  /// Returns the place of the first `byte`; the count if there is none.
  fileprivate func index(of byte: UInt8) -> Int {
    var p = 0
    while p < byteCount, self.byte(at: p) != byte { p += 1 }
    return p
  }
}
