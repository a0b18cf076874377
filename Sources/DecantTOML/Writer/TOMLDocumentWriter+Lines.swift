internal import DecantCore
internal import DecantEditing

/// Lines with a pair or header, and what precedes and follows them.
extension TOMLDocumentWriter {
  // MARK: Notation

  /// Returns the notation of the line or pair that begins with the key or element.
  @inline(__always)
  func lineNotation(before key: Int) -> TOMLLineNotation? {
    keepsSpace ? findLineNotation(before: key) : nil
  }

  private func findLineNotation(before key: Int) -> TOMLLineNotation? {
    document.text.withBytes { text in
      var index = key - 1
      while index >= 0, document[index].kind == .notation {
        if let notation = TOMLLineNotation(text, document.textRange(at: index)) { return notation }
        index -= 1
      }
      return nil
    }
  }

  /// Whether the notation is for the keys, whose entries `key` returns, and may be written.
  func fits(_ notation: TOMLLineNotation, count: Int, _ key: (Int) -> Int) -> Bool {
    document.text.withBytes { text in
      if ascii, notation.key.contains(where: { text.byte(at: $0) >= 0x80 }) { return false }
      var rest = notation.path
      for index in 0..<count {
        guard let part = Notation.nextPart(text, &rest),
          text.extracting(part).isEqual(to: text.extracting(document.textRange(at: key(index))))
        else { return false }
      }
      return rest.isEmpty
    }
  }

  func write(_ range: Range<Int>) {
    document.text.withBytes { output.append(contentsOf: $0.extracting(range)) }
  }

  // MARK: Lines

  /// Writes the header of a table or element; that of a first element follows the comments of its sequence.
  func writeHeader(
    _ pair: CommentedChild, first element: CommentedChild? = nil, isElement: Bool
  ) {
    let notation = lineNotation(before: pair.key)
    let header = element ?? pair
    let wasFirst = keepsStyles && document[header.value].position == firstPosition
    endOpenLine()
    if !write(notation?.lead, with: pair.before, element?.before, isFirst: wasFirst) {
      separate(before: pair, isRequired: !keepsStyles || wasFirst)
      writeTrivia(pair.before)
      if let element {
        writeLines(pair.between)
        writeLines(pair.after)
        writeLines(pair.value + 1..<firstPair(in: pair.value))
        writeTrivia(element.before)
      }
    }
    writeLines(header.between)
    if isColored { color(palette?.key) }
    if let notation, fits(notation, count: path.keys.count, { path.keys[$0] }) {
      write(notation.key)
    } else {
      output.append(0x5B5B, count: isElement ? 2 : 1)
      output.append(0..<path.text.count, of: path.text)
      output.append(0x5D5D, count: isElement ? 2 : 1)
    }
    if isColored { color(palette?.end) }
    // A table has no sign for its end, after which a comment might be.
    endLine(header.value + 1..<firstPair(in: header.value), header.after, notation)
  }

  /// Writes the blank line before a header and its comments, unless it is there or was not in the input.
  private func separate(before pair: CommentedChild, isRequired: Bool) {
    let isSeparate = endsWithBlankLine || pair.before.first.map { document[$0].kind } == .blankLine
    if isRequired, !isSeparate, !isCompact { endLine() }
  }

  func writeLine(_ pair: CommentedChild) throws(DecantError) {
    let notation = lineNotation(before: pair.key)
    if keepsSpace {
      endOpenLine()
      let wasFirst = document[pair.key].position == firstPosition
      if !write(notation?.lead, with: pair.before, isFirst: wasFirst) { writeTrivia(pair.before) }
    } else if !pair.before.isEmpty {
      writeTrivia(pair.before)
    }
    if !pair.between.isEmpty { writeLines(pair.between) }
    if !comments.isEmpty, document[pair.value].kind == .beginMapping,
      brackets(of: pair.value) == nil
    {
      hoistComments(in: pair.value..<pair.after.lowerBound)
    }
    let start = output.count
    if isColored { color(palette?.key) }
    let dotted = dottedPath.keys.count
    if let notation,
      fits(notation, count: dotted + 1, { $0 < dotted ? dottedPath.keys[$0] : pair.key })
    {
      write(notation.key)
      if isColored { color(palette?.end) }
      write(notation.sign)
    } else {
      if dotted > 0 {
        output.append(0..<dottedPath.text.count, of: dottedPath.text)
        output.append(UInt8(ascii: "."))
      }
      document.append(key: pair.key, ascii: ascii, to: &output)
      if isColored { color(palette?.end) }
      output.append(0x203D20, count: 3)
    }
    try writeValue(pair.value, column: output.count - start)
    endLine(pair.after, 0..<0, notation)
  }

