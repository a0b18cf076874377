internal import DecantCore
internal import DecantEditing

/// An array or a table in braces that is being written.
private struct ValueFrame {
  let isMapping: Bool
  /// Whether each element is on a line of its own.
  let hasLines: Bool
  /// Whether the notation is that of the input, and the rest of it.
  let hasNotation: Bool
  var notation: Range<Int>
  /// Where the next pair begins, or the next of the items.
  var next: Int
  let end: Int
  /// The items of a table in a document of TOML; nil for others.
  let items: Range<Int>?
  var isFirst = true
  /// The comments after the last item.
  var after: Range<Int>
}

extension TOMLDocumentWriter {
  /// Writes a value after its key; an array that is long or has comments has a line for each element.
  @inline(__always)
  func writeValue(_ value: Int, column: Int) throws(DecantError) {
    guard document[value].depthChange > 0 else {
      return try writeScalar(value, isInTable: false)
    }
    try writeCollection(value, column: column)
  }

  @inline(never)
  private func writeCollection(_ value: Int, column: Int) throws(DecantError) {
    var outer: [ValueFrame] = []
    var items = TOMLItems()
    var frame = begin(value, column: column, in: nil, &items)
    while true {
      guard let pair = nextPair(frame, items) else {
        end(frame, depth: outer.count)
        let end = frame.end &+ 1
        guard let next = outer.popLast() else { return }
        frame = next
        endItem(&frame, end..<document.endOfTrailingComments(from: end))
        continue
      }
      var column = 0
      if frame.hasNotation {
        frame.notation = write(partOf: frame.notation, frame.after, pair.before)
      } else if frame.hasLines {
        column = beginElement(pair, depth: outer.count + 1)
      } else if !frame.isFirst {
        output.append(0x202C, count: 2)
      }
      if frame.isMapping {
        writeKey(pair.key, after: frame.items == nil ? 0..<0 : items[frame.next].keys, items)
      }
      frame.next = frame.items == nil ? pair.next : frame.next &+ 1
      frame.isFirst = false
      if document[pair.value].depthChange > 0 {
        let inner = begin(pair.value, column: column, in: frame, &items)
        outer.append(frame)
        frame = inner
      } else {
        try writeScalar(pair.value, isInTable: !frame.hasLines)
        endItem(&frame, pair.after)
      }
    }
  }

  @inline(__always)
  private func nextPair(_ frame: ValueFrame, _ items: borrowing TOMLItems) -> CommentedChild? {
    guard let range = frame.items else {
      return document.pair(at: frame.next, before: frame.end, isKeyed: frame.isMapping)
    }
    guard frame.next < range.upperBound else { return nil }
    return document.pair(at: items[frame.next].start, before: frame.end, isKeyed: true)
  }

  private func begin(
    _ value: Int, column: Int, in outer: ValueFrame?, _ items: inout TOMLItems
  ) -> ValueFrame {
    let isMapping = document[value].kind == .beginMapping
    let end = document.partner(of: value)
    let isInLine = outer.map { !$0.hasLines } ?? false
    var notation = self.brackets(of: value)
    if isInLine, outer?.hasNotation == false, let parts = notation, !isOneLine(parts) {
      notation = nil
    }
    let hasLines = !isMapping && !isInLine && notation == nil && needsLines(value, column: column)
    output.append(UInt8(ascii: isMapping ? "{" : "["))
    var next = value + 1
    var after = next..<next
    if notation != nil {
      next = firstPair(in: value)
      after = after.lowerBound..<next
    } else if hasLines {
      next = firstPair(in: value)
      endLine(with: commentEntries(in: value + 1..<next))
    } else if isMapping, end > next {
      output.append(0x20)
    }
    let range = keepsStyles && isMapping ? items.append(itemsOf: value, document) : nil
    return ValueFrame(
      isMapping: isMapping, hasLines: hasLines, hasNotation: notation != nil,
      notation: notation ?? 0..<0, next: range?.lowerBound ?? next, end: end, items: range,
      after: after)
  }

  private func end(_ frame: ValueFrame, depth: Int) {
    if frame.hasNotation {
      _ = write(partOf: frame.notation, frame.after, document.trivia(before: frame.end))
    } else if frame.hasLines {
      writeElementTrivia(frame.next..<frame.end, depth: depth + 1)
      indent(depth)
    } else if frame.isMapping, !frame.isFirst {
      output.append(0x20)
    }
    output.append(UInt8(ascii: frame.isMapping ? "}" : "]"))
  }

  /// Writes what precedes an element on a line of its own, and returns its column.
  private func beginElement(_ element: CommentedChild, depth: Int) -> Int {
    if !element.before.isEmpty { writeElementTrivia(element.before, depth: depth) }
    if !comments.isEmpty, document[element.value].kind == .beginMapping,
      brackets(of: element.value) == nil
    {
      hoistComments(in: element.value..<element.after.lowerBound, indentedBy: depth)
    }
    indent(depth)
    return depth * indentation.width
  }

  /// Writes the comma after an element on a line of its own, and its comments.
  @inline(__always)
  private func endItem(_ frame: inout ValueFrame, _ after: Range<Int>) {
    if frame.hasNotation {
      frame.after = after
    } else if frame.hasLines {
      output.append(UInt8(ascii: ","))
      if after.isEmpty { endLine() } else { endLine(with: commentEntries(in: after)) }
    }
  }

  private func writeElementTrivia(_ trivia: Range<Int>, depth: Int) {
    for index in trivia {
      switch document[index].kind {
      case .blankLine: endLine()
      case .comment, .trailingComment: writeComment(index, indentedBy: depth)
      default: break
      }
    }
  }

  private func writeKey(
    _ key: Int, after parts: Range<Int>, _ items: borrowing TOMLItems
  ) {
    if isColored { color(palette?.key) }
    let count = parts.count
    if let notation = lineNotation(before: key),
      fits(notation, count: count + 1, { $0 < count ? items.keys[parts.lowerBound + $0] : key })
    {
      write(notation.key)
      if isColored { color(palette?.end) }
      return write(notation.sign)
    }
    for part in parts {
      document.append(key: items.keys[part], ascii: ascii, to: &output)
      output.append(UInt8(ascii: "."))
    }
    document.append(key: key, ascii: ascii, to: &output)
    if isColored { color(palette?.end) }
    output.append(0x203D20, count: 3)
  }

  // MARK: Lines

  private static let longestLine = 80

  /// Whether an array needs a line for each element; takes time in the length of a line.
  private func needsLines(_ array: Int, column: Int) -> Bool {
    let end = document.partner(of: array)
    guard end > array + 1 else { return false }
    if hasComment(in: array..<end) { return true }
    if isCompact { return false }
    switch style(of: array) {
    case .block: return true
    case .flow: return false
    default: break
    }
    // Brackets, and a comma and space after each element but the last.
    var width = column + 1
    for index in array + 1..<end {
      let entry = document[index]
      switch entry.kind {
      case .beginSequence, .endSequence: width += 1
      case .beginMapping, .endMapping: width += 2
      case .string where hasLines(index): return true
      case .string: width += Int(entry.length) + 2
      case .true, .false: width += 5
      default: width += Int(entry.length)
      }
      if entry.depthChange <= 0 { width += 2 }
      if width > Self.longestLine { return true }
    }
    return false
  }

  private func hasLines(_ string: Int) -> Bool {
    guard !document[string].flags.contains(.needsNoJSONEscape) else { return false }
    return document.text.withBytes { text in
      text.firstIndex(of: 0x0A, in: document.textRange(at: string)) != nil
    }
  }
}
