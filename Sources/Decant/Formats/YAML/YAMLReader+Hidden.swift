extension YAMLReader {
  @inline(never)
  mutating func restoreHidden(
    _ kind: LibYAMLParser.Kind, _ window: borrowing Window
  ) throws(DecantError) {
    let start = parser.start.index
    switch kind {
    case .sequenceEnd, .mappingEnd, .documentEnd:
      // The end of a block has no place of its own: libyaml finds it where the next token begins.
      if parser.scalarsTaken == start { return }
    default: break
    }
    while let entry = feed.hidden.next, entry.index <= start {
      if entry.scalar == .byteOrderMark {
        guard
          kind == .documentStart || kind == .streamEnd
            || parser.earlier(by: 1).kind == .documentStart
        else { throw failure(.yaml(.misplacedByteOrderMark), ofHidden: entry, window) }
      } else {
        guard entry.index < start else { break }
        try checkOutsideText(entry, window)
      }
      feed.hidden.removeFirst()
    }
    if kind == .scalar { restoredText = try restoreText(window) }
  }

  private mutating func restoreText(_ window: borrowing Window) throws(DecantError) -> [UInt8]? {
    let entries = feed.hidden.take(before: parser.scalarsTaken)
    guard !entries.isEmpty else { return nil }
    if let mark = entries.first(where: { $0.scalar == .byteOrderMark }) {
      throw failure(.yaml(.misplacedByteOrderMark), ofHidden: mark, window)
    }
    var text = RestoredText(parser.withValue { [UInt8]($0) })
    // The first entries may precede the text, such as in a comment after its anchor.
    let inside = entries.suffix(text.countOfStandIns)
    for entry in entries.dropLast(inside.count) { try checkOutsideText(entry, window) }
    var next = inside.startIndex
    while text.moveToStandIn(), next < inside.endIndex {
      let entry = inside[next]
      next += 1
      if let problem = problem(with: entry.scalar, beforeEnd: text) {
        throw failure(problem, ofHidden: entry, window)
      }
      switch entry.scalar {
      case "\\" where parser.scalarStyle == .doubleQuoted:
        let low = next < inside.endIndex && inside[next].scalar == "\\"
        if text.restoreEscape(beforeAnother: low) == .pair {
          next += 1
        } else if let unit = text.loneSurrogate {
          guard options.invalidText.isReplaced else {
            throw failure(.loneSurrogate(unit), ofHidden: entry, window)
          }
          options.invalidText.report(.loneSurrogate, at: path)
        }
      case "\t" where parser.scalarStyle != .literal: text.dropBlanks()
      case .tabAlone: text.restore("\t")
      default: text.restore(entry.scalar)
      }
    }
    return text.bytes
  }

  private func problem(
    with scalar: Unicode.Scalar, beforeEnd text: borrowing RestoredText
  ) -> DecantError.Problem? {
    let style = parser.scalarStyle
    if scalar.mustBeQuoted, style != .singleQuoted, style != .doubleQuoted {
      return .yaml(.forbiddenCharacter(scalar))
    }
    if scalar.isOldLineBreak, schema == .yaml11 { return .yaml(.oldLineBreak(scalar)) }
    guard scalar == "\t" || scalar == .tabAlone, style != .literal else { return nil }
    if style == .folded { return .yaml(.tabBeginsFoldedText) }
    // A tab between words is white space: a line of the text only looks like the header of a block.
    return scalar == "\t" && text.isBetweenWords ? nil : .yaml(.tabInIndentation)
  }

  /// Throws if a scalar is not even allowed in comments.
  private func checkOutsideText(
    _ entry: YAMLHiddenScalars.Entry, _ window: borrowing Window
  ) throws(DecantError) {
    if entry.scalar.mustBeQuoted {
      throw failure(.yaml(.forbiddenCharacter(entry.scalar)), ofHidden: entry, window)
    }
    if entry.scalar.isOldLineBreak, schema == .yaml11 {
      throw failure(.yaml(.oldLineBreak(entry.scalar)), ofHidden: entry, window)
    }
  }

  mutating func hiddenFailure(
    before error: LibYAMLParser.ParserError, _ window: borrowing Window
  ) -> DecantError? {
    let end =
      error.context.isEmpty
      ? error.mark.index : min(error.mark.index, error.contextMark.index)
    let forbidden = feed.hidden.take(before: end).first { $0.scalar.mustBeQuoted }
    return forbidden.map {
      failure(.yaml(.forbiddenCharacter($0.scalar)), ofHidden: $0, window)
    }
  }

  private func failure(
    _ problem: DecantError.Problem, ofHidden entry: YAMLHiddenScalars.Entry,
    _ window: borrowing Window
  ) -> DecantError {
    var offset = feed.places.offset(of: entry.index, in: window)
    // A byte-order mark is stored with the index of the scalar after it.
    if entry.scalar == .byteOrderMark { offset -= 3 }
    guard offset >= window.origin else {
      return failure(problem, at: feed.places.offset(of: parser.start.index, in: window))
    }
    return DecantError(problem, offset: offset, path: path)
  }
}

/// A text whose stand-ins are replaced in order.
private struct RestoredText: ~Copyable {
  enum Escape {
    case one, pair
  }

  private(set) var bytes: [UInt8] = []
  private(set) var loneSurrogate: UInt16?
  private let source: [UInt8]
  private var place = 0

  init(_ source: [UInt8]) {
    self.source = source
  }

  private func isStandIn(at place: Int) -> Bool {
    source[place...].starts(with: YAMLHiddenScalars.standInBytes)
  }

  var countOfStandIns: Int {
    source.indices.count { isStandIn(at: $0) }
  }

  mutating func moveToStandIn() -> Bool {
    while place < source.count {
      if isStandIn(at: place) {
        place += YAMLHiddenScalars.standInBytes.count
        return true
      }
      bytes.append(source[place])
      place += 1
    }
    return false
  }

  var isBetweenWords: Bool {
    let rest = source[place...].drop { $0 == 0x20 || $0 == 0x09 }
    return !bytes.isEmpty && rest.first.map { $0 != 0x0A } ?? false
  }

  mutating func dropBlanks() {
    while place < source.count, source[place] == 0x20 || source[place] == 0x09 { place += 1 }
  }

  mutating func restore(_ scalar: Unicode.Scalar) {
    bytes += UTF8.encode(scalar).map { Array($0) } ?? []
  }

  mutating func restoreEscape(beforeAnother hasOther: Bool) -> Escape {
    loneSurrogate = nil
    let value = takeEscape()
    if let scalar = Unicode.Scalar(value) {
      restore(scalar)
      return .one
    }
    if hasOther, value < 0xDC00, place < source.count, isStandIn(at: place) {
      let start = place
      place += YAMLHiddenScalars.standInBytes.count
      let low = takeEscape()
      if 0xDC00...0xDFFF ~= low,
        let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
      {
        restore(scalar)
        return .pair
      }
      place = start
    }
    loneSurrogate = UInt16(value)
    restore("\u{FFFD}")
    return .one
  }

  private mutating func takeEscape() -> UInt32 {
    let escape = source.withBytes { YAMLUnusualText.value(ofEscape: $0, at: place) }
    place += escape?.count ?? 0
    return escape?.value ?? YAMLHiddenScalars.standInValue
  }
}
