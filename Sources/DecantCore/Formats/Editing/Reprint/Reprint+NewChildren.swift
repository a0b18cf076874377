/// New children of a collection, between those of the document.
extension Reprint {
  mutating func printNew(
    _ child: ChildChange, before following: Int?, _ list: PrintedList
  ) throws(DecantError) {
    let spans = list.spans
    let sibling = following ?? (list.previous >= 0 ? list.previous : spans.count - 1)
    let joint = spans.joint(before: sibling)
    var onLine = spans.beginsLine(sibling, joint) || spans.isInLines && !list.isAtOpening
    if !onLine, following == nil, list.previous >= 0, !list.hasNew {
      // The comment at the end of the line stays beside the last child.
      let tail = spans.joint(before: list.previous + 1).tail
      onLine = spans.endsLine(tail) && spans.hasComments(tail)
    }
    var value = try newValue(of: child)
    if list.sections != nil { value = CommentedNode(node: value.node) }
    let needsLines = printer.comments.areLines && (value.hasComments || value.node.hasTrivia)
    let isForced = needsLines && !onLine
    if isForced { onLine = true }
    let isBeforeLine =
      following.map { spans.beginsLine($0, spans.joint(before: $0)) } ?? list.closesOnLine
    if needsLines, !isBeforeLine { value.moveAllAbove() }
    let (isAtOpening, isFirstNew) = (list.isAtOpening, !list.hasNew)
    if spans.isInLines, following == nil, list.new == nil, !list.closesOnLine {
      printer.prepareForLine(after: spans.interior.upperBound, in: &self)
    }
    finishPrevious(list, before: .new(onLine: onLine))
    var indent: [UInt8] = []
    if onLine {
      indent =
        spans.isInLines
        ? [UInt8](repeating: 0x20, count: spans.column)
        : isForced
          ? indentation(at: document.offset(at: spans.node)) + layout.indentation.bytes
          : indentation(at: joint.mark.lowerBound)
      var hasBlanks = false
      if let following {
        hasBlanks = printForeign(upTo: following, list)
      } else {
        printRemovedForeign(list)
      }
      beginLine()
      if hasBlanks {
        // They are above the new child already.
      } else if isFirstNew, let following {
        let blanks = spans.lead(of: following, in: joint).blanks
        out.write(spans.beginsLine(following, joint) ? source.bytes(blanks) : [])
      } else if !isAtOpening, list.previous < 0 || !endsWithLineOfText(list.previous, spans) {
        out.write(blankLines(near: sibling, spans))
      }
      out.write(indent)
    } else if isAtOpening {
      out.write(source.bytes(spans.lead(of: 0, in: spans.joint(before: 0)).blanks))
    } else {
      out.write(spacing(spans, list.separator))
    }
    let placement: Placement = onLine ? .lines(indent: indent) : .inline
    var item: NewItem?
    if spans.isInLines {
      let end = spans.interior.upperBound
      item = try printer.item(
        child, in: list.place, near: sibling,
        isFollowed: following == nil && end < source.count && !spans.endsLine(end..<end), in: self)
    }
    let new: NewItem
    if let item {
      new = item
    } else {
      new = try self.item(
        child, value, placement, like: spans.children[sibling],
        key: self.sibling(of: sibling, in: spans, isKey: true),
        isOnOneLine: hasOneLineSibling(near: sibling, of: value.node, in: spans),
        string: self.sibling(of: sibling, in: spans), in: list.name,
        before: following == nil && !onLine ? nextByte(after: list) : nil,
        note: list.sections?.note(besideKey: child.key ?? "") ?? [])
    }
    writeBeginning(of: new, placement)
    list.new = new
    list.hasNew = true
  }

  /// The byte after a last item that does not end its line.
  private func nextByte(after list: PrintedList) -> UInt8? {
    list.separator.byte ?? source.byte(at: list.spans.interior.upperBound)
  }

  /// The blank before an item on the line of another one, if a sibling has some there, or else usually.
  func spacing(_ spans: ChildSpans, _ separator: ListSeparator) -> [UInt8] {
    guard separator.byte != nil else { return [] }
    for child in 1..<max(1, min(spans.count, Self.siblingCount)) {
      let joint = spans.joint(before: child)
      if !spans.beginsLine(child, joint), !spans.hasComments(joint.lead) {
        return Array(source.bytes(joint.lead).prefix(1))
      }
    }
    return layout.isSpaced ? [0x20] : []
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
