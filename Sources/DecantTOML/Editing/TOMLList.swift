internal import DecantCore

/// The items of an array or of a table in braces, and what is between them.
///
///     [ # the opening's
///       # the item's, in its lead
///       1, # beside it
///     ]
struct TOMLList {
  struct Unit {
    /// What is between the unit before and the item.
    let lead: Range<Int>
    /// Where the comments of the item begin, with the line end before them.
    let own: Int
    let item: Range<Int>
    let comma: Int?
    /// The end of the comma, or of the line if nothing but a comment follows.
    let end: Int
    let endsWithComment: Bool
    let beginsLine: Bool
  }

  /// A new item, and the comments around it.
  struct NewItem {
    let text: [UInt8]
    var above: [NodeComment] = []
    var beside: [NodeComment] = []

    var hasComments: Bool { !above.isEmpty || !beside.isEmpty }
  }

  /// What an edit makes of the items.
  struct Change {
    var removed: Set<Int> = []
    /// New items, each before the unit with a number, or at the end.
    var new: [(place: Int, item: NewItem)] = []
  }

  private let text: TOMLEditedText
  private let node: Int
  private let opening: Range<Int>
  private let openingHasComment: Bool
  let units: [Unit]
  let close: Range<Int>

  init(of node: Int, in text: TOMLEditedText) {
    self.text = text
    self.node = node
    let value = text.nodes[node].value
    let items = text.items(of: node)
    let starts = items.map { text.start(ofItem: $0) } + [value.upperBound - 1]
    let first = Self.rest(from: value.lowerBound + 1, before: starts[0], text)
    opening = value.lowerBound + 1..<first.end
    openingHasComment = first.hasComment
    var units: [Unit] = []
    var place = first.end
    for (index, item) in items.enumerated() {
      let range = starts[index]..<text.nodes[item].value.upperBound
      let comma = Self.comma(in: range.upperBound..<starts[index + 1], text)
      let rest = Self.rest(
        from: comma.map { $0 + 1 } ?? range.upperBound, before: starts[index + 1], text)
      let beginsLine = text.lines.beginsLine(range.lowerBound)
      let lead = place..<range.lowerBound
      units.append(
        Unit(
          lead: lead, own: beginsLine ? Self.ownStart(in: lead, text) : lead.lowerBound,
          item: range, comma: comma, end: rest.end, endsWithComment: rest.hasComment,
          beginsLine: beginsLine))
      place = rest.end
    }
    self.units = units
    close = place..<value.upperBound - 1
  }

  /// Returns the end of the line if nothing but blanks and a comment follow on it, or else the place itself.
  private static func rest(
    from place: Int, before limit: Int, _ text: TOMLEditedText
  ) -> (end: Int, hasComment: Bool) {
    let end = text.lines.blankEnd(after: place, before: limit)
    if let comment = text.document.comments(in: end..<limit).first, comment.lowerBound == end {
      return (comment.upperBound, true)
    }
    return (end < limit && SourceLines.isLineEnd(text.lines[end]) ? end : place, false)
  }

  /// Returns the comma in a range that has only white space and comments besides.
  private static func comma(in range: Range<Int>, _ text: TOMLEditedText) -> Int? {
    let comments = text.document.comments(in: range)
    return range.first { place in
      text.lines[place] == UInt8(ascii: ",") && !comments.contains { $0.contains(place) }
    }
  }

  private static func ownStart(in lead: Range<Int>, _ text: TOMLEditedText) -> Int {
    var line = text.lines.lineStart(of: lead.upperBound)
    for comment in text.document.comments(in: lead).reversed() {
      guard text.lines.afterLineEnd(at: comment.upperBound) == line else { break }
      line = text.lines.lineStart(of: comment.lowerBound)
    }
    return max(lead.lowerBound, text.lines.lineEndStart(before: line))
  }

  // MARK: Edits

  /// A list as it is printed.
  private struct Printing {
    var edits: [ByteEdit] = []
    var count = 0
    /// The number of items that there are at the end.
    let total: Int
    var endsWithComment: Bool
    /// The first item with a line that has been removed since the last one that is printed.
    var freed: Int?
  }

  func edits(for change: Change) -> [ByteEdit] {
    let total = units.count - change.removed.count + change.new.count
    guard !units.isEmpty else { return filling(change.new.map(\.item)) }
    guard total > 0 else { return emptying }
    var printing = Printing(total: total, endsWithComment: openingHasComment)
    var rest = change.new[...]
    for index in 0...units.count {
      while let next = rest.first, next.place <= index {
        rest.removeFirst()
        insert(next.item, at: index, &printing)
      }
      guard index < units.count else { break }
      if change.removed.contains(index) {
        printing.edits.append(removal(of: units[index]))
        if units[index].beginsLine { printing.freed = printing.freed ?? index }
      } else {
        keep(index, &printing)
      }
    }
    if printing.endsWithComment, !text.lines.hasLineEnd(in: close) {
      let place = close.lowerBound
      printing.edits.append(ByteEdit(place..<place, text.lineEnd + indentation))
    }
    return printing.edits
  }

  /// The indentation of the line on which the list begins.
  private var indentation: [UInt8] {
    text.lines.indentation(at: text.nodes[node].value.lowerBound)
  }

