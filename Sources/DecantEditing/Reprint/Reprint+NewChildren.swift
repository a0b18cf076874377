internal import DecantCore

/// New children of a collection, between those of the document.
extension Reprint {
  mutating func printNew(
    _ child: ChildChange, before following: Int?, _ list: PrintedList
  ) throws(DecantError) {
    let spans = list.spans
    let sibling = following ?? (list.previous >= 0 ? list.previous : spans.count - 1)
    let joint = spans.joint(before: sibling)
    let siblingBeginsLine = spans.beginsLine(sibling, joint)
    let (isAtOpening, isFirstNew) = (list.isAtOpening, list.new == nil)
    var onLine = siblingBeginsLine || spans.isInLines && !isAtOpening
    if !onLine, following == nil, list.previous >= 0, isFirstNew {
      // The comment at the end of the line stays beside the last child.
      let tail = spans.joint(before: list.previous + 1).tail
      onLine = spans.endsLine(tail) && spans.hasComments(tail)
    }
    var value = try newValue(of: child)
    if list.sections != nil { value = CommentedNode(node: value.node) }
    let needsLines = needsLines(value)
    let isForced = needsLines && !onLine
    if isForced { onLine = true }
    if needsLines, !(following == nil ? list.closesOnLine : siblingBeginsLine) {
      value.moveAllAbove()
    }
    if spans.isInLines, following == nil, isFirstNew, !list.closesOnLine {
      printer.blocks?.prepareForLine(after: spans.interior.upperBound, in: &self)
    }
    finishPrevious(list, before: .new(onLine: onLine))
    var placement = Placement.inline
    if onLine {
      let indent =
        spans.isInLines
        ? [UInt8](repeating: 0x20, count: spans.column)
        : isForced
          ? source.indentation(at: document.offset(at: spans.node)) + layout.indentation.bytes
          : source.indentation(at: joint.mark.lowerBound)
      placement = .lines(indent: indent)
      let hasBlanks = printForeign(upTo: following ?? spans.count, list)
      beginLine()
      if hasBlanks {
        // These are above the new child already.
      } else if isFirstNew, following != nil {
        if siblingBeginsLine { out.write(source.bytes(spans.lead(of: sibling, in: joint).blanks)) }
      } else if !isAtOpening, list.previous < 0 || !endsWithLineOfText(list.previous, spans) {
        out.write(blankLines(near: sibling, spans))
      }
      out.write(indent)
    } else {
      out.write(isAtOpening ? source.bytes(spans.lead(of: 0).blanks) : spacing(list))
    }
    let new: NewItem
    if spans.isInLines, let blocks = printer.blocks {
      let end = spans.interior.upperBound
      let isFollowed = following == nil && end < source.count && !spans.endsLine(end..<end)
      new = try blocks.item(child, near: sibling, in: spans, isFollowed: isFollowed, self)
    } else {
      new = try item(
        child, value, placement, like: spans.children[sibling],
        key: self.sibling(of: sibling, in: spans, isKey: true),
        isOnOneLine: hasOneLineSibling(near: sibling, of: value.node, in: spans),
        string: self.sibling(of: sibling, in: spans), in: list.context.name,
        before: following == nil && !onLine ? nextByte(after: list) : nil,
        note: list.sections?.note(besideKey: child.key ?? "") ?? [])
    }
    writeBeginning(of: new, placement)
    list.new = new
  }

  /// The byte after a last item that does not end its line.
  private func nextByte(after list: PrintedList) -> UInt8? {
    list.separator.byte ?? source.byte(at: list.spans.interior.upperBound)
  }

  /// The blank before an item on the line of another one, if a sibling has some there, or else usually.
  func spacing(_ list: PrintedList) -> [UInt8] {
    let spans = list.spans
    guard list.separator.byte != nil else { return [] }
    for child in 1..<max(1, min(spans.count, Self.siblingCount)) {
      let joint = spans.joint(before: child)
      if !spans.beginsLine(child, joint), !spans.hasComments(joint.lead) {
        return Array(source.bytes(joint.lead).prefix(1))
      }
    }
    return usualSpacing(list.separator)
  }

  /// Fewer siblings are looked at to see how a new child is laid out.
  static let siblingCount = 8

  /// The blank lines that most children nearby have above.
  func blankLines(near sibling: Int, _ spans: ChildSpans) -> [UInt8] {
    let first = max(1, sibling - Self.siblingCount / 2)
    let siblings = first..<min(spans.count, first + Self.siblingCount)
    var blanks: [Range<Int>] = []
    for child in siblings {
      let joint = spans.joint(before: child)
      guard spans.beginsLine(child, joint) else { continue }
      let found = spans.lead(of: child, in: joint).blanks
      if !found.isEmpty { blanks.append(found) }
    }
    return blanks.count * 2 > siblings.count ? source.bytes(blanks[0]) : []
  }
}