  // MARK: Around lines

  /// Writes what precedes or follows all lines.
  func writeEdge(_ trivia: Range<Int>, _ spacing: [UInt8]?) {
    guard !trivia.isEmpty || spacing?.isEmpty == false else { return }
    endOpenLine()
    guard keepsSpace, let spacing else { return writeTrivia(trivia) }
    if !spacing.withBytes({ write($0, with: trivia, nil, isFirst: true) }) { writeTrivia(trivia) }
  }

  /// Writes white space as it was, with the comments among `trivia`; returns false if those are not the ones in it.
  func write(
    _ spacing: Range<Int>?, with trivia: Range<Int>, _ more: Range<Int>? = nil, isFirst: Bool = true
  ) -> Bool {
    guard let spacing else { return false }
    return document.text.withBytes {
      write($0.extracting(spacing), with: trivia, more, isFirst: isFirst)
    }
  }

  private func write(
    _ spacing: RawSpan, with trivia: Range<Int>, _ more: Range<Int>?, isFirst: Bool
  ) -> Bool {
    let comments = commentEntries(in: trivia) + commentEntries(in: more ?? 0..<0)
    guard spacing.commentCount == comments.count else { return false }
    var p = 0
    // A line that has become the first one has no blank lines before it.
    if isAtBeginning, !isFirst {
      while p < spacing.byteCount, spacing.byte(at: p) == 0x0A || spacing.byte(at: p) == 0x0D {
        p += 1
      }
    }
    write(spacing, from: p, comments)
    return true
  }

  /// Precondition: `spacing` has as many comments.
  func write(_ spacing: RawSpan, from start: Int = 0, _ comments: [Int]) {
    var next = 0
    for p in start..<spacing.byteCount {
      let byte = spacing.byte(at: p)
      switch byte {
      case 0x0A: endLine()
      case 0x0D: endLine(asUsual: false)
      case UInt8(ascii: "#"):
        output.append(byte)
        write(document.textRange(at: comments[next]))
        next += 1
      default: output.append(byte)
      }
    }
  }

  func commentEntries(in range: Range<Int>) -> [Int] {
    range.isEmpty ? [] : range.filter { document[$0].kind.isComment }
  }

  /// Ends a line that had no line end in the input, and is not the last one any more.
  private func endOpenLine() {
    guard keepsSpace, !output.isEmpty, output[output.count - 1] != 0x0A else { return }
    endLine()
  }

  func endLine(asUsual: Bool = true) {
    if hasCRLF == asUsual { output.append(0x0D) }
    output.append(0x0A)
  }

  /// Ends a line with the comments that belong to it.
  @inline(__always)
  private func endLine(
    _ trivia: Range<Int>, _ more: Range<Int>, _ notation: TOMLLineNotation?
  ) {
    guard notation == nil, trivia.isEmpty, more.isEmpty else {
      return endLineWithComments(trivia, more, notation)
    }
    endLine()
  }

  @inline(never)
  private func endLineWithComments(
    _ trivia: Range<Int>, _ more: Range<Int>, _ notation: TOMLLineNotation?
  ) {
    guard !write(notation?.tail, with: trivia, more) else { return }
    endLine(with: commentEntries(in: trivia) + commentEntries(in: more))
  }
}

extension RawSpan {
  /// The number of comments in white space.
  var commentCount: Int {
    var count = 0
    for p in 0..<byteCount where byte(at: p) == UInt8(ascii: "#") { count += 1 }
    return count
  }
}
