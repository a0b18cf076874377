extension TOMLDocumentWriter {
  private struct Frame {
    let isMapping: Bool
    /// Whether each element is on a line of its own.
    let hasLines: Bool
    var next: Int
    let end: Int
    var isFirst = true
    /// The parts of a dotted key, each with its dot, before the keys of a table without braces.
    var prefix: [UInt8] = []
  }

  /// Writes a value after its key; an array that is long or has comments has a line for each element.
  mutating func writeValue(_ value: Int, column: Int) throws(DecantError) {
    guard document[value].depthChange > 0 else {
      return try writeScalar(value, isInTable: false)
    }
    var frames: [Frame] = []
    begin(value, column: column, &frames)
    while let frame = frames.last {
      let top = frames.count - 1
      guard let pair = document.pair(at: frame.next, before: frame.end, isKeyed: frame.isMapping)
      else {
        if frame.hasLines { writeElementLayout(frame.next..<frame.end, depth: frames.count) }
        frames.removeLast()
        guard frame.prefix.isEmpty else { continue }
        end(frame, depth: frames.count)
        if let outer = frames.last, outer.hasLines { endElement(after: frame.end + 1) }
        continue
      }
      frames[top].next = pair.next
      frames[top].isFirst = false
      var column = 0
      if frame.hasLines {
        writeElementLayout(pair.before, depth: frames.count)
        if document[pair.value].kind == .beginMapping {
          hoistComments(in: pair.value..<pair.after.lowerBound, indentedBy: frames.count)
        }
        indent(frames.count)
        column = frames.count * options.indentation.width
      } else if !frame.isFirst {
        out += ", ".utf8
      }
      if frame.isMapping, style(of: pair.value) == .dotted,
        document.partner(of: pair.value) > pair.value + 1
      {
        frames.append(dotted(pair, after: frame.prefix))
        continue
      }
      if frame.isMapping {
        color(options.palette?.key)
        out += frame.prefix
        appendKey(pair.key, to: &out)
        color(options.palette?.end)
        out += " = ".utf8
      }
      if document[pair.value].depthChange > 0 {
        begin(pair.value, column: column, &frames)
      } else {
        try writeScalar(pair.value, isInTable: !frame.hasLines)
        if frame.hasLines { endElement(after: pair.value + 1) }
      }
    }
  }

  private mutating func begin(_ value: Int, column: Int, _ frames: inout [Frame]) {
    let isMapping = document[value].kind == .beginMapping
    let end = document.partner(of: value)
    let isInLine = frames.last.map { !$0.hasLines } ?? false
    let hasLines = !isMapping && !isInLine && needsLines(value, column: column)
    out.append(UInt8(ascii: isMapping ? "{" : "["))
    var next = value + 1
    if hasLines {
      next = document.endOfTrailingComments(from: next)
      endLine(with: Array(value + 1..<next))
    } else if isMapping, end > next {
      out.append(0x20)
    }
    frames.append(Frame(isMapping: isMapping, hasLines: hasLines, next: next, end: end))
  }

  private func dotted(_ pair: TOMLPair, after prefix: [UInt8]) -> Frame {
    var frame = Frame(
      isMapping: true, hasLines: false, next: document.endOfTrailingComments(from: pair.value + 1),
      end: document.partner(of: pair.value), prefix: prefix)
    appendKey(pair.key, to: &frame.prefix)
    frame.prefix.append(UInt8(ascii: "."))
    return frame
  }

  private mutating func end(_ frame: Frame, depth: Int) {
    if frame.hasLines { indent(depth) }
    if frame.isMapping, !frame.isFirst { out.append(0x20) }
    out.append(UInt8(ascii: frame.isMapping ? "}" : "]"))
  }

  /// Writes the comma after an element on a line of its own, and its comments.
  private mutating func endElement(after end: Int) {
    out.append(UInt8(ascii: ","))
    endLine(with: Array(end..<document.endOfTrailingComments(from: end)))
  }

  private mutating func writeElementLayout(_ layout: Range<Int>, depth: Int) {
    for index in layout {
      switch document[index].kind {
      case .blankLine: out.append(0x0A)
      case .comment, .trailingComment: writeComment(index, indentedBy: depth)
      default: break
      }
    }
  }

  // MARK: Lines

  private static let longestLine = 80

  /// Whether an array needs a line for each element; takes time in the length of a line.
  private func needsLines(_ array: Int, column: Int) -> Bool {
    let end = document.partner(of: array)
    guard end > array + 1 else { return false }
    if hasComment(in: array..<end) { return true }
    if options.isCompact { return false }
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
    document.text.withBytes { text in
      text.firstIndex(of: 0x0A, in: document.textRange(at: string)) != nil
    }
  }
}
