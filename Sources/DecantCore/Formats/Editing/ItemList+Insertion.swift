/// The text of a new item, and the comments above and beside it.
package struct NewItem {
  package var text: [UInt8]
  package var above: [NodeComment] = []
  package var beside: [NodeComment] = []

  package init(text: [UInt8], above: [NodeComment] = [], beside: [NodeComment] = []) {
    self.text = text
    self.above = above
    self.beside = beside
  }
}

extension ItemList {
  /// Precondition: the list is empty.
  package func insertion(
    _ items: [NewItem], _ placement: Placement, outerIndent: [UInt8]
  ) -> [ByteEdit] {
    let ending: [UInt8] = if case .after(let byte) = separator { [byte] } else { [] }
    guard lines.isSpace(interior) else {
      let indent = indent(of: placement, outerIndent)
      let text = written(items, ending, .lines(indent: indent), endsLine: true)
      return [insertion(ofLine: indent + text, outerIndent)]
    }
    return switch placement {
    case .inline: [ByteEdit(interior, written(items, ending, .inline, endsLine: false))]
    case .lines(let indent):
      [
        ByteEdit(
          interior,
          lineEnd + indent + written(items, ending, placement, endsLine: true) + lineEnd
            + outerIndent)
      ]
    }
  }

  /// Inserts an item after comments, which stay those of the collection.
  private func insertion(ofLine line: [UInt8], _ outerIndent: [UInt8]) -> ByteEdit {
    let close = interior.upperBound
    guard lines.beginsLine(close) else {
      return ByteEdit(close..<close, lineEnd + line + lineEnd + outerIndent)
    }
    let start = max(lines.lineStart(close), interior.lowerBound)
    let first = lines.rest(from: interior.lowerBound)?.next ?? interior.lowerBound
    let isBelowComment = first < start && !lines.isSpace(first..<start)
    return ByteEdit(start..<start, (isBelowComment ? lineEnd : []) + line + lineEnd)
  }

  private func indent(of placement: Placement, _ outer: [UInt8]) -> [UInt8] {
    if case .lines(let indent) = placement { indent } else { outer }
  }

  /// Precondition: `previous` is the last item without its comments.
  package func insertion(
    _ items: [NewItem], _ placement: Placement, afterLast previous: Range<Int>
  ) -> [ByteEdit] {
    let mark = separatorPlace(after: previous.upperBound)
    let end = mark.map { $0 + 1 } ?? previous.upperBound
    var ending: [UInt8] = []
    if let byte = separator.byte, mark != nil { ending = [byte] }
    if mark == nil, case .after(let byte) = separator { ending = [byte] }
    let besideEnd = lines.besideEnd(of: end)
    let rest = lines.rest(from: end)
    var placement = placement
    if case .inline = placement, besideEnd > end {
      if rest == nil, mark == nil, let byte = separator.byte {
        // A comment before the separator belongs to the item before it.
        let text = written(items, ending, .inline, endsLine: false)
        return [ByteEdit(besideEnd..<besideEnd, [byte] + (isSpaced ? [0x20] : []) + text)]
      }
      placement = .lines(indent: lines.indentation(at: previous.lowerBound))
    }
    var edits: [ByteEdit] = []
    if let byte = separator.byte, mark == nil {
      edits.append(ByteEdit(previous.upperBound..<previous.upperBound, [byte]))
    }
    switch placement {
    case .lines(let indent):
      let place = min(rest?.end ?? besideEnd, interior.upperBound)
      let endsLine = rest != nil && rest?.end ?? 0 < interior.upperBound
      let text = written(items, ending, placement, endsLine: endsLine)
      edits.append(ByteEdit(place..<place, lineEnd + indent + text))
    case .inline:
      let text = written(items, ending, placement, endsLine: false)
      edits.append(ByteEdit(end..<end, (isSpaced ? [0x20] : []) + text))
    }
    return edits
  }

  /// Precondition: `next` is the extent of the next item.
  package func insertion(
    _ items: [NewItem], _ placement: Placement, before next: Range<Int>
  ) -> [ByteEdit] {
    let ending: [UInt8] = separator.byte.map { [$0] } ?? []
    switch placement {
    case .lines(let indent):
      let text = written(items, ending, placement, endsLine: true)
      guard lines.beginsLine(next.lowerBound) else {
        let place = next.lowerBound
        return [ByteEdit(place..<place, text + lineEnd + indent)]
      }
      let start = max(lines.lineStart(next.lowerBound), interior.lowerBound)
      return [ByteEdit(start..<start, indent + text + lineEnd)]
    case .inline:
      let text = written(items, ending, placement, endsLine: false)
      return [ByteEdit(next.lowerBound..<next.lowerBound, text + (isSpaced ? [0x20] : []))]
    }
  }

  /// Returns items one after the other, of which the last one has another ending.
  private func written(
    _ items: [NewItem], _ ending: [UInt8], _ placement: Placement, endsLine: Bool
  ) -> [UInt8] {
    var result: [UInt8] = []
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let usual: [UInt8] = separator.byte.map { [$0] } ?? []
      let isOnLine = placement != .inline
      result += written(
        item, isLast ? ending : usual, placement, endsLine: isLast ? endsLine : isOnLine)
      guard !isLast else { continue }
      switch placement {
      case .lines(let indent): result += lineEnd + indent
      case .inline: if isSpaced { result.append(0x20) }
      }
    }
    return result
  }

  // MARK: Comments

  /// Returns the edit that puts comments above an item; nil if they need lines, and the item has none.
  package func commenting(
    _ item: Range<Int>, after previous: Range<Int>?, by comments: [NodeComment]
  ) -> ByteEdit? {
    let start = extent(of: item, after: previous).lowerBound
    let hasLines = lines.beginsLine(start)
    guard hasLines || !lines.comments.areLines else { return nil }
    let ending = hasLines ? lineEnd + lines.indentation(at: start) : [0x20]
    let text = comments.flatMap { commentLines($0, endsLine: hasLines) }.flatMap { $0 + ending }
    return ByteEdit(start..<item.lowerBound, text)
  }

  /// Returns an item with its comments and the separator after it.
  private func written(
    _ item: NewItem, _ separator: [UInt8], _ placement: Placement, endsLine: Bool
  ) -> [UInt8] {
    var (above, beside) = (item.above, item.beside)
    if lines.comments.areLines, !endsLine || beside.count > 1 {
      above += beside
      beside = []
    }
    var result: [UInt8] = []
    for comment in above {
      switch placement {
      case .lines(let indent):
        for line in commentLines(comment) { result += line + lineEnd + indent }
      case .inline:
        for line in commentLines(comment, endsLine: false) { result += line + [0x20] }
      }
    }
    result += item.text
    let isAfterSeparator = endsLine && !beside.isEmpty
    if isAfterSeparator { result += separator }
    for (index, comment) in beside.enumerated() {
      let isLast = index == beside.count - 1
      for line in commentLines(comment, endsLine: endsLine && isLast) {
        result += [0x20] + line
      }
    }
    return isAfterSeparator ? result : result + separator
  }

  private func commentLines(_ comment: NodeComment, endsLine: Bool = true) -> [[UInt8]] {
    lines.comments.lines(of: comment, endsLine: endsLine).map {
      $0.indented(by: [], lineEnd: lineEnd)
    }
  }
}