  private func needsComma(_ printing: Printing) -> Bool {
    printing.count < printing.total || units.last?.comma != nil
  }

  /// Comments that a blank line separates from the item stay.
  private func removal(of unit: Unit) -> ByteEdit {
    let isBare = text.document.comments(in: unit.lead.lowerBound..<unit.own).isEmpty
    return ByteEdit((isBare ? unit.lead.lowerBound : unit.own)..<unit.end)
  }

  private func keep(_ index: Int, _ printing: inout Printing) {
    let unit = units[index]
    var lead: [UInt8]?
    if !unit.beginsLine {
      if printing.endsWithComment {
        lead = text.lineEnd + text.lines.indentation(at: unit.item.lowerBound)
      } else if let freed = printing.freed {
        lead = text.lineEnd + text.lines.indentation(at: units[freed].item.lowerBound)
      } else if printing.count == 0, index > 0 {
        lead = text.lines.bytes(units[0].lead)
      } else if printing.count > 0, index == 0 {
        lead = spacing
      }
    }
    if let lead { printing.edits.append(ByteEdit(unit.lead, lead)) }
    printing.count += 1
    let end = unit.item.upperBound
    switch (needsComma(printing), unit.comma) {
    case (true, nil): printing.edits.append(ByteEdit(end..<end, [0x2C]))
    case (false, let comma?):
      let isBare = text.document.comments(in: end..<comma).isEmpty
      printing.edits.append(ByteEdit((isBare ? end : comma)..<comma + 1))
    default: break
    }
    printing.endsWithComment = unit.endsWithComment
    printing.freed = nil
  }

  /// The space before an item on the line of another one.
  private var spacing: [UInt8] {
    units.dropFirst().first { !$0.beginsLine }.map { text.lines.bytes($0.lead) }
      ?? Array(TOMLValueStyle(near: node, in: text).comma.dropFirst())
  }

  private func insert(_ item: NewItem, at index: Int, _ printing: inout Printing) {
    let sibling = units[min(index, units.count - 1)]
    let indent = text.lines.indentation(at: sibling.item.lowerBound)
    let isOnLine = sibling.beginsLine || item.hasComments || printing.endsWithComment
    let lead =
      isOnLine
      ? text.lineEnd + indent : printing.count == 0 ? text.lines.bytes(units[0].lead) : spacing
    printing.count += 1
    let place = index == 0 ? opening.upperBound : units[index - 1].end
    printing.edits.append(
      ByteEdit(
        place..<place, lead + written(item, indent: indent, hasComma: needsComma(printing))))
    printing.endsWithComment = !item.beside.isEmpty
  }

  private func written(_ item: NewItem, indent: [UInt8], hasComma: Bool) -> [UInt8] {
    let above = text.commentLines(item.above, indent: indent)
    return above.dropFirst(above.isEmpty ? 0 : indent.count) + (above.isEmpty ? [] : indent)
      + item.text + (hasComma ? [0x2C] : []) + text.commentAtEnd(item.beside)
  }

  /// The removal of all items.
  private var emptying: [ByteEdit] {
    let interior = opening.lowerBound..<close.upperBound
    let removals = units.map(removal)
    let comments = text.document.comments(in: interior).filter { comment in
      !removals.contains { $0.range.overlaps(comment) }
    }
    guard !comments.isEmpty else { return [ByteEdit(interior)] }
    guard !text.lines.hasLineEnd(in: close) else { return removals }
    return removals
      + [ByteEdit(close.lowerBound..<close.lowerBound, text.lineEnd + indentation)]
  }

  /// Inserts the first items.
  private func filling(_ items: [NewItem]) -> [ByteEdit] {
    let interior = opening.lowerBound..<close.upperBound
    let comment = text.document.comments(in: interior).last
    let isOnLines = comment != nil || items.contains(where: \.hasComments)
    let indent = indentation + text.step
    let written = items.enumerated().map { index, item in
      self.written(item, indent: indent, hasComma: index < items.count - 1)
    }
    let style = TOMLValueStyle(near: node, in: text)
    guard isOnLines else {
      let space = style.space(inBraces: text.nodes[node].kind == .inlineTable)
      let separator = style.comma.dropFirst()
      return [ByteEdit(interior, space + written.joined(separator: separator) + space)]
    }
    let lines = text.lineEnd + indent + written.joined(separator: text.lineEnd + indent)
    guard let comment else {
      return [ByteEdit(interior, lines + text.lineEnd + indentation)]
    }
    let isBeside = comment.upperBound == opening.upperBound
    let end = comment.upperBound
    let isClosed = text.lines.hasLineEnd(in: end..<close.upperBound)
    return [
      ByteEdit(
        end..<end,
        (isBeside ? [] : text.lineEnd) + lines + (isClosed ? [] : text.lineEnd + indentation))
    ]
  }

  /// Returns the edit that puts comments above an item; nil if it has no line.
  func commenting(_ index: Int, by comments: [NodeComment]) -> ByteEdit? {
    let unit = units[index]
    guard unit.beginsLine, text.nodes[node].kind == .array else { return nil }
    let indent = text.lines.indentation(at: unit.item.lowerBound)
    return ByteEdit(
      unit.own..<unit.item.lowerBound,
      text.lineEnd + text.commentLines(comments, indent: indent) + indent)
  }
}
